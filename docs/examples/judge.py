"""A table of the answers of models, judged on a set.

python judge.py set.jsonl answers.jsonl

Each line of the answers has ``id`` (that of the puzzle), ``model`` and ``text``.
"""

import json
import sys
from collections import defaultdict
from pathlib import Path

import nonosat


def table(puzzles: str, answers: str) -> list[str]:
    """Judge every answer, and return the lines of the table."""
    by_id = {sheet.id: sheet.puzzle for sheet in nonosat.load(puzzles)}
    scores: dict[str, list[nonosat.Score]] = defaultdict(list)
    for number, line in enumerate(Path(answers).read_text("utf-8").splitlines(), 1):
        try:
            answer = json.loads(line)
            puzzle, model = by_id[answer["id"]], answer["model"]
            scores[model].append(puzzle.score(puzzle.read_answer(answer["text"])))
        except (KeyError, TypeError, ValueError) as err:
            sys.exit(f"{answers}:{number}: not an answer to a puzzle of {puzzles} ({err!r})")
    lines = ["| model | answers | solved | lines right | unreadable |", "|---|--:|--:|--:|--:|"]
    for model, found in sorted(scores.items()):
        solved = sum(score.solved for score in found)
        right = sum(score.lines_right for score in found) / sum(score.lines for score in found)
        unreadable = sum(bool(score.unreadable) for score in found)
        lines.append(f"| {model} | {len(found)} | {solved} | {right:.0%} | {unreadable} |")
    return lines


if __name__ == "__main__":
    print("\n".join(table(*sys.argv[1:])))
