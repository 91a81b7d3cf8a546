"""Formats with a sure sign or a suffix of their own."""
