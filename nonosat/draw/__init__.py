"""Puzzles and pictures for people to look at. Pure: nothing here prints or opens files."""
