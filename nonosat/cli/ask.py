"""The one loop of all questions about many puzzles: a source, an executor, and sinks."""

import os
import shlex
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, Any

import typer

from nonosat.cli.asked import Asked
from nonosat.cli.exit_codes import INTERRUPTED, code_of
from nonosat.cli.output import complain, say_json_line
from nonosat.cli.progress import Watch
from nonosat.cli.sinks import UNANSWERED, ExitCode, Files, Lines, Share, Show, Sink, Sorted, Totals
from nonosat.errors import NonosatError, ParseError, UsageError
from nonosat.files import Piece, ReadFailure, walk_records
from nonosat.files.walk import expanded
from nonosat.kernel import CHOICE
from nonosat.kernel import name as KERNEL
from nonosat.model import TYPED
from nonosat.run.executor import Executor, Here
from nonosat.run.questions import Question, Request
from nonosat.run.rows import Row
from nonosat.run.source import Source
from nonosat.solving.result import Verdict

if TYPE_CHECKING:
    from nonosat.cli.marks import KnownFile


def ask(
    question: Question,
    context: typer.Context,
    show: Show,
    *,
    instead: Mapping[str, Any] = {},
    titled: bool = True,
    needs: Collection[str] | None = None,
    totals: bool = False,
    ordered: Sequence[Sink] = (),
    last: Sequence[Sink] = (),
) -> list[int]:
    """Ask a question about puzzles; return the exit codes of all that came out.

    Args:
        context: has the values of the command's options.
        instead: values that replace some of these, by the names of the parameters.
        show: prints the answer in a row for people.
        titled: whether a line before it names the puzzle, if it is one of several.
        needs: the words whose puzzles and answers `show` and `last` take, such as *multiple* for
            `check`, which prints two solutions of those; None means all.
        totals: whether they are said behind the answers, too. Behind ``-o`` they always are.
        ordered: sinks of this question that need whole rows, in order; others than `needs` are not
            sent by workers.
        last: sinks of this question.
    """
    values = {"context": context, **context.params, **instead}
    asked = Asked(**{name: values[name] for name in Asked._fields if name in values})
    writes = any(name is not None for name in (asked.output, asked.copy_to, asked.report))
    in_order = not writes and asked.jobs is None and asked.cluster is None
    if asked.resume and asked.output is None:
        raise UsageError("--resume needs -o FILE")
    if asked.force and not writes:
        raise UsageError("--force needs -o, --copy-to or --report")
    if asked.known is not None and not in_order:
        raise UsageError(
            "--known cannot be combined with --jobs, --cluster, -o, --copy-to or --report"
        )
    if KERNEL != "native":
        _warn_of_slow_kernel()
    reads = bool(asked.paths) and asked.rows is None and asked.cols is None
    request = _request(question, asked, needs)
    typed = None if reads else _typed(request, asked)
    paths = expanded(asked.paths or ()) if reads else []

    as_json = asked.as_json and asked.output is None
    shown = _show_json if as_json else show
    silent = {Verdict.UNIQUE} if asked.quiet else ()
    watch, code = Watch(asked.limit), ExitCode(question.means)
    later = Sorted(shown) if asked.sort else None
    lines = Lines(
        later.keep if later else shown,
        watch,
        titled=titled and not as_json,
        shows_all=as_json,
        silent=silent if asked.output is None else question.means,
        named=paths,
    )
    counts = Totals(
        question.means,
        says_counts=not asked.as_json and (totals or asked.output is not None),
        by_order=not in_order,
    )
    said: list[Sink] = [lines, counts, code, *(ordered if in_order else ()), *last]
    if later:
        said.insert(0, later)
    known = None
    if asked.known is not None:
        from nonosat.cli.marks import KnownFile  # few puzzles come with known cells

        known = KnownFile(asked.known, names_wrong=not question.takes_refused)
        said.append(known)

    with ExitStack() as stack:
        files = Files()
        if writes:
            from nonosat.cli.files_of_rows import open_files  # most checks only print

            files = open_files(asked, paths, question, stack)
        pieces = [typed] if typed else walk_records(paths, asked.from_, files.skip)
        source = Source(pieces, in_order, files.past)
        sinks = [*files.sinks, *said]  # a row is kept before anything is said about it
        try:
            with watch, ExitStack() as workers:
                executor = _executor(asked, known, in_order, watch, workers)
                if not in_order:
                    sinks.append(Share(paths, watch, source, executor, counts))
                for row in workers.enter_context(closing(executor.run(source, request))):
                    for sink in sinks:
                        sink.take(row)
        except KeyboardInterrupt:
            _finish_interrupted(said, counts, totals, asked.output)
            raise typer.Exit(INTERRUPTED) from None  # no `return`: it would say "wrote FILE"
        except NonosatError as err:
            if files.kept is None or not files.kept.written:
                raise
            complain(err)
            words = [*asked.context.obj, *([] if asked.resume else ["--resume"])]
            command = shlex.join(["nonosat", *words])
            complain(f"finished puzzles are in {files.kept.path}; continue with: {command}")
            raise typer.Exit(code_of(err)) from err
        try:
            for sink in [*said, *files.sinks]:
                sink.finish()
        except KeyboardInterrupt:
            if files.kept is not None and files.kept.written:
                kept = files.kept.path
                complain(f"the rows are in {kept}; --resume --force writes the other files")
            raise
    return [*code.codes] or [code_of(ParseError)]  # without a puzzle, as if none could be read


def _request(question: Question, asked: Asked, needs: Collection[str] | None) -> Request:
    """The question with its backend and limit, and with what workers send back."""
    whole = set[str](asked.filter_)
    if asked.copy_to is not None and not asked.filter_:
        whole = {*question.means}
    elif asked.output is None and (asked.sort or not asked.as_json):
        whole |= {*(question.means if needs is None else needs)}
    return Request(
        question,
        backend=asked.backend,
        seconds=asked.limit,
        clues_only=asked.clues_only,
        wants_lines=asked.as_json or asked.output is not None or asked.report is not None,
        wants_whole=frozenset[str](whole),
        wants_palettes=asked.report is not None,
    )


def _typed(request: Request, asked: Asked) -> Piece:
    """The puzzle of ``--rows`` and ``--cols``, or one that is asked for on the terminal."""
    from nonosat.cli.puzzles import read_one  # most puzzles are in files

    try:
        return read_one(asked.paths, asked.rows, asked.cols)
    except NonosatError as err:
        if request.refused(err) is None:
            raise
        return ReadFailure(err, TYPED)


def _executor(
    asked: Asked, known: "KnownFile | None", in_order: bool, watch: Watch, workers: ExitStack
) -> Executor:
    """The executor that does the work; `workers` ends it."""
    if in_order:
        return Here(watch, None if known is None else known.of)
    if asked.cluster is not None:
        from nonosat.run.cluster import Cluster

        security = asked.cluster_security.split(",") if asked.cluster_security else None
        cluster = Cluster(asked.cluster, asked.jobs, security, asked.insecure, complain)
        return workers.enter_context(closing(cluster))
    if asked.jobs in (None, 1):
        from nonosat.run.guard import InProcess

        return workers.enter_context(closing(InProcess()))
    from nonosat.run.processes import Processes

    return workers.enter_context(closing(Processes(asked.jobs)))


def _show_json(row: Row) -> None:
    assert row.line is not None  # JSON has nothing that a terminal obeys
    say_json_line(row.line.decode().rstrip("\n"))


def _finish_interrupted(
    said: Iterable[Sink], counts: Totals, checks: bool, output: str | None
) -> None:
    """Say what is known when Ctrl-C has ended the work."""
    for sink in said if counts.words else ():
        sink.finish()
    parts = ["interrupted"]
    if counts.words.keys() <= {Verdict.UNKNOWN.value, *UNANSWERED}:
        parts.append("nothing found yet")
    elif checks:
        parts.append("the remaining puzzles were not checked")
    if output is not None:
        parts.append("continue with --resume")
    complain("; ".join(parts))


def _warn_of_slow_kernel() -> None:
    remedy = (
        "with a C++ compiler: pip install --force-reinstall --no-cache-dir --no-deps "
        "--no-binary nonosat nonosat"
    )
    if os.environ.get(CHOICE):
        remedy = f"unset {CHOICE}"
    complain(f"using the Python kernel, about fifty times slower than the C++ kernel; {remedy}")
