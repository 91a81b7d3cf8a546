"""Nonograms as a data set of reasoning-gym (https://github.com/open-thought/reasoning-gym)."""

from dataclasses import dataclass
from typing import Any

from answers import lines_right, prompt, read_picture
from reasoning_gym.factory import ProceduralDataset, register_dataset

import nonosat


@dataclass
class NonogramConfig:
    """What the puzzles are like."""

    side: int = 10
    density: float = 0.6
    needs: str = "line"
    seed: int = 0
    size: int = 500
    """The number of puzzles."""

    def validate(self) -> None:
        """Refuse what cannot be."""
        assert 2 <= self.side <= 30, "side must be from 2 to 30"
        assert self.size >= 1, "size must be at least 1"


class NonogramDataset(ProceduralDataset):
    """Unique puzzles. Each valid picture counts, in any form that `read_picture` reads."""

    def __init__(self, config: NonogramConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)

    def __getitem__(self, idx: int) -> dict[str, Any]:
        sheet = nonosat.generate(
            "random",
            size=self.config.side,
            density=self.config.density,
            needs=self.config.needs,
            seed=self.seed * 1_000_003 + idx,
        )
        return {
            "question": prompt(sheet.puzzle),
            "answer": "\n".join(sheet.goals[0].drawn(sheet.puzzle.palette.chars)),
            "metadata": {"puzzle": nonosat.dumps(sheet.puzzle, "json")},
        }

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """Return 1 for a solution, else up to 0.5 for the share of right lines."""
        (sheet,) = nonosat.loads(entry["metadata"]["puzzle"])
        picture = read_picture(sheet.puzzle, answer or "")
        if picture is None:
            return 0.0
        right = lines_right(sheet.puzzle, picture) / len(sheet.puzzle.clues)
        return 1.0 if sheet.puzzle.accepts(picture) else 0.5 * right


register_dataset("nonograms", NonogramDataset, NonogramConfig)
