#!/usr/bin/env bash
# pyapproxmc 4.4.0 and pyganak 2.9.0 (PyPI), model counters of one family.
#
# The guess: a small count is exact, as ApproxMC lists the models below its threshold instead of hashing.
# Seen: a switch, which is two rows and two columns of one filled cell each, counts 1, so the smallest
# puzzle with two pictures passes for unique. Its cells are all equal or opposite. Beside other cells it is
# left out of the count. No sampling set, seed or smaller epsilon helps; pyganak is right.
#
#   one of 3 cells: pyapproxmc 3, pyganak 3
#   switch: pyapproxmc 1, pyganak 2
#   two switches: pyapproxmc 1, pyganak 4
#   switch and one of 3 cells: pyapproxmc 3, pyganak 6
#   switch, with sampling set 1, with seed 2 1, with epsilon and delta 0.01 1
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
python3 -m venv venv && venv/bin/pip install -q pyapproxmc==4.4.0 pyganak==2.9.0 >install.log 2>&1 ||
    { cat install.log; exit 2; }
cat >see.py <<'END'
import pyapproxmc
import pyganak

ONE_OF_3 = [[1, 2, 3], [-1, -2], [-1, -3], [-2, -3]]
SWITCH = [clause for a, b in ((1, 2), (3, 4), (1, 3), (2, 4)) for clause in ([a, b], [-a, -b])]


def moved(clauses):
    """The clauses on other variables, 5 and more."""
    return [[literal + 4 if literal > 0 else literal - 4 for literal in clause] for clause in clauses]


def approx(clauses, *sampling, **options):
    counter = pyapproxmc.Counter(**options)
    for clause in clauses:
        counter.add_clause(clause)
    models, hashes = counter.count(*sampling)
    return models * 2**hashes


def exact(clauses):
    counter = pyganak.Counter()
    counter.add_clauses(clauses)
    return counter.count()


for words, clauses in (
    ("one of 3 cells", ONE_OF_3),
    ("switch", SWITCH),
    ("two switches", SWITCH + moved(SWITCH)),
    ("switch and one of 3 cells", SWITCH + moved(ONE_OF_3)),
):
    print(f"{words}: pyapproxmc {approx(clauses)}, pyganak {exact(clauses)}")
print(
    f"switch, with sampling set {approx(SWITCH, [1, 2, 3, 4])}, with seed 2 {approx(SWITCH, seed=2)},",
    f"with epsilon and delta 0.01 {approx(SWITCH, epsilon=0.01, delta=0.01)}",
)
END
seen=$(venv/bin/python see.py 2>&1)
wanted=$(cat <<'END'
one of 3 cells: pyapproxmc 3, pyganak 3
switch: pyapproxmc 1, pyganak 2
two switches: pyapproxmc 1, pyganak 4
switch and one of 3 cells: pyapproxmc 3, pyganak 6
switch, with sampling set 1, with seed 2 1, with epsilon and delta 0.01 1
END
)
echo "$seen"
[ "$seen" = "$wanted" ]
