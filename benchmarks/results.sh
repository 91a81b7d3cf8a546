#!/usr/bin/env bash
# Measures all of RESULTS.md anew, and makes its tables and charts in the folder `results`: an hour on
# two processors. Both chains of runs go side by side, each on a processor of its own. They need this
# version's nonosat first on PATH; minisat, clasp and minizinc (Debian has all three) are left out, with
# a message, where they are missing. A trial run, which takes two minutes and replaces nothing:
#
#     SUITE=quick LIMIT=1 REPEATS=1 benchmarks/results.sh build/trial
set -euo pipefail
script=$(realpath "$0")

run() { nonosat bench run --suite "${SUITE:-full}" --limit "${LIMIT:-10}" --repeats "${REPEATS:-3}" "$@"; }

case "${1-}" in
parts)
    run --cores 0 -b auto -b line -b sat -b sat:plain -b sat:regular -b sat:cadical195 -b sat:cadical195+plain -o learners.jsonl
    run --cores 0 -b auto -b placements -b cpsat -b cpsat:clauses -b cpsat:plain -b cpsat:table -b mip -o constraints.jsonl
    ;;
programs)
    outside=()
    for program in minizinc 'clasp=clasp {cnf}' 'clasp-sums=clasp {opb}' \
        "minisat=sh -c 'minisat {cnf} {folder}/model; sed \"s/^/v /\" {folder}/model'"; do
        name=${program%%[-=]*}
        if command -v "$name" > /dev/null; then
            outside+=(--external "$program")
        else
            echo "$name is not installed; its results are missing" >&2
        fi
    done
    run --cores 1 --goal first -b auto -b sat:plain -b sat:direct -o first.jsonl "${outside[@]}"
    ;;
*)
    folder=$(realpath -m "${1:-$(dirname "$script")/results}")
    mkdir -p "$folder.new"
    cd "$folder.new"
    "$script" parts &
    "$script" programs
    wait $!
    mkdir learners
    nonosat bench report learners.jsonl --clock solving -o learners.md -o learners/cactus.svg -o learners/cactus.png
    nonosat bench report learners.jsonl --clock solving --versus auto,sat -o learners/scatter.svg -o learners/scatter.png
    nonosat bench report learners.jsonl --clock solving --by size -o learners/size-factor.svg
    nonosat bench report constraints.jsonl --clock solving -o constraints.md
    nonosat bench report first.jsonl -o first.md
    nonosat bench report first.jsonl --cpu -o first-cpu.md
    gzip -9n -- *.jsonl
    # The old results are replaced only now, when all of the new ones are there.
    rm -rf -- "$folder"
    mv -- "$folder.new" "$folder"
    ;;
esac
