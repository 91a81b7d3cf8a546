"""Clues in the source code or the data of programs.

`program_data` has the tokenizer; every token of a statement that names clues is understood or refused.
"""
