#!/usr/bin/env bash
# nonogram-cracker 1.0.1 (PyPI), a solver of nonograms.
#
# The guess: it can be imported once it is installed, and x marks a filled cell.
# Seen: it needs marshmallow, which it does not declare. With marshmallow 4.1.0 beside it, x is a cell that
# is proved blank, a full block is filled, and a blank is unknown; a puzzle with two solutions is neither
# solved nor unsolvable nor an error.
#
#   alone: ModuleNotFoundError
#   0;2 | 1;1: ['xx', '██'] solved True
#   1;1 | 1;1: ['  ', '  '] solved False, unsolvable False, error False
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
python3 -m venv venv && venv/bin/pip install -q nonogram-cracker==1.0.1 >install.log 2>&1 || { cat install.log; exit 2; }
cat >see.py <<'END'
from nonogram_cracker import solve

for rows in ([[0], [2]], [[1], [1]]):
    found = solve({"name": "", "rows": rows, "cols": [[1], [1]]})
    text = f"{found['solution']} solved {found['is_solved']}"
    if not found["is_solved"]:
        text += f", unsolvable {found['is_unsolvable']}, error {found['has_error']}"
    print(text)
END
alone=$(venv/bin/python see.py 2>&1 | grep -o '^[A-Za-z]*Error')
venv/bin/pip install -q marshmallow==4.1.0 >install.log 2>&1 || { cat install.log; exit 2; }
seen="alone: $alone
$(venv/bin/python see.py 2>&1)"
wanted=$(cat <<'END'
alone: ModuleNotFoundError
['xx', '██'] solved True
['  ', '  '] solved False, unsolvable False, error False
END
)
echo "$seen"
[ "$seen" = "$wanted" ]
