#!/usr/bin/env bash
# PySDD 1.0.6 (PyPI), sentential decision diagrams.
#
# The guess: model_count() is exact, as Python's integers have no bound and an SDD counts in one pass.
# Seen: it counts in 64 bits and drops the rest without a word. 64 switches, which are two cells each with
# one of them filled, have 2^64 models; the count is 0, as of a puzzle without a solution. is_false() tells
# the cases apart, and the weighted count in logarithms keeps the magnitude.
#
#   63 switches: model_count 9223372036854775808, global 9223372036854775808, is_false False, log2 63.000
#   64 switches: model_count 0, global 0, is_false False, log2 64.000
#   two of three cells, 41 times: 18026252303461234787, true 36472996377170786403
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
python3 -m venv venv && venv/bin/pip install -q pysdd==1.0.6 >install.log 2>&1 || { cat install.log; exit 2; }
cat >see.py <<'END'
import math

from pysdd.sdd import SddManager


def switches(number):
    """2 * number cells; one of each pair is filled."""
    manager = SddManager(2 * number)
    node = manager.true()
    for at in range(1, 2 * number, 2):
        left, right = manager.l(at), manager.l(at + 1)
        node = node & (left | right) & (-left | -right)
    return node


for number in (63, 64):
    node = switches(number)
    counts = f"model_count {node.model_count()}, global {node.global_model_count()}"
    log2 = node.wmc(log_mode=True).propagate() / math.log(2)
    print(f"{number} switches: {counts}, is_false {bool(node.is_false())}, log2 {log2:.3f}")
manager = SddManager(3 * 41)
node = manager.true()
for at in range(1, 3 * 41, 3):
    a, b, c = (manager.l(at + more) for more in range(3))
    node = node & (a | b) & (a | c) & (b | c) & (-a | -b | -c)
print(f"two of three cells, 41 times: {node.model_count()}, true {3**41}")
END
seen=$(venv/bin/python see.py 2>&1)
wanted=$(cat <<'END'
63 switches: model_count 9223372036854775808, global 9223372036854775808, is_false False, log2 63.000
64 switches: model_count 0, global 0, is_false False, log2 64.000
two of three cells, 41 times: 18026252303461234787, true 36472996377170786403
END
)
echo "$seen"
[ "$seen" = "$wanted" ]
