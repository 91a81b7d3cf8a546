"""Verdicts, limits and results; the tree of errors; tables of names."""

from __future__ import annotations

import builtins
import contextlib
import json
import math
import pickle
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from nonosat import api, errors
from nonosat.api import Search
from nonosat.errors import (
    FINISHED,
    EngineFailed,
    EngineNeeded,
    LimitReached,
    MissingExtra,
    NonosatError,
    OutOfMemory,
    Reason,
    Stop,
    UsageError,
    WrongAnswer,
)
from nonosat.model import Domains, Grid, Palette, Puzzle
from nonosat.registry import Entry, Registry
from nonosat.result import FACTS, Deadline, Limits, Result, Trace, Verdict

PERMUTATIONS = Puzzle.of([[1]] * 3, [[1]] * 3)
SWITCH = Puzzle.of([[1], [1]], [[1], [1]])
GRIDS = (Grid.of(["#.", ".#"]), Grid.of([".#", "#."]), Grid.of(["##", ".."]))


# Verdicts


@pytest.mark.parametrize(
    ("solutions", "exhausted", "want"),
    [
        (0, True, Verdict.NONE),
        (1, True, Verdict.UNIQUE),
        (2, True, Verdict.MULTIPLE),
        (3, True, Verdict.MULTIPLE),
        (0, False, Verdict.UNKNOWN),
        (1, False, Verdict.UNKNOWN),
        (2, False, Verdict.MULTIPLE),
        (3, False, Verdict.MULTIPLE),
    ],
)
def test_the_verdict_follows(solutions: int, exhausted: bool, want: Verdict) -> None:
    assert Result(SWITCH, GRIDS[:solutions], exhausted, "auto").verdict is want


@pytest.mark.parametrize("number", [0, 1])
def test_one_solution_differs_from_nothing(number: int) -> None:
    assert Result(SWITCH, GRIDS[:number], True, "auto").differs == []


def test_the_first_two_solutions_are_compared() -> None:
    result = Result(SWITCH, (GRIDS[0], GRIDS[2], GRIDS[1]), True, "auto")
    assert result.differs == [(0, 1), (1, 1)]


# The JSON form


def test_the_keys_are_the_documented_ones() -> None:
    facts = Result(SWITCH, (), False, "auto").to_dict()
    assert list(facts) == list(FACTS)
    want = (
        "source position title height width colors verdict line_solvable difficulty solutions "
        "differs backend engine seconds cpu_seconds counters error"
    )
    assert " ".join(FACTS) == want


def test_absent_facts_are_null() -> None:
    facts = Result(SWITCH, (), True, "line").to_dict()
    assert json.loads(json.dumps(facts)) == {
        "source": None,
        "position": None,
        "title": None,
        "height": 2,
        "width": 2,
        "colors": 1,
        "verdict": "none",
        "line_solvable": None,
        "difficulty": None,
        "solutions": [],
        "differs": [],
        "backend": "line",
        "engine": None,
        "seconds": 0.0,
        "cpu_seconds": 0.0,
        "counters": {},
        "error": None,
    }


def test_every_fact_is_there() -> None:
    palette = Palette.of(
        [("white", "#ffffff", "."), ("black", "#000000", "k"), ("red", "#d00000", "r")]
    )
    clues = [[1], [(1, 2)]]
    puzzle = Puzzle.of(clues, clues, palette)
    result = Result(
        puzzle,
        (Grid(2, 2, bytes([1, 0, 0, 2])), Grid(2, 2, bytes([0, 1, 2, 0]))),
        False,
        "sat",
        engine="glucose42",
        seconds=1.23456789,
        cpu_seconds=0.5,
        line_solvable=False,
        difficulty="guessing 2",
        counters={"lines": 4},
        stop=Deadline(1).stop(),
    )
    facts = result.to_dict(source="a.non", position=3, title="Flag")
    assert json.loads(json.dumps(facts)) == {
        "source": "a.non",
        "position": 3,
        "title": "Flag",
        "height": 2,
        "width": 2,
        "colors": 2,
        "verdict": "multiple",
        "line_solvable": False,
        "difficulty": "guessing 2",
        "solutions": [["k.", ".r"], [".k", "r."]],
        "differs": [[0, 0], [0, 1], [1, 0], [1, 1]],
        "backend": "sat",
        "engine": "glucose42",
        "seconds": 1.234568,
        "cpu_seconds": 0.5,
        "counters": {"lines": 4},
        "error": "the limit of 1 s was reached",
    }
    assert result.to_dict(title="")["title"] is None


@pytest.mark.parametrize(
    "result",
    [
        Result(SWITCH, GRIDS[:1], True, "auto", counters={"lines": 4}),
        Result(SWITCH, GRIDS[:2], False, "auto"),
    ],
    ids=["counters", "no counters"],
)
def test_results_survive_pickle(result: Result) -> None:
    assert pickle.loads(pickle.dumps(result)) == result


# Limits


@pytest.mark.parametrize("seconds", [None, 0, 0.0, 0.5, 10, math.inf])
def test_limits(seconds: float | None) -> None:
    assert Limits(seconds).seconds == seconds


@pytest.mark.parametrize("kind", [Limits, Deadline])
@pytest.mark.parametrize("seconds", [-1, -0.001, math.nan, -math.inf])
def test_senseless_limits_are_refused(seconds: float, kind: type[Limits] | type[Deadline]) -> None:
    with pytest.raises(UsageError) as caught:
        kind(seconds)
    assert str(caught.value) == f"a limit of {seconds} seconds makes no sense"


def test_no_deadline_never_passes() -> None:
    deadline = Deadline(None)
    deadline.check()
    assert deadline.remaining() == math.inf
    assert deadline.wait() is None


def test_no_time_has_passed_at_once() -> None:
    deadline = Deadline(0)
    assert (deadline.remaining(), deadline.wait()) == (0, 0)
    with pytest.raises(LimitReached) as caught:
        deadline.check()
    assert str(caught.value) == "the limit of 0 s was reached"


def test_a_deadline_passes_in_time() -> None:
    begin = time.monotonic()
    deadline = Deadline(0.05)
    deadline.check()
    assert 0 < deadline.remaining() <= 0.05
    threading.Event().wait(deadline.wait())
    while deadline.remaining():
        pass
    assert 0.05 <= time.monotonic() - begin < 1
    with pytest.raises(LimitReached, match=r"the limit of 0\.05 s was reached"):
        deadline.check()


@pytest.mark.parametrize("seconds", [1e10, 1e300, math.inf])
def test_a_deadline_in_a_thousand_years_can_be_waited_for(seconds: float) -> None:
    deadline = Deadline(seconds)
    deadline.check()
    done = threading.Event()
    done.set()
    assert done.wait(deadline.wait())
    timeout = deadline.wait()
    assert timeout is None or timeout <= threading.TIMEOUT_MAX


def test_the_clock_stands_still_while_a_deadline_is_paused() -> None:
    deadline = Deadline.of(Limits(0.2, processors=3, engines=False))
    assert (deadline.seconds, deadline.processors, deadline.engines) == (0.2, 3, False)
    with deadline.paused():
        time.sleep(0.25)
    deadline.check()
    deadline.resume()  # it runs already
    deadline.pause()
    time.sleep(0.25)
    deadline.resume()
    assert 0 < deadline.remaining() <= 0.2


# Why a search ended


@pytest.mark.parametrize(
    ("error", "reason", "words"),
    [
        (Deadline(1.5).error(), Reason.TIME, "the limit of 1.5 s was reached"),
        (OutOfMemory(), Reason.MEMORY, "out of memory"),
        (EngineFailed("it crashed"), Reason.ENGINE_FAILED, "it crashed"),
        (EngineNeeded(), Reason.ENGINE_NEEDED, "it takes a SAT or CP engine"),
        (LimitReached("too many clauses"), Reason.TOO_LARGE, "too many clauses"),
    ],
    ids=lambda case: case.name if isinstance(case, Reason) else "",
)
def test_an_error_says_why_the_search_ended(
    error: LimitReached, reason: Reason, words: str
) -> None:
    stop = pickle.loads(pickle.dumps(error)).stop
    assert (stop.reason, str(stop), str(error)) == (reason, words, words)
    assert Result(SWITCH, (), False, "auto", stop=stop).to_dict()["error"] == words


@pytest.mark.parametrize("reason", Reason, ids=lambda reason: reason.name)
def test_every_reason_has_words(reason: Reason) -> None:
    assert bool(str(Stop(reason))) == (reason is not Reason.FINISHED)


def test_a_search_knows_why_it_ended() -> None:
    assert api.solve(SWITCH).stop == FINISHED
    assert api.solve(SWITCH, limits=Limits(0)).stop == Stop(Reason.TIME, seconds=0)
    left = api.solve(PERMUTATIONS, backend="sat", limits=Limits(engines=False)).stop
    assert left.reason is Reason.ENGINE_NEEDED


def test_a_verdict_has_its_exit_code() -> None:
    assert [verdict.exit_code for verdict in Verdict] == [0, 10, 20, 30]


def test_a_trace_counts() -> None:
    trace = Trace()
    trace.count("lines")
    trace.count("lines", 4)
    assert trace.counters == {"lines": 5}
    assert (trace.engine, trace.line_solvable, trace.difficulty) == ("", None, "")


# Errors

CLASSES = [
    kind
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, NonosatError)
]


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_errors_survive_pickle(kind: type[NonosatError]) -> None:
    for args in (
        [("what",)]
        + [("what", "f.non", 14)] * issubclass(kind, errors.ParseError)
        + [("what", "row", 3)] * issubclass(kind, errors.PuzzleError)
    ):
        err = kind(*args)
        copy = pickle.loads(pickle.dumps(err))
        assert type(copy) is kind
        assert (str(copy), copy.exit_code) == (str(err), kind.exit_code)
        assert copy.args == err.args
        assert vars(copy) == vars(err)
        assert "what" in str(copy)


@pytest.mark.parametrize(
    ("source", "line", "want"),
    [
        ("f.non", 14, "f.non:14: no"),
        ("f.non", 0, "f.non: no"),
        ("row 3", 0, "row 3: no"),
    ],
)
def test_parse_errors_say_where(source: str, line: int, want: str) -> None:
    assert str(errors.ParseError("no", source, line)) == want
    assert str(errors.TooLarge("no", source, line)) == want


def test_a_parse_error_without_a_place() -> None:
    assert str(errors.ParseError("no")) == "<string>: no"


def drawn_tree() -> dict[str, tuple[int, str, str]]:
    """Class -> (exit code, parent, builtin or ""), read from the picture in the docstring."""
    found = {}
    above: list[str] = []
    for line in (errors.__doc__ or "").splitlines():
        match = re.match(r" {4}([ │├└─]*)(\w+) +(\d+)(?: +\((\w+)\))?", line)
        if match is None:
            continue
        depth = len(match[1]) // 4
        del above[depth:]
        found[match[2]] = (int(match[3]), above[-1] if above else "Exception", match[4] or "")
        above.append(match[2])
    return found


def test_the_docstring_draws_the_tree() -> None:
    drawn = drawn_tree()
    assert set(drawn) == {kind.__name__ for kind in CLASSES}
    for kind in CLASSES:
        code, parent, resembles = drawn[kind.__name__]
        assert kind.exit_code == code, kind
        assert kind.__bases__[0].__name__ == parent, kind
        named = [base.__name__ for base in kind.__bases__[1:]]
        assert named == [resembles] * bool(resembles), kind
        assert all(hasattr(builtins, name) for name in named), kind


# Tables of names


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Registry[str]:
    """A table of good and bad modules."""
    for name, text in {
        "made_fine": "thing = 'found'",
        "made_needy": "import made_absent\nthing = 1",
        "made_deep": "import made_absent.inner\nthing = 1",
        "made_buggy": "import nonosat.made_nowhere\nthing = 1",
        "made_typo": "from nonosat.errors import Made\nthing = 1",
        "made_other": "import made_unheard_of\nthing = 1",
    }.items():
        (tmp_path / f"{name}.py").write_text(text + "\n")
    monkeypatch.syspath_prepend(tmp_path)
    return Registry(
        "kind",
        Entry("fine", "made_fine:thing", "works"),
        Entry("needy", "made_needy:thing", "needs a package", "made_absent", "made-absent>=2"),
        Entry("deep", "made_deep:thing", "needs it too", "made_absent", "made-absent>=2"),
        Entry("buggy", "made_buggy:thing", "wrong import", "made_absent", "made-absent>=2"),
        Entry("typo", "made_typo:thing", "wrong name", "made_absent", "made-absent>=2"),
        Entry("other", "made_other:thing", "another package", "made_absent", "made-absent>=2"),
        Entry("free", "made_other:thing", "needs nothing by its entry"),
        Entry("gone", "made_fine:nothing", "no such attribute"),
    )


def test_a_table_imports_on_first_use(table: Registry[str]) -> None:
    assert table.get("fine") == "found"
    assert table.get("fine") is table.get("fine")
    assert table.default == "fine"
    assert table.names[:3] == ["fine", "needy", "deep"]
    assert [entry.about for entry in table][:2] == ["works", "needs a package"]


@pytest.mark.parametrize("name", ["", "Fine", "fine ", "nothing"])
def test_unknown_names_are_answered_with_the_known_ones(table: Registry[str], name: str) -> None:
    with pytest.raises(UsageError) as caught:
        table.get(name)
    known = "fine, needy, deep, buggy, typo, other, free, gone"
    assert str(caught.value) == f"unknown kind {name!r}; there are: {known}"


@pytest.mark.parametrize("name", ["needy", "deep"])
def test_a_missing_package_is_named(table: Registry[str], name: str) -> None:
    with pytest.raises(MissingExtra) as caught:
        table.get(name)
    want = f"kind {name!r} needs made_absent: pip install 'made-absent>=2'"
    assert str(caught.value) == want
    assert isinstance(caught.value.__cause__, ModuleNotFoundError)


@pytest.mark.parametrize(
    ("name", "kind", "message"),
    [
        ("buggy", ModuleNotFoundError, "nonosat.made_nowhere"),
        ("typo", ImportError, "cannot import name 'Made'"),
        ("other", ModuleNotFoundError, "made_unheard_of"),
        ("free", ModuleNotFoundError, "made_unheard_of"),
        ("gone", AttributeError, "nothing"),
    ],
)
def test_our_own_bugs_stay_loud(
    table: Registry[str], name: str, kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=message) as caught:
        table.get(name)
    assert not isinstance(caught.value, NonosatError)


def test_whether_a_package_is_there_is_told_without_importing(table: Registry[str]) -> None:
    told = {entry.name: table.available(entry) for entry in table}
    assert told["fine"]
    assert told["free"]
    assert not told["needy"]
    with_json = Entry("x", "nowhere:thing", "", "json", "json")
    assert table.available(with_json)


# Iterating over a search


def test_every_iteration_tells_all_solutions_and_searches_once(backend: str) -> None:
    search = Search(PERMUTATIONS, backend=backend)
    assert next(iter(search)) == next(iter(search))  # left early, both
    found = list(search)
    assert len(set(found)) == len(found) == 6
    counters = search.result().counters
    assert list(search) == found
    assert search.result().counters == counters
    assert search.result().exhausted


def test_two_iterations_can_run_side_by_side() -> None:
    search = Search(PERMUTATIONS)
    assert all(a == b for a, b in zip(search, search, strict=True))
    assert len(search.result().solutions) == 6


def test_an_iteration_after_a_limit_proves_nothing() -> None:
    search = Search(PERMUTATIONS, limits=Limits(0))
    for _ in range(2):
        assert list(search) == []
        assert search.result().verdict is Verdict.UNKNOWN


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError, RuntimeError])
def test_what_interrupts_a_search_ends_it_without_a_proof(
    monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    class Failing:
        def solutions(self, puzzle: Puzzle, **_: object) -> Iterator[Grid]:
            yield from GRIDS[:1]
            raise error

    monkeypatch.setattr(api, "make_backend", lambda _: Failing())
    search = Search(SWITCH)
    with pytest.raises(error) if error is not MemoryError else contextlib.nullcontext():
        list(search)
    assert list(search) == [GRIDS[0]]
    if error is KeyboardInterrupt:
        assert search.result().stop.reason is Reason.INTERRUPTED
    assert (search.result().exhausted, search.result().verdict) == (False, Verdict.UNKNOWN)
    if error is MemoryError:
        assert isinstance(search.limit, OutOfMemory)
        assert search.result().error == "out of memory"


def test_the_time_between_solutions_is_not_the_searchs() -> None:
    search = Search(PERMUTATIONS, limits=Limits(0.5), backend="line")
    for _ in search:
        time.sleep(0.15)
    assert next(iter(search))
    assert search.limit is None
    assert len(search.result().solutions) == 6


def test_a_picture_that_is_not_as_given_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Wrong:
        def solutions(self, puzzle: Puzzle, **_: object) -> Iterator[Grid]:
            yield GRIDS[1]

    monkeypatch.setattr(api, "make_backend", lambda _: Wrong())
    known = Domains.of_cells(2, 2, 2, [3, 3, 1, 3])
    with pytest.raises(WrongAnswer, match="row 2, column 1 is not as given"):
        list(Search(SWITCH, known=known))
