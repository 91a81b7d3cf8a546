"""Questions at work: limits hold for what heeds none, and nothing stays behind."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from nonosat.platforms.processes import kill_family
from nonosat.web import question_runner
from nonosat.web.question_runner import QuestionRunner
from web import stubborn
from web.client import awaited

pytestmark = pytest.mark.slow

Event = tuple[str, Any]


def during(work: Callable[[QuestionRunner], Coroutine[Any, Any, Any]]) -> Any:
    """Do some work with children of the tests, and end them all."""

    async def all_of_it() -> Any:
        children = QuestionRunner(stubborn.next_event)
        try:
            return await work(children)
        finally:
            await children.close()

    return awaited(all_of_it())


async def last(children: QuestionRunner, question: str, seconds: float = 60) -> Event:
    """The last event of a question."""
    return [event async for event in children.events(question, b"", seconds)][-1]


async def at_work(children: QuestionRunner, question: str) -> asyncio.Task[Event]:
    """The last event of a question, to come; a child is at work on it."""
    begun = asyncio.Event()

    async def listened() -> Event:
        heard = []
        async for event in children.events(question, b"", 60):
            begun.set()
            heard.append(event)
        return heard[-1]

    task = asyncio.create_task(listened())
    await begun.wait()
    return task


def test_what_heeds_no_limit_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(question_runner, "GRACE", 0.1)

    async def work(children: QuestionRunner) -> Event:
        return await last(children, "sleep", 0.2)

    event, data = during(work)
    assert (event, data["error"]) == ("error", "the limit of 0.2 s was reached")
    assert data["kind"] == "LimitReached"


def test_progress_is_told_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(question_runner, "GRACE", 0.1)
    monkeypatch.setattr(question_runner, "BEAT", 0.1)

    async def work(children: QuestionRunner) -> list[Event]:
        return [event async for event in children.events("sleep", b"", 2)]

    told = during(work)
    assert [event for event, _ in told[:-1]] == ["progress"] * (len(told) - 1)
    assert len(told) > 3


@pytest.mark.parametrize(
    ("question", "kind"), [("end", "EngineFailed"), ("nothing", "WrongAnswer")]
)
def test_a_child_that_fails_is_an_error_and_the_next_question_gets_another(
    question: str, kind: str
) -> None:
    async def work(children: QuestionRunner) -> list[Event]:
        return [await last(children, question), await last(children, "hello")]

    (event, data), after = during(work)
    assert (event, data["kind"]) == ("error", kind)
    assert after == ("done", {"question": "hello"})


def test_a_child_that_was_killed_as_it_answered_is_not_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(question_runner, "BEAT", 0.05)

    async def work(children: QuestionRunner) -> list[Event]:
        older = await at_work(children, "nap")
        time.sleep(0.6)  # it has answered, and the loop has not seen it
        older.cancel()
        return await asyncio.gather(*(last(children, "hello") for _ in range(3)))

    assert during(work) == [("done", {"question": "hello"})] * 3


def test_a_child_that_ended_while_it_was_idle_is_replaced() -> None:
    async def work(children: QuestionRunner) -> Event:
        await last(children, "hello")
        for child in children._idle:
            kill_family(child.process)
        return await last(children, "hello")

    assert during(work) == ("done", {"question": "hello"})


def test_too_many_questions_at_once_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(question_runner, "MOST_RUNS", 2)

    async def work(children: QuestionRunner) -> Event:
        for _ in range(2):
            sleeping = asyncio.create_task(last(children, "sleep"))
            sleeping.add_done_callback(asyncio.Task.exception)
        await asyncio.sleep(0)  # they are asked
        return await last(children, "hello")

    assert during(work)[1]["kind"] == "Busy"


def test_a_question_that_comes_as_the_server_ends_is_refused() -> None:
    async def work(children: QuestionRunner) -> list[Event]:
        children.prepare()
        ending = asyncio.create_task(children.close())
        await asyncio.sleep(0)  # it waits for the child that is being started
        refused = await last(children, "sleep")
        await ending
        return [refused, await last(children, "hello")]

    assert {data["kind"] for _, data in during(work)} == {"Closed"}


def test_children_are_kept_but_not_many() -> None:
    async def work(children: QuestionRunner) -> int:
        await asyncio.gather(*(last(children, "hello") for _ in range(5)))
        return len(children._idle)

    assert 1 <= during(work) <= question_runner.MOST_IDLE + 1
