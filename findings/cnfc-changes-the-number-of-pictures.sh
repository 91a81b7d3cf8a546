#!/usr/bin/env bash
# cnfc 2.1.0, which writes DIMACS, and tididi-cnf 0.1.2, which counts its models (PyPI).
#
# The guess: a formula of cnfc has one model for each assignment of its variables, at least if the count is
# projected onto them, and Simplify() only removes what is redundant, as its README says.
# Seen: an "at least" has a helper variable that is free in some models, so 163 pictures are 256 models;
# projection helps. Simplify() gives a variable that occurs with one sign that sign: of four pictures one
# is left, and projection cannot bring the others back. The header counts up to the last variable in a
# clause, so two cells without a clause are not counted, either.
#
#   at least 4 of 8, 163 pictures: models 256, projected 163; simplified: models 256, projected 163
#   at most 1 of 3, 4 pictures: models 4, projected 4; simplified: models 1, projected 1
#   1 of the first 2 of 4, 8 pictures: header 2 variables, models 2
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
python3 -m venv venv && venv/bin/pip install -q cnfc==2.1.0 tididi-cnf==0.1.2 >install.log 2>&1 ||
    { cat install.log; exit 2; }
cat >see.py <<'END'
import io

import tididi_cnf
from cnfc import Formula, NumTrue


def written(number, constraint, simplify=False):
    """The DIMACS text of a constraint on the variables 1 to number."""
    formula = Formula()
    formula.Add(constraint([formula.AddVar() for _ in range(number)]))
    if simplify:
        formula.Simplify()
    text = io.StringIO()
    formula.WriteCNF(text)
    return text.getvalue()


def models(text, number):
    shown = f"c p show {' '.join(map(str, range(1, number + 1)))} 0\n{text}"
    counts = tididi_cnf.count(text, mode="mc").count, tididi_cnf.count(shown, mode="pmc").count
    return "models {}, projected {}".format(*counts)


for words, number, constraint in (
    ("at least 4 of 8, 163 pictures", 8, lambda cells: NumTrue(*cells) >= 4),
    ("at most 1 of 3, 4 pictures", 3, lambda cells: NumTrue(*cells) <= 1),
):
    plain, simplified = (models(written(number, constraint, more), number) for more in (False, True))
    print(f"{words}: {plain}; simplified: {simplified}")
text = written(4, lambda cells: NumTrue(*cells[:2]) == 1)
header = text[text.index("p cnf") :].split()[2]
print(f"1 of the first 2 of 4, 8 pictures: header {header} variables, models {tididi_cnf.count(text, mode='mc').count}")
END
seen=$(venv/bin/python see.py 2>/dev/null)
wanted=$(cat <<'END'
at least 4 of 8, 163 pictures: models 256, projected 163; simplified: models 256, projected 163
at most 1 of 3, 4 pictures: models 4, projected 4; simplified: models 1, projected 1
1 of the first 2 of 4, 8 pictures: header 2 variables, models 2
END
)
echo "$seen"
[ "$seen" = "$wanted" ]
