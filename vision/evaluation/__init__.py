"""Measure readings against labels."""
