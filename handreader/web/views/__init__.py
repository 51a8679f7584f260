"""JSON and pictures for the page."""
