"""The table of exit codes: every error and verdict has the one that is documented."""

import re

from conftest import ROOT

from nonosat import errors
from nonosat.cli.exit_codes import DOUBTS, INTERRUPTED, OF_ERRORS, OF_VERDICTS, TERMINATED, code_of
from nonosat.errors import NonosatError
from nonosat.solving.result import Verdict

#   class            exit code
CODES = {
    "NonosatError":  1,
    "UsageError":    2,
    "PuzzleError":   3,
    "ParseError":    3,
    "UnknownFormat": 3,
    "SomeUnread":    3,
    "Unsure":        3,
    "Unsupported":   3,
    "TooLarge":      3,
    "InputError":    3,
    "MissingExtra":  4,
    "OutputError":   5,
    "CannotHold":    5,
    "LimitReached":  30,
    "OutOfMemory":   30,
    "EngineFailed":  30,
    "AnswerLost":    30,
    "ClusterLost":   31,
    "EngineNeeded":  30,
    "Refused":       40,
    "WrongAnswer":   70,
}  # fmt: skip


def test_every_error_has_its_exit_code() -> None:
    kinds = [
        k for k in vars(errors).values() if isinstance(k, type) and issubclass(k, NonosatError)
    ]
    assert {kind.__name__: code_of(kind) for kind in kinds} == CODES
    assert {kind.__name__: code_of(kind("what")) for kind in kinds} == CODES


def test_every_verdict_has_its_exit_code() -> None:
    assert [code_of(verdict) for verdict in Verdict] == [0, 10, 20, 30]


def test_the_page_lists_all_that_check_can_leave_with() -> None:
    page = (ROOT / "docs" / "check.md").read_text(encoding="utf-8")
    listed = {int(code) for code in re.findall(r"^\| (\d+) \|", page, re.MULTILINE)}
    of_check = {*OF_ERRORS.values(), *OF_VERDICTS.values(), DOUBTS, INTERRUPTED, TERMINATED}
    assert listed == of_check - {OF_ERRORS[NonosatError], OF_ERRORS[errors.Refused]}
