"""The programs in docs/examples: each does what it says."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from conftest import ROOT, in_checkout, script

import nonosat
from nonosat import Puzzle

pytestmark = in_checkout
EXAMPLES = ROOT / "docs" / "examples"


def test_answers_are_judged(tmp_path: Path) -> None:
    trusted = script("benchmarks/trusted.py")
    (tmp_path / "set.jsonl").write_text("".join(trusted.texts(5, 24)))
    sheets = nonosat.load(tmp_path / "set.jsonl")
    rows = [sheet.goals[0].drawn(sheet.puzzle.palette.chars) for sheet in sheets]
    models = {
        "alpha": ["```\n" + "\n".join(drawn) + "\n```" for drawn in rows],
        "beta": ["So it is:\n" + "\n".join(["....."] * 5)] + ["I give up."] * 3,
        "gamma": [str([[*row] for row in sheet.goals[0]]) for sheet in sheets[:3]] + ["[[0, 1], "],
    }
    lines = [
        json.dumps({"id": sheet.id, "model": model, "text": text})
        for model, texts in models.items()
        for sheet, text in zip(sheets, texts, strict=True)
    ]
    (tmp_path / "answers.jsonl").write_text("\n".join(lines))
    command = [sys.executable, EXAMPLES / "judge.py", "set.jsonl", "answers.jsonl"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[2:] == [
        "| alpha | 4 | 4 | 100% | 0 |",
        "| beta | 4 | 0 | 0% | 3 |",
        "| gamma | 4 | 3 | 75% | 1 |",
    ]


class Base:
    """The part of reasoning-gym's base class that the example relies on."""

    def __init__(self, config: Any, seed: int | None = None, size: int = 500) -> None:
        config.validate()
        self.config, self.seed, self.size = config, seed, size


def test_the_data_set_scores_by_the_clues(monkeypatch: pytest.MonkeyPatch) -> None:
    registered: dict[str, Any] = {}
    factory = ModuleType("reasoning_gym.factory")
    vars(factory).update(
        ProceduralDataset=Base,
        register_dataset=lambda name, *classes: registered.update({name: classes}),
    )
    monkeypatch.setitem(sys.modules, "reasoning_gym", ModuleType("reasoning_gym"))
    monkeypatch.setitem(sys.modules, "reasoning_gym.factory", factory)
    example = script("docs/examples/reasoning_gym_nonograms.py")
    assert registered == {"nonograms": (example.NonogramDataset, example.NonogramConfig)}
    data = example.NonogramDataset(example.NonogramConfig(side=6, size=3, seed=1))
    questions = set()
    for number in range(3):
        entry = data[number]
        assert entry == data[number]
        questions.add(entry["question"])
        assert data.score_answer(f"It is\n{entry['answer']}\n", entry) == 1.0
        wrong = data.score_answer(entry["answer"].replace("#", "."), entry)
        assert 0 <= wrong < 0.5
        assert data.score_answer(None, entry) == data.score_answer("no", entry) == 0.0
    assert len(questions) == 3
    with pytest.raises(AssertionError):
        example.NonogramDataset(example.NonogramConfig(side=1))


def test_steps_are_forced_lucky_or_wrong() -> None:
    example = script("docs/examples/environment.py")
    puzzle = Puzzle.of([[1], [3], [1]], [[1], [3], [1]])
    world = example.NonogramEnvironment(puzzle)
    assert world.reset() == ["???", "???", "???"]
    assert world.step(1, 0, 0) == (["???", "???", "???"], -1.0, False, "wrong")
    assert world.step(1, 0, 1) == (["???", "#??", "???"], 1.0, False, "forced")
    for row, col in product(range(3), repeat=2):
        seen, reward, ended, kind = world.step(row, col, world.solution[row, col])
        assert (reward, kind) == (1.0, "forced")
    assert (seen, ended) == ([".#.", "###", ".#."], True)

    hard = nonosat.generate("random", size=6, density=0.5, needs="probing", seed=1).puzzle
    world = example.NonogramEnvironment(hard)
    kinds = {
        world.step(*cell, world.solution[cell])[3]
        for cell in product(range(6), repeat=2)
        if world.reset()
    }
    assert kinds == {"forced", "lucky"}
    with pytest.raises(ValueError, match="must be unique, not multiple"):
        example.NonogramEnvironment(Puzzle.of([[1], [1]], [[1], [1]]))
