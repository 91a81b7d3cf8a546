#!/usr/bin/env bash
# pyNonogram 1.0.0 (PyPI), "Nonogram framework for Python".
#
# The guess: its files *.non are Steve Simpson's .non, which most programs mean by that suffix.
# Seen: they are nine lines author, date, picture, difficulty, width, height, rows, columns, solution; the
# clues of a side stand on one line, lines parted by blanks and blocks by commas. A file of Simpson's form is
# refused.
#
#   nine lines: loaded, rows [[2], [1, 1]]
#   Simpson's form: UnknownFormat
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
python3 -m venv venv && venv/bin/pip install -q pyNonogram==1.0.0 >install.log 2>&1 || { cat install.log; exit 2; }
cat >see.py <<'END'
from pathlib import Path

import pyNonogram.errors
from pyNonogram.nonogram import Nonogram

NINE = "author:a\ndate:2020\npicture:3\ndifficulty:2\nwidth:3\nheight:2\nrows:2 1,1\ncolumns:2 1 1\nsolution:\n"
SIMPSON = "width 3\nheight 2\n\nrows\n2\n1,1\n\ncolumns\n2\n1\n1\n"
for words, text in (("nine lines", NINE), ("Simpson's form", SIMPSON)):
    Path("a.non").write_text(text)
    try:
        puzzle = Nonogram()
        puzzle.load("a.non")
        print(f"{words}: loaded, rows {puzzle.rows}")
    except pyNonogram.errors.UnknownFormat:
        print(f"{words}: UnknownFormat")
END
seen=$(venv/bin/python see.py 2>&1)
wanted=$(cat <<'END'
nine lines: loaded, rows [[2], [1, 1]]
Simpson's form: UnknownFormat
END
)
echo "$seen"
[ "$seen" = "$wanted" ]
