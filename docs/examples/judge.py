"""A table of the answers of models, judged on a set.

python judge.py set.jsonl answers.jsonl

Each line of the answers has ``id`` (that of the puzzle), ``model`` and ``text``.
"""

import json
import sys
from collections import defaultdict
from pathlib import Path

from answers import lines_right, read_picture

import nonosat


def judged(puzzles: str, answers: str) -> list[str]:
    """Judge every answer, and return the lines of the table."""
    by_id = {sheet.id: sheet.puzzle for sheet in nonosat.load(puzzles)}
    scores: dict[str, list[tuple[int, int] | None]] = defaultdict(list)
    """Lines that are right, and lines; None without a picture."""
    for number, line in enumerate(Path(answers).read_text("utf-8").splitlines(), 1):
        try:
            answer = json.loads(line)
            puzzle, model = by_id[answer["id"]], answer["model"]
            picture = read_picture(puzzle, answer["text"])
            right = None if picture is None else (lines_right(puzzle, picture), len(puzzle.clues))
            scores[model].append(right)
        except (KeyError, TypeError, ValueError) as err:
            sys.exit(f"{answers}:{number}: not an answer to a puzzle of {puzzles} ({err!r})")
    table = ["| model | answers | solved | lines right | unreadable |", "|---|--:|--:|--:|--:|"]
    for model, found in sorted(scores.items()):
        pictures = [score for score in found if score]
        solved = sum(right == lines for right, lines in pictures)
        share = sum(right / lines for right, lines in pictures) / len(found)
        unreadable = len(found) - len(pictures)
        table.append(f"| {model} | {len(found)} | {solved} | {share:.0%} | {unreadable} |")
    return table


if __name__ == "__main__":
    print("\n".join(judged(*sys.argv[1:])))
