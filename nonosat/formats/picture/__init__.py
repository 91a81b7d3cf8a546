"""Formats of finished pictures, and of nonosat's own drawings; clues are derived."""
