"""Books of puzzles, as magazines print them: a cover, the rules, the puzzles, and their solutions.

`style` holds the choices of the maker. `selection` checks and orders the puzzles. `front`, `puzzles`
and `answers` draw pages with a `page_builder`. `make` writes the file.
"""
