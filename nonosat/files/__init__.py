"""Puzzle files in and out: read one, walk folders, write whole files."""

from nonosat.files.raw import read_bytes, read_text
from nonosat.files.read import Found, Piece, load, load_bytes, loads, read_piece, stream
from nonosat.files.walk import Without, nothing, walk, walk_pieces
from nonosat.files.write import dump, dumps, format_of_suffix, write_bytes, write_text, write_whole

__all__ = [
    "Found",
    "Piece",
    "Without",
    "dump",
    "dumps",
    "format_of_suffix",
    "load",
    "load_bytes",
    "loads",
    "nothing",
    "read_bytes",
    "read_piece",
    "read_text",
    "stream",
    "walk",
    "walk_pieces",
    "write_bytes",
    "write_text",
    "write_whole",
]
