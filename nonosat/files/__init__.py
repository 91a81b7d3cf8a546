"""Puzzle files in and out: read one, walk folders, write whole files.

`read` and `walk` yield what they could not read as values. `write` replaces a file whole or not at
all; that promise may not change.
"""

from nonosat.files.raw import (
    is_link as is_link,
    name_of as name_of,
    read_bytes as read_bytes,
    read_text as read_text,
)
from nonosat.files.read import (
    Piece as Piece,
    ReadFailure as ReadFailure,
    first_sheets as first_sheets,
    load as load,
    loads as loads,
    read_record as read_record,
    stream as stream,
    stream_bytes as stream_bytes,
)
from nonosat.formats.base import Record as Record
from nonosat.files.walk import SkipFile as SkipFile, walk as walk, walk_records as walk_records
from nonosat.files.write import (
    dump as dump,
    dump_bytes as dump_bytes,
    dumps as dumps,
    format_of_suffix as format_of_suffix,
    write_bytes as write_bytes,
    write_text as write_text,
    write_whole as write_whole,
)
