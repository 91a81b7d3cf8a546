#!/usr/bin/env bash
# Measures all of RESULTS.md anew and makes its tables and charts: half an hour on two processors.
# Both chains of runs go side by side, each on a processor of its own. They need minisat, clasp and
# minizinc (Debian has all three), and this version's nonosat first on PATH.
set -euo pipefail
cd "$(dirname "$0")/results"

run() { nonosat bench run --suite full --limit 10 --repeats 3 "$@"; }

case "${1-}" in
parts)
    run -b auto -b line -b sat -b sat:plain -b sat:cadical195 -b sat:cadical195+plain -o learners.jsonl
    run -b auto -b placements -b cpsat -b cpsat:plain -b cpsat:table -o constraints.jsonl
    ;;
programs)
    run --goal first -b auto -b sat:plain -b sat:direct -o first.jsonl \
        --external minizinc --external 'clasp=clasp {cnf}' --external 'clasp-sums=clasp {opb}' \
        --external "minisat=sh -c 'minisat {cnf} {folder}/model; sed \"s/^/v /\" {folder}/model'"
    ;;
*)
    rm -rf -- *.jsonl *.md learners
    taskset -c 0 ../results.sh parts &
    taskset -c 1 ../results.sh programs
    wait $!
    nonosat bench report learners.jsonl --clock solving -o learners.md --plots learners
    nonosat bench report constraints.jsonl --clock solving -o constraints.md
    nonosat bench report first.jsonl -o first.md
    nonosat bench report first.jsonl --cpu -o first-cpu.md
    ;;
esac
