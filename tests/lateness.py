"""How late a stop may come in a test."""

LATE = 30.0
"""Seconds. Half a second is promised; a machine that runs all tests at once may need much more. What
heeds no stop goes on for minutes in these tests."""
