"""Puzzles found by searching: nothing is claimed of them unless the user asks."""
