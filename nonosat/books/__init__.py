"""Books of puzzles, as magazines print them: a cover, the rules, the puzzles, and their solutions.

`style` says how a book looks, `chosen` which puzzles it has and in which order, `front`, `puzzles`
and `answers` draw its pages, and `make` writes the file.
"""
