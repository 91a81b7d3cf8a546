"""A question about each puzzle of a collection, as a value."""

import dataclasses
import importlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from operator import attrgetter, itemgetter, methodcaller
from typing import Any, NamedTuple, cast

from nonosat.errors import NonosatError
from nonosat.limits import Limits
from nonosat.model import Clues, Domains, Grid, Puzzle, Sheet, refused_clues
from nonosat.solving.api import DEFAULT_BACKEND, Search, line_logic
from nonosat.solving.columns import Column
from nonosat.solving.result import COLUMNS, Result, Verdict
from nonosat.solving.search import BaseSearch

NOT_READ, FAILED, SKIPPED = "not read", "failed", "skipped"
"""Words of puzzles without an answer, and of files that are none."""
VERDICTS = (*(verdict.value for verdict in Verdict), NOT_READ, FAILED)
"""Each verdict, and each reason to have none."""
FLOOR = 0.1
"""Seconds for line logic where a search ended early and knows of no cell."""
Ask = Callable[..., BaseSearch[Any]]
"""Makes the search for an answer from a puzzle, and `backend`, `limits` and `known` by name."""


class Question(NamedTuple):
    """One question about each puzzle, its columns, and its words for people.

    An answer is a frozen value with a `stop`, such as `Result` or `Count`.
    """

    name: str
    """The name of its command."""
    target: str
    """``module:attribute`` of this value; other processes find it by that."""
    search: Ask
    blank: Callable[[Any, str], Any]
    """The answer of a puzzle and backend when nothing is known."""
    columns: tuple[Column, ...]
    """The columns of its rows, in order, but for those of `WORK_COLUMNS`."""
    key: str
    """A column that is null only where there is no answer."""
    word: Callable[[Any], str]
    """The outcome in a word: of a row with an answer, or of the answer's `view`."""
    means: Mapping[str, Verdict | type[NonosatError]]
    """Each word, and the verdict or error whose exit code it has."""
    view: Callable[[Any], Any] = methodcaller("to_dict")
    """The answer in the form that columns read."""
    quick: bool = True
    """True if a short search comes first, for many puzzles.

    False where the answer depends on the limit, as of `conflict`: with more time it finds fewer lines.
    """
    takes_refused: bool = False
    """True if it is also asked about clues that contradict themselves."""
    takes_pictures: bool = False
    """True if `search` also takes `goals`, pictures that a file says are solutions."""
    copy: Callable[[Any], Sheet | None] = attrgetter("sheet")
    """The puzzle of a row that ``--copy-to`` writes, such as that of `conflict` with its correction."""
    adds: Mapping[str, Callable[[Any, Domains | None], Any]] = {}
    """Word -> adds to such an answer, about a single puzzle, what would take too long for many.

    `check` looks for all the cells that vary where the word is *multiple*.
    """

    def __reduce__(self) -> Any:
        return _of_target, (self.target,)

    def __hash__(self) -> int:
        return hash(self.target)

    def word_of(self, row: Mapping[str, Any]) -> str:
        """The word of a row of a journal, or why it has no answer."""
        if row[self.key] is None:
            return NOT_READ if row["clue_hash"] is None else FAILED
        return self.word(row)


def _of_target(target: str) -> Question:
    module, _, attribute = target.partition(":")
    return cast("Question", getattr(importlib.import_module(module), attribute))


class Request(NamedTuple):
    """A question as one run asks it; workers get it, too."""

    question: Question
    backend: str = DEFAULT_BACKEND
    seconds: float | None = None
    """The limit for each puzzle; None means none."""
    clues_only: bool = False
    """True to leave out given cells."""
    wants_lines: bool = True
    """True if each row has its line of JSON."""
    wants_whole: frozenset[str] = frozenset()
    """The words whose sheets and answers workers send back."""
    wants_palettes: bool = False

    def refused(self, failure: NonosatError) -> Clues | None:
        """Clues that contradict themselves, of the error that says so, if it is asked about them."""
        clues = refused_clues(failure) if self.question.takes_refused else None
        return clues.clues_only() if clues is not None and self.clues_only else clues

    def begin(
        self, clues: Clues, pictures: Sequence[Grid], limits: Limits, known: Domains | None = None
    ) -> BaseSearch[Any]:
        """Make the search; `pictures` are those that the file gives for the puzzle."""
        more = {"goals": pictures} if self.question.takes_pictures else {}
        return self.question.search(clues, backend=self.backend, limits=limits, known=known, **more)


def columns_with(*facts: str, **types: type) -> tuple[Column, ...]:
    """Columns with these facts of a sheet, then those of an answer with the types of their values."""
    return (
        *(column for column in COLUMNS if column.name in facts),
        *(
            Column(name, kind, itemgetter(name), "result", null=True)
            for name, kind in types.items()
        ),
        COLUMNS[-1],
    )


def with_facts(answer: Any, **facts: object) -> Any:
    """An answer with these facts, as far as it has such."""
    names = {field.name for field in dataclasses.fields(answer)}
    return dataclasses.replace(answer, **{name: facts[name] for name in names & facts.keys()})


def with_floor(answer: Any, clues: Clues, known: Domains | None = None) -> Any:
    """An answer that ended early, with what line logic decides if it knows of no cell."""
    if answer.decided is not None or not isinstance(clues, Puzzle):
        return answer
    domains = line_logic(clues, known, FLOOR)
    return answer if domains is None else answer.with_domains(domains)


def _look_around(result: Result, known: Domains | None) -> Result:
    from nonosat.ask.all_solutions.windows import look_around  # most puzzles have one solution

    return look_around(result, known)


CHECK = Question(
    "check",
    "nonosat.run.questions:CHECK",
    partial(Search, at_most=2),
    lambda puzzle, backend: Result(puzzle, (), False, backend),
    COLUMNS,
    "verdict",
    lambda answer: str(answer["verdict"]) if isinstance(answer, dict) else answer.verdict.value,
    {verdict.value: verdict for verdict in Verdict},
    view=lambda result: result,
    takes_pictures=True,
    adds={Verdict.MULTIPLE.value: _look_around},
)
