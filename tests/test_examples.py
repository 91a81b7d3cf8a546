"""The programs in docs/examples: each does what it says."""

import ast
import json
import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from conftest import ROOT, at_night, in_checkout, script

import nonosat
from nonosat import Grid, Puzzle

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


@pytest.mark.parametrize(
    "line",
    [
        '{"id": "no such", "model": "m", "text": ""}',
        "{}",
        "[]",
        "no JSON",
        '{"id": [], "model": 1}',
    ],
)
def test_what_is_no_answer_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / "set.jsonl").write_text(nonosat.dumps(Puzzle.of([1], [1]), "jsonl"))
    (tmp_path / "answers.jsonl").write_text(line)
    command = [sys.executable, EXAMPLES / "judge.py", "set.jsonl", "answers.jsonl"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("answers.jsonl:1: not an answer to a puzzle of set.jsonl (")
    assert len(done.stderr.splitlines()) == 1


ZIGZAG, FIRST = ROOT / "data/seeds/zigzag-5x5.two", ROOT / "data/drawn/first-steps.jsonl"
TWO = ROOT / "tests/data/ambiguous/horizontales-5x5.txt"
HARD = nonosat.dumps(nonosat.generate("random", size=150, density=0.5, seed=1).puzzle, "json")
"""A puzzle that takes longer than any client waits."""
#   program           arguments               stdin                          what the output has
PROGRAMS: dict[str, tuple[list[Any], str, str]] = {
    "symmetry":      (["turned.jsonl"],       "",                            r"\Apuzzle 1 = turned\n\Z"),
    "repair":        ([],                     "#.\n.#\n",                    r"\A\. \.\n\. #\n\Z"),
    "proof":         ([ZIGZAG, "folder"],     "",                            r"\A1 unique \d+ files\n\Z"),
    "data_frame":    ([FIRST],                "",                            r"Smile +\d+ +\d+ +unique +\d"),
    "pickled":       ([FIRST, "store"],       "",                            r"\A(<Puzzle \d+x\d+> unique\n)+\Z"),
    "threads":       ([FIRST],                "",                            r"(?m)^House unique$"),
    "teacher":       ([ZIGZAG],               "",                            r"\n *solved\nrow 1, column 1 is \w+\. It takes"),
    "unfinished":    ([ZIGZAG],               "?????\n" * 5,                 r"\A25 of 25 cells are .*\nrow 4 \(2 2\): "),
    "typos":         (["1;2;1", "1;1 1;1"],   "",                            r"\nexchange column 1 \(1\) and the next one"),
    "upload":        ([],                     "2x1:1/1/2",                   r"'verdict': 'unique'"),
    "service":       ([9],                    "2x1:1/1/2",                   r"'verdict': 'unique'"),
    "sideways":      ([FIRST],                "",                            r"agreement: all 14 definite verdicts of 14 runs on 7 puzzles agree"),
    "photo":         (["house.png"],          "",                            r"\A(\. ){4}# # (\. ){3}\.\n"),
    "many":          ([FIRST, TWO],           "",                            r"\A8: 2 solutions, there may be more, .*\n7 unique, 1 multiple\n\Z"),
    "watch":         (["hard.json", 1],       "",                            r"\Aunknown \d+ cancelled\n\Z"),
    "several":       ([TWO],                  "",                            r"\Aexactly 2 solutions, .*\n\. \? # \? \.\n(?s:.*)\nsolution 2\n"),
    "booklet":       (["booklet.html"],       "",                            r"\A6 pages, 6 puzzles\n\Z"),
    "daily":         (["2026-11-29"],         "",                            r"\n1\.[\w-]+\nhttps://example\.org/play/#puzzle=1\.[\w-]+\n\Z"),
    "links":         ([ZIGZAG],               "",                            r"#puzzle=1\.[\w-]+\">.*<svg"),
}  # fmt: skip


WRITERS = ("booklet", "photo", "pickled", "proof")


def run_program(name: str, folder: Path, interpreter: str = sys.executable) -> None:
    """Run a program in a folder; if it writes there, twice: the second run finds what the first has written."""
    if name == "data_frame":
        pytest.importorskip("pandas", reason="pandas is not installed")
    arguments, typed, wanted = PROGRAMS[name]
    heart = Puzzle.of(["1 1", 5, 5, 3, 1], [2, 4, 4, 4, 2])
    nonosat.dump([heart, nonosat.Sheet(heart.rotate(), title="turned")], folder / "turned.jsonl")
    (folder / "hard.json").write_text(HARD)
    if name == "photo":
        pytest.importorskip("PIL", reason="Pillow is not installed")
        house = Grid.of(["..#..", ".###.", "#####", ".#.#.", ".###."])
        image = house.to_image(cell=20).rotate(3, fillcolor="white", expand=True)
        image.save(folder / "house.png")
    command = [interpreter, EXAMPLES / f"{name}.py", *map(str, arguments)]
    for _ in range(1 + (name in WRITERS)):
        done = subprocess.run(command, cwd=folder, input=typed, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert re.search(wanted, done.stdout), done.stdout


@pytest.mark.parametrize("name", [*[*PROGRAMS][::3], *at_night(*PROGRAMS)])
def test_programs_do_what_they_say(name: str, tmp_path: Path) -> None:
    run_program(name, tmp_path)


def test_a_client_that_leaves_ends_the_work(tmp_path: Path) -> None:
    """The interpreter waits for all threads, so it ends late if the work goes on."""
    command = [sys.executable, EXAMPLES / "service.py", "1"]
    done = subprocess.run(command, input=HARD, capture_output=True, text=True, timeout=40)
    assert (done.returncode, done.stdout) == (0, "the client has left\n"), done.stderr
    done = subprocess.run(command, input="no puzzle", capture_output=True, text=True)
    assert done.stdout.startswith("{'error': '<string>: ")


def test_there_are_nineteen_programs() -> None:
    files = {path.stem for path in EXAMPLES.glob("*.py")}
    assert files == {*PROGRAMS, "answers", "judge", "environment", "reasoning_gym_nonograms"}
    assert len(PROGRAMS) == 19
    page = (ROOT / "docs" / "python.md").read_text("utf-8")
    assert {name for name in PROGRAMS if f"(examples/{name}.py)" in page} == {*PROGRAMS}


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_are_short_and_use_public_names(name: str) -> None:
    text = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) < 30
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom):
            assert not (node.module or "").startswith("nonosat")
        elif isinstance(node, ast.Attribute):
            assert not node.attr.startswith("_")
            if isinstance(node.value, ast.Name) and node.value.id == "nonosat":
                assert node.attr in nonosat.__all__


@pytest.mark.night
def test_a_strict_checker_has_no_complaint(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="mypy is not installed")
    backend, page = tmp_path / "backend.py", (ROOT / "docs" / "own-backend.md").read_text("utf-8")
    (body,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    backend.write_text(f"{body}\n\nimport nonosat\n\nown: nonosat.Backend = SlowRows()\n")
    names = [str(backend)] + [
        str(EXAMPLES / f"{name}.py")
        for name in (*PROGRAMS, "answers", "judge")
        if name != "data_frame"
    ]
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", *names]
    # Elsewhere, so that nonosat is an installed package to it, whose own imports nobody checks.
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


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
    monkeypatch.syspath_prepend(EXAMPLES)
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
