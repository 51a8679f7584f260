"""Nets on their way in and out of training."""
