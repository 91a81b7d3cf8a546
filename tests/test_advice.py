"""Errors and remarks are facts; what to do about them is said by the command line alone."""

import ast
import pickle
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import PACKAGE

from nonosat import errors
from nonosat.advice import Advice, Remark
from nonosat.cli import COMMANDS
from nonosat.cli.advice import WORDS, with_advice
from nonosat.errors import NonosatError, ParseError

ROOMS = (
    "model",
    "formats",
    "files",
    "pictures",
    "ask",
    "run",
    "errors.py",
    "words.py",
    "limits.py",
)
"""Rooms that pages and programs use as well as the command line."""
SPOKEN = re.compile(rf"(?<![\w-])--[a-z]|nonosat (?:{'|'.join(COMMANDS)})\b")
"""An option or a command, as it is typed."""


def literals(path: Path) -> Iterator[tuple[int, str]]:
    """The texts of a module with their lines, but not those that document it."""
    nodes = [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    documenting = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(getattr(node, "value", None), str) and id(node) not in documenting:
            assert isinstance(node, ast.Constant)
            yield node.lineno, str(node.value)


def test_only_the_command_line_names_its_options() -> None:
    found = [path for room in ROOMS for path in [PACKAGE / room] if path.exists()]
    modules = [one for path in found for one in ([path] if path.is_file() else path.rglob("*.py"))]
    assert len(found) == len(ROOMS)
    assert len(modules) > 100
    assert not [
        f"{path.relative_to(PACKAGE)}:{line}: {text}"
        for path in modules
        for line, text in literals(path)
        if SPOKEN.search(text)
    ]


@pytest.mark.parametrize("text", ["pass --from x", "`nonosat image a` does", "a (--force does)"])
def test_options_and_commands_are_recognized(text: str) -> None:
    assert SPOKEN.search(text)
    assert not SPOKEN.search("nonosat.load reads files; a-b--c is a name; nonosat reads images")


def test_each_advice_has_words_and_all_words_are_used() -> None:
    given: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and node.value in WORDS and path.stem != "advice":
                given.add(node.value)
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Advice":
                way = node.args[0]
                assert not isinstance(way, ast.Constant) or way.value in WORDS
    assert {*WORDS} - given <= {"image or pixels"}


CLASSES = [
    one for one in vars(errors).values() if isinstance(one, type) and issubclass(one, NonosatError)
]


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_advice_survives_the_way_from_a_child(kind: type[NonosatError]) -> None:
    """It is no part of the message, so pages and rows have only what is wrong."""
    error = kind("it is wrong", advice=Advice("force"))
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.advice) == (kind, str(error), Advice("force"))
    assert "force" not in str(again)
    assert with_advice(again) == f"{error}; --force replaces it"
    assert kind("it is wrong").advice is None


def test_a_remark_is_its_sentence_and_keeps_its_advice() -> None:
    remark = Remark("4x4 pixels", Advice("pixels"))
    assert remark == "4x4 pixels"
    again = pickle.loads(pickle.dumps((remark,)))[0]
    assert (again, again.advice) == (remark, remark.advice)
    assert with_advice(again) == "4x4 pixels; --from pixels makes each pixel a cell"
    assert with_advice("4x4 pixels") == "4x4 pixels"


def test_names_of_files_are_quoted_for_a_shell() -> None:
    error = ParseError("blurred", "a b.png", advice=Advice("image", ("a b.png", "3x2")))
    assert with_advice(error).endswith(
        "; `nonosat image 'a b.png' --size 3x2` makes a puzzle of it"
    )
    from_pipe = Advice("image", ("<stdin>", "3x2"))
    assert with_advice("x", from_pipe) == "x; `nonosat image FILE --size 3x2` makes a puzzle of it"
