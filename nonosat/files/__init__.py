"""Puzzle files in and out: read one, walk folders, write whole files."""

from nonosat.files.raw import is_link, name_of, read_bytes, read_text
from nonosat.files.read import (
    Found,
    Piece,
    Unread,
    first_sheets,
    load,
    loads,
    read_piece,
    stream,
    stream_bytes,
)
from nonosat.files.walk import Without, walk, walk_pieces
from nonosat.files.write import (
    dump,
    dump_bytes,
    dumps,
    format_of_suffix,
    write_bytes,
    write_text,
    write_whole,
)

__all__ = [
    "Found",
    "Piece",
    "Unread",
    "Without",
    "dump",
    "dump_bytes",
    "dumps",
    "first_sheets",
    "format_of_suffix",
    "is_link",
    "load",
    "loads",
    "name_of",
    "read_bytes",
    "read_piece",
    "read_text",
    "stream",
    "stream_bytes",
    "walk",
    "walk_pieces",
    "write_bytes",
    "write_text",
    "write_whole",
]
