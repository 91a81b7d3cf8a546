"""A package, so that its conftest.py does not hide the one above it."""
