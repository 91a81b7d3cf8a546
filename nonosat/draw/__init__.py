"""Puzzles and pictures for people to look at. Pure: nothing here prints or opens files.

`terminal` draws characters, `svg` and `paper` draw pages, `books` makes whole books. A new drawing
may be added to the table of `drawings`; no drawing may show a solution that was not asked for.
"""
