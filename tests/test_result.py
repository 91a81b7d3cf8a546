"""Verdicts, limits and results; the tree of errors; tables of names."""

import builtins
import contextlib
import json
import math
import pickle
import re
import threading
import tomllib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from conftest import PACKAGE, ROOT, Clock

import nonosat
from nonosat import errors
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
from nonosat.limits import Deadline, Limits
from nonosat.model import Domains, Grid, Puzzle, Sheet
from nonosat.registry import Entry, Registry, pip_install
from nonosat.solving import api
from nonosat.solving.api import Search
from nonosat.solving.result import FACTS, Result, Verdict
from nonosat.solving.search import Progress, Trace

PERMUTATIONS = Puzzle.of([[1]] * 3, [[1]] * 3)
SWITCH = Puzzle.of([[1], [1]], [[1], [1]])
GRIDS = (Grid.of(["#.", ".#"]), Grid.of([".#", "#."]), Grid.of(["##", ".."]))


# Verdicts


def test_the_verdict_follows() -> None:
    several, unknown = Verdict.MULTIPLE, Verdict.UNKNOWN
    for exhausted, verdicts in (
        (True, [Verdict.NONE, Verdict.UNIQUE, several, several]),
        (False, [unknown, unknown, several, several]),
    ):
        for number, want in enumerate(verdicts):
            assert Result(SWITCH, GRIDS[:number], exhausted, "auto").verdict is want


def test_a_result_is_neither_true_nor_false() -> None:
    for number in range(3):
        result = Result(SWITCH, GRIDS[:number], True, "auto")
        with pytest.raises(TypeError, match=r"\.verdict or \.is_unique"):
            bool(result)
        assert result.is_unique is (number == 1)
        assert result.solution == (GRIDS[0] if number else None)


def test_a_result_keeps_the_title() -> None:
    sheet = Sheet(SWITCH, title="Switch")
    for result in (nonosat.check(sheet), nonosat.solve(sheet)):
        assert result.to_dict()["title"] == "Switch"
        assert result.to_dict(title="Other")["title"] == "Other"
    assert nonosat.check(SWITCH).to_dict()["title"] is None
    assert nonosat.check(sheet).puzzle == nonosat.check(SWITCH).puzzle


# The JSON form


def test_absent_facts_are_null() -> None:
    facts = Result(SWITCH, (), True, "line").to_dict()
    assert json.loads(json.dumps(facts)) == {
        "source": None, "position": None, "title": None, "remarks": [],
        "height": 2, "width": 2, "colors": 1,
        "verdict": "none", "line_solvable": None, "difficulty": None, "left": None, "decided": None, "checked": True,
        "solutions": [], "exhausted": True, "differs": [], "varies": [], "backend": "line", "engine": None, "seconds": 0.0, "cpu_seconds": 0.0,
        "counters": {}, "error": None,
    }  # fmt: skip


def test_every_fact_is_there_in_the_documented_order() -> None:
    clues = [[1], [(1, 2)]]
    result = Result(
        Puzzle.of(clues, clues),
        (Grid(2, 2, bytes([1, 0, 0, 2])), Grid(2, 2, bytes([0, 1, 2, 0]))),
        False, "sat", engine="glucose42", seconds=1.23456789, cpu_seconds=0.5, line_solvable=False,
        difficulty="guessing", left=7, counters={"lines": 4}, stop=Deadline(1).stop(),
    )  # fmt: skip
    facts = result.to_dict(source="a.non", position=3, title="Flag", remarks=["look"])
    want = {
        "source": "a.non", "position": 3, "title": "Flag", "remarks": ["look"],
        "height": 2, "width": 2, "colors": 2,
        "verdict": "multiple", "line_solvable": False, "difficulty": "guessing", "left": 7, "decided": None, "checked": True,
        "solutions": [["k.", ".r"], [".k", "r."]], "exhausted": False, "differs": [[0, 0], [0, 1], [1, 0], [1, 1]],
        "varies": [[0, 0], [0, 1], [1, 0], [1, 1]],
        "backend": "sat", "engine": "glucose42", "seconds": 1.234568, "cpu_seconds": 0.5,
        "counters": {"lines": 4}, "error": "the limit of 1 s was reached",
    }  # fmt: skip
    assert json.loads(json.dumps(facts)) == want
    assert list(facts) == list(FACTS) == list(want)
    assert result.to_dict(title="")["title"] is None
    again = pickle.loads(pickle.dumps(result))
    assert (again, hash(again)) == (result, hash(result))


# Limits


@pytest.mark.parametrize("kind", [Limits, Deadline])
def test_senseless_limits_are_refused(kind: type[Limits] | type[Deadline]) -> None:
    for sensible in (None, 0, 0.0, 0.5, 10, math.inf):
        assert kind(sensible).seconds == sensible
    for seconds in (-1, -0.001, math.nan, -math.inf, "5", [5]):
        with pytest.raises(UsageError) as caught:
            kind(seconds)
        assert (
            str(caught.value)
            == f"a limit of seconds must be a number of at least 0, got {seconds!r}"
        )
    for processors in (0, -3, 1.5, "2"):
        with pytest.raises(UsageError, match="a limit of processors must be an integer"):
            Limits(processors=processors)


def test_no_deadline_never_passes_and_no_time_has_passed_at_once() -> None:
    deadline = Deadline(None)
    deadline.check()
    assert deadline.remaining() == math.inf
    deadline = Deadline(0)
    assert deadline.remaining() == 0
    with pytest.raises(LimitReached, match=r"\Athe limit of 0 s was reached\Z"):
        deadline.check()


@pytest.mark.parametrize("seconds", [1e10, 1e300, math.inf])
def test_a_deadline_in_a_thousand_years_can_be_waited_for(seconds: float) -> None:
    deadline = Deadline(seconds)
    deadline.check()
    done = threading.Event()
    done.set()
    assert deadline.wait_until(done.wait)


def test_the_clock_stands_still_while_a_deadline_is_paused(clock: Clock) -> None:
    deadline = Deadline.of(Limits(10, processors=3, _engines=False))
    assert (deadline.seconds, deadline.processors, deadline.engines) == (10, 3, False)
    with deadline.paused():
        clock.now += 20
    deadline.check()
    clock.now += 4
    assert deadline.remaining() == 6
    clock.now += 6
    with pytest.raises(LimitReached):
        deadline.check()


# Why a search ended


def test_an_error_says_why_the_search_ended() -> None:
    for error, reason, words in (
        (Deadline(1.5).error(), Reason.TIME, "the limit of 1.5 s was reached"),
        (OutOfMemory(), Reason.MEMORY, "out of memory"),
        (EngineFailed("it crashed"), Reason.ENGINE_FAILED, "it crashed"),
        (EngineNeeded(), Reason.ENGINE_NEEDED, "it takes a SAT or CP engine"),
        (LimitReached("too many clauses"), Reason.TOO_LARGE, "too many clauses"),
    ):
        stop = pickle.loads(pickle.dumps(error)).stop
        assert (stop.reason, str(stop), str(error)) == (reason, words, words)
        assert Result(SWITCH, (), False, "auto", stop=stop).to_dict()["error"] == words
    assert [reason for reason in Reason if not str(Stop(reason))] == [Reason.FINISHED]


def test_a_search_knows_why_it_ended() -> None:
    assert api.solve(SWITCH).stop == FINISHED
    assert api.solve(SWITCH, limits=Limits(0)).stop == Stop(Reason.TIME, seconds=0)
    left = api.solve(PERMUTATIONS, backend="sat", limits=Limits(_engines=False)).stop
    assert left.reason is Reason.ENGINE_NEEDED


def test_a_trace_tells_of_work_under_way_once() -> None:
    trace, counters = Trace(), {"lines": 5}
    trace.count("lines", 2)
    with trace.counting("searching", lambda: counters):
        assert trace.progress() == Progress("searching", "", {"lines": 2})
        counters |= {"lines": 9, "guesses": 1}
        assert trace.progress().counters == {"lines": 6, "guesses": 1}
        assert trace.counters == {"lines": 2}
    assert trace.counters == trace.progress().counters == {"lines": 6, "guesses": 1}


def test_a_trace_can_be_asked_while_new_counters_come() -> None:
    trace = Trace()

    class Late(int):
        def __add__(self, other: int) -> int:  # called in the midst of adding up
            trace.count("late")
            return int(self) + other

    trace.counters["lines"] = Late(3)
    assert trace.progress().counters["lines"] == 3
    assert trace.counters["late"] == 1


# Errors

CLASSES = [k for k in vars(errors).values() if isinstance(k, type) and issubclass(k, NonosatError)]


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
        assert str(copy) == str(err)
        assert copy.args == err.args
        assert vars(copy) == vars(err)
        assert "what" in str(copy)


def test_parse_errors_say_where() -> None:
    for kind in (errors.ParseError, errors.TooLarge):
        assert str(kind("no", "f.non", 14)) == "f.non:14: no"
        assert str(kind("no", "row 3", 0)) == "row 3: no"
        assert str(kind("no")) == "<string>: no"


def drawn_tree() -> dict[str, tuple[str, str]]:
    """Class -> (parent, builtin or ""), read from the picture in the docstring."""
    found = {}
    above: list[str] = []
    for line in (errors.__doc__ or "").splitlines():
        match = re.match(r" {4}([ │├└─]*)([A-Z]\w+)(?: +\((\w+)\))?(?:  |$)", line)
        if match is None:
            continue
        depth = len(match[1]) // 4
        del above[depth:]
        found[match[2]] = (above[-1] if above else "Exception", match[3] or "")
        above.append(match[2])
    return found


def test_the_docstring_draws_the_tree() -> None:
    drawn = drawn_tree()
    assert set(drawn) == {kind.__name__ for kind in CLASSES}
    for kind in CLASSES:
        parent, resembles = drawn[kind.__name__]
        assert kind.__bases__[0].__name__ == parent, kind
        named = [base.__name__ for base in kind.__bases__[1:]]
        assert named == [resembles] * bool(resembles), kind
        assert all(hasattr(builtins, name) for name in named), kind


# Tables of names


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Registry[str, Entry]:
    """A table of good and bad modules."""
    for name, text in {
        "made_fine": "thing = 'found'",
        "made_needy": "import made_absent\nthing = 1",
        "made_deep": "import made_absent.inner\nthing = 1",
        "made_buggy": "import nonosat.made_nowhere\nthing = 1",
        "made_typo": "from nonosat.errors import Made\nthing = 1",
        "made_other": "import made_unheard_of\nthing = 1",
        "made_shaky": "import made_broken\nthing = 1",
        "made_broken": "import made_unheard_of",
        "made_alien": "import made_foreign\nthing = 1",
        "made_foreign": "raise OSError('no library\\nhere')",
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
        Entry("shaky", "made_shaky:thing", "lacks a package itself", "made_broken", "made"),
        Entry("alien", "made_alien:thing", "lacks a library", "made_foreign", "made"),
    )


def test_a_table_imports_on_first_use(table: Registry[str, Entry]) -> None:
    assert table.get("fine") == "found"
    assert table.get("fine") is table.get("fine")
    assert table.default == "fine"
    assert [*table.names][:3] == ["fine", "needy", "deep"]
    assert [entry.about for entry in table][:2] == ["works", "needs a package"]


def test_a_missing_package_is_named(table: Registry[str, Entry]) -> None:
    for name in ("needy", "deep"):
        with pytest.raises(MissingExtra) as caught:
            table.get(name)
        want = f"kind {name!r} needs made_absent: pip install 'made-absent>=2'"
        assert str(caught.value) == want
        assert isinstance(caught.value.__cause__, ModuleNotFoundError)


def test_a_package_that_cannot_be_loaded_is_named_with_its_error(
    table: Registry[str, Entry],
) -> None:
    for name, package, said in (
        ("shaky", "made_broken", "ModuleNotFoundError: No module named 'made_unheard_of'"),
        ("alien", "made_foreign", "OSError: no library here"),
    ):
        for _ in range(2):
            with pytest.raises(MissingExtra) as caught:
                table.get(name)
            assert str(caught.value) == (
                f"kind {name!r} needs {package}, which cannot be loaded here ({said}): "
                "pip install made --force-reinstall"
            )


def test_our_own_bugs_stay_loud(table: Registry[str, Entry]) -> None:
    for name, kind, message in (
        ("buggy", ModuleNotFoundError, "nonosat.made_nowhere"),
        ("typo", ImportError, "cannot import name 'Made'"),
        ("other", ModuleNotFoundError, "made_unheard_of"),
        ("free", ModuleNotFoundError, "made_unheard_of"),
        ("gone", AttributeError, "nothing"),
    ):
        with pytest.raises(kind, match=message) as caught:
            table.get(name)
        assert not isinstance(caught.value, NonosatError)


def test_whether_a_package_is_there_is_told_without_importing(table: Registry[str, Entry]) -> None:
    told = {entry.name: table.available(entry) for entry in table}
    assert told["fine"]
    assert told["free"]
    assert not told["needy"]
    with_json = Entry("x", "nowhere:thing", "", "json", "json")
    assert table.available(with_json)


def test_what_to_install_is_what_the_project_asks_for() -> None:
    """Nothing is on an index under our name, so each hint names packages; the pages do, too."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    used = {
        extra
        for path in PACKAGE.rglob("*.py")
        for extra in re.findall(r"nonosat\[(\w+)\]", path.read_text())
        if extra.islower()
    }
    assert used >= {"image", "web", "cluster", "parquet", "bench"}
    for extra in used:
        names = [re.split(r"[<>=]", line)[0] for line in extras[extra]]
        assert pip_install(f"nonosat[{extra}]") == f"pip install {' '.join(names)}"
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), ROOT / "benchmarks" / "README.md"]
    for page in pages:
        assert "nonosat[" not in page.read_text(), page
        for packages in re.findall(r"`pip install ((?!-)[^'.`]+)`", page.read_text()):
            if packages == "nonosat":
                continue
            assert packages in {pip_install(f"nonosat[{e}]")[12:] for e in used}, page


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


def test_threads_that_iterate_over_one_search_each_get_all_solutions() -> None:
    search = Search(Puzzle.of([[1]] * 6, [[1]] * 6))
    begin = threading.Barrier(4)

    def collected(_: int) -> list[Grid]:
        begin.wait(60)
        return list(search)

    with ThreadPoolExecutor(4) as pool:
        lists = list(pool.map(collected, range(4)))
    assert [len(set(found)) for found in lists] == [720] * 4
    assert search.result().exhausted


Answering = Callable[..., None]


@pytest.fixture
def answering(monkeypatch: pytest.MonkeyPatch) -> Answering:
    """Replaces all backends by one that yields some pictures, and then does something."""

    def answering(*grids: Grid, then: Callable[[Deadline], None] = lambda _: None) -> None:
        class Scripted:
            def solutions(
                self, puzzle: Puzzle, *, deadline: Deadline, **_: object
            ) -> Iterator[Grid]:
                yield from grids
                then(deadline)

        monkeypatch.setattr(api, "make_backend", lambda _: Scripted())

    return answering


def test_a_picture_against_known_cells_is_a_lie(answering: Answering) -> None:
    right, other, _ = GRIDS  # what else the judge refuses: tests/solving/test_own_backend.py
    answering(right)
    with pytest.raises(WrongAnswer, match="row 1, column 1 is not as given"):
        api.check(SWITCH, known=Domains.of_grid(other, 2))


def test_one_solution_and_a_limit_is_unknown_with_a_solution(answering: Answering) -> None:
    def run_out(deadline: Deadline) -> None:
        raise deadline.error()

    answering(GRIDS[0], then=run_out)
    result = api.check(SWITCH, limits=Limits(9))
    assert result.verdict is Verdict.UNKNOWN
    assert result.solutions == GRIDS[:1]
    assert result.error == "the limit of 9 s was reached"


def test_a_limit_that_passes_after_the_proof_takes_nothing_away(answering: Answering) -> None:
    answering(Grid.of(["##"]), then=lambda deadline: deadline.postpone(-60))
    result = api.check(Puzzle.of([[2]], [[1], [1]]), limits=Limits(60))
    assert (result.verdict, result.stop, result.line_solvable) == (Verdict.UNIQUE, FINISHED, None)


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError, RuntimeError])
def test_what_interrupts_a_search_ends_it_without_a_proof(
    answering: Answering, error: type[BaseException]
) -> None:
    def fail(_: Deadline) -> None:
        raise error

    answering(GRIDS[0], then=fail)
    search = Search(SWITCH)
    with pytest.raises(error) if error is KeyboardInterrupt else contextlib.nullcontext():
        list(search)
    assert list(search) == [GRIDS[0]]
    if error is KeyboardInterrupt:
        assert search.result().stop.reason is Reason.INTERRUPTED
    assert (search.result().exhausted, search.result().verdict) == (False, Verdict.UNKNOWN)
    if error is MemoryError:
        assert isinstance(search.ended_by, OutOfMemory)
        assert search.result().error == "out of memory"
    if error is RuntimeError:  # of a backend of the user's own
        assert "failed: RuntimeError" in search.result().error


def test_streams_solutions_without_listing_them() -> None:
    puzzle = Puzzle.of([[1]] * 30, [[1]] * 30)  # 30! solutions
    stream = api.solutions(puzzle, backend="sat")
    assert len({next(stream) for _ in range(20)}) == 20
    with pytest.raises(LimitReached):
        list(api.solutions(puzzle, backend="line", limits=Limits(0.3)))


def test_the_time_between_solutions_is_not_the_searchs(clock: Clock) -> None:
    search = Search(PERMUTATIONS, limits=Limits(10), backend="line")
    for _ in search:
        clock.now += 4
    assert next(iter(search))
    assert search.ended_by is None
    assert len(search.result().solutions) == 6


def test_a_part_of_a_deadline_comes_no_later_and_keeps_the_other_bounds(clock: Clock) -> None:
    whole = Deadline(2.0, processors=1, engines=False)
    for seconds, most in ((1.0, 1.0), (5.0, 2.0), (math.inf, 2.0)):
        part = whole.part(seconds)
        assert part.remaining() == most
        assert str(part.error()) == f"the limit of {most:g} s was reached"
        assert (part.processors, part.engines) == (1, False)
    assert Deadline(None).part(math.inf).remaining() == math.inf


@pytest.mark.parametrize("part", [math.inf, 5.0])
def test_what_is_left_of_a_limit_keeps_its_name(part: float, clock: Clock) -> None:
    left = Deadline(10.0, processors=1, engines=False, spent=7.0).part(part).left()
    deadline = Deadline.of(left)
    assert (deadline.processors, deadline.engines) == (1, False)
    assert deadline.remaining() == 3.0
    assert str(deadline.error()) == "the limit of 10 s was reached"
    over = api.check(PERMUTATIONS, limits=Deadline(10.0, spent=11.0).left())
    assert (over.verdict, over.error) == (Verdict.UNKNOWN, str(deadline.error()))
    assert Deadline(10.0, spent=11.0).at >= clock.now  # time for an answer begins now
    for endless in (None, math.inf):
        assert Deadline(endless, spent=7.0).left() == Limits(endless)
