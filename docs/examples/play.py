"""Play a puzzle in a terminal: `2 1 #` fills row 2, column 1; there are `undo`, `errors`, `hint`."""

import sys
from collections.abc import Iterable, Iterator

import nonosat


def play(game: nonosat.Game, lines: Iterable[str]) -> Iterator[str]:
    """The answer to each line of a player."""
    for line in lines:
        try:
            match line.split():
                case ["undo"] if game.moves:
                    game.undo()
                case ["errors"]:
                    yield f"wrong: {[(row + 1, col + 1) for row, col in game.errors(limits=10)]}"
                case ["hint"]:
                    yield str(game.hint(limits=10))
                case [row, col, color]:
                    game.set((int(row) - 1, int(col) - 1), color)
        except ValueError as err:  # a nonosat.UsageError, too
            yield str(err)
        yield "Solved!" if game.solved else str(game)


if __name__ == "__main__":
    answers = play(nonosat.Game(nonosat.load(sys.argv[1])[0]), sys.stdin)
    sys.stdout.writelines(f"{answer}\n" for answer in answers)
