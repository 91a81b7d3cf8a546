"""Clues in the source code or the data of programs. None is ever run."""
