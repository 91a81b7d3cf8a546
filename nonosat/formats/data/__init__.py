"""Data with named sides: JSON and what is read like it."""
