"""Frames of a webcam, a stream or a video file."""
