"""Puzzle files in and out: read one, walk folders, write whole files."""

from nonosat.files.raw import is_link as is_link
from nonosat.files.raw import name_of as name_of
from nonosat.files.raw import read_bytes as read_bytes
from nonosat.files.raw import read_text as read_text
from nonosat.files.read import Found as Found
from nonosat.files.read import Piece as Piece
from nonosat.files.read import Unread as Unread
from nonosat.files.read import first_sheets as first_sheets
from nonosat.files.read import load as load
from nonosat.files.read import loads as loads
from nonosat.files.read import read_piece as read_piece
from nonosat.files.read import stream as stream
from nonosat.files.read import stream_bytes as stream_bytes
from nonosat.files.walk import Without as Without
from nonosat.files.walk import walk as walk
from nonosat.files.walk import walk_pieces as walk_pieces
from nonosat.files.write import dump as dump
from nonosat.files.write import dump_bytes as dump_bytes
from nonosat.files.write import dumps as dumps
from nonosat.files.write import format_of_suffix as format_of_suffix
from nonosat.files.write import write_bytes as write_bytes
from nonosat.files.write import write_text as write_text
from nonosat.files.write import write_whole as write_whole
