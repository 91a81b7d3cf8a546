"""The moves of a chain as steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonosat.explain.board import LineBoard
from nonosat.explain.chains import Look, Move, make_move
from nonosat.explain.events import Contradicted, Deduced, Guessed, Step, TakenBack
from nonosat.explain.rules import ALL_PLACEMENTS


def steps_of(board: LineBoard, moves: Sequence[Move], depth: int = 0) -> Iterator[Step]:
    """Yield moves as steps from a board. A trial becomes a guess, its moves, and taking it back."""
    board = board.copy()
    for move in moves:
        before = board.copy()
        if isinstance(move, Look):
            sets = board.says(move.line, move.rule)
            line = board.lines[move.line]
            if sets is None:
                yield Contradicted(depth, line)
                return
            board.put(move.line, sets)
            name = ALL_PLACEMENTS if move.rule is None else move.rule.name
            yield Deduced(depth, *board.changes(before), line, name)
            continue
        trial = board.supposing(move.cell, move.color)
        yield Guessed(depth + 1, *trial.changes(before), move.cell, move.color)
        yield from steps_of(trial, move.moves, depth + 1)
        make_move(board, move)
        yield TakenBack(depth, *board.changes(before), move.cell, move.color, True)
