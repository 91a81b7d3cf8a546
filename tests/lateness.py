"""How late a stop may come in a test."""

LATE = 2.5
"""Seconds. Half a second is promised; a machine that runs all tests at once may need more."""
