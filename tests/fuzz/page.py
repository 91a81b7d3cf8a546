"""Random visits of the page: nothing that was drawn or played gets lost, and nothing breaks."""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from web.conftest import CHROMIUM, FLAGS, FOX, serving
from web_board import Board

from .campaign import Campaign, Fault, Wrong, main

if TYPE_CHECKING:
    from playwright.sync_api import Page

PATIENCE = 15_000
"""Milliseconds until something that does not come is a fault."""
VIEWS = ("Draw", "Play", "Steps", "Solutions")
BUTTONS = ("Undo", "Redo", "New", "Mirror ↔", "Larger", "Show all", "Start again")
CLUES = (("1 1;1;2", "1 1;1;2"), ("3;0;3", "1 1;2;1 1"), ("1k 1r;1r", "1k;2r"), ("0;0", "0;0;0"))
"""Rows and columns: solvable, contradictory, colored, empty."""
KEYS = (
    "Space",
    "x",
    "ArrowRight",
    "ArrowDown",
    "Control+z",
    "Control+y",
    "1",
    "2",
    "h",
    "c",
    "+",
    "0",
)
SPOILED = ("7", "{", "null", "[]", "{}", '"text"')
"""What a damaged entry of the storage may hold."""
FOXES = re.compile("^(Fox|Puzzle 29.28)$")
"""The title of the fox, or what it is called until its picture was seen."""
Action = tuple[str, ...]


@dataclass(frozen=True)
class Visit:
    """What somebody does on the page, one thing after the other."""

    actions: tuple[Action, ...]


class Pages(Campaign[Visit]):
    """Each visit has a browser profile of its own."""

    name = "page"

    def __init__(self) -> None:
        self._open = ExitStack()
        self._address = ""

    def _start(self) -> None:
        from playwright.sync_api import sync_playwright

        self._address, _ = self._open.enter_context(serving("--port", "0"))
        playwright = self._open.enter_context(sync_playwright())
        self._browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        self._open.callback(self._browser.close)

    def case(self, rng: random.Random) -> Visit:
        return Visit(tuple(_action(rng) for _ in range(rng.randint(4, 16))))

    def fault(self, case: Visit) -> Fault | None:
        from playwright.sync_api import Error

        if not self._address:
            self._start()
        context = self._browser.new_context(viewport={"width": 1100, "height": 700})
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console", lambda said: complaints.append(said.text) if said.type == "error" else None
        )
        action: Action = ("open",)
        try:
            page.goto(f"{self._address}#draw")
            Board(page).painted()
            for action in case.actions:
                _do(page, action)
                if complaints:
                    raise Wrong(complaints[0])
                _look(page)
        except Wrong as err:
            return Fault(f"{action[0]}: {str(err)[:60]}", f"{action}: {err}")
        except (Error, AssertionError) as err:  # something did not come
            return Fault(f"{action[0]}: stuck", f"{action}: {err}")
        finally:
            context.close()
        return None

    def smaller(self, case: Visit) -> Iterator[Visit]:
        for i in range(len(case.actions)):
            yield replace(case, actions=case.actions[:i] + case.actions[i + 1 :])

    def close(self) -> None:
        self._open.close()


def _action(rng: random.Random) -> Action:
    kinds: dict[str, tuple[int, Any]] = {
        "stroke": (6, lambda: [str(rng.random()) for _ in range(4)]),
        "button": (4, lambda: [rng.choice(BUTTONS)]),
        "view": (4, lambda: [rng.choice(VIEWS[:2] * 3 + VIEWS)]),
        "key": (3, lambda: [rng.choice(KEYS)]),
        "reload": (2, list),
        "type": (2, lambda: rng.choice(CLUES)),
        "fox": (1, list),
        "title": (1, lambda: [rng.choice(["House", "", "<b>"])]),
        "spoil": (1, lambda: [rng.choice(SPOILED), str(rng.random())]),
    }
    (kind,) = rng.choices([*kinds], [weight for weight, _ in kinds.values()])
    return (kind, *kinds[kind][1]())


def _do(page: Page, action: Action) -> None:
    kind, *words = action
    view = page.locator(".view:visible").first
    if kind == "stroke":
        _stroke(page, [float(word) for word in words])
    elif kind == "button":
        view.locator("details").evaluate_all("all => all.forEach(it => { it.open = true; })")
        button = view.get_by_role("button", name=words[0], exact=True)
        if button.count() and button.first.is_enabled():
            button.first.click()
    elif kind == "view":
        _go(page, words[0])
    elif kind == "key":
        page.keyboard.press(words[0])
    elif kind == "title" and view.get_by_role("textbox", name="Title").count():
        view.get_by_role("textbox", name="Title").fill(words[0])
    elif kind == "fox":
        with page.expect_file_chooser() as chooser:
            page.get_by_role("button", name="Open …").click()
        chooser.value.set_files(FOX)
        page.get_by_role("heading", name=FOXES).wait_for()
    elif kind == "type":
        page.get_by_role("button", name="Type clues …").click()
        dialog = page.locator("dialog")
        dialog.get_by_label("Rows").fill(words[0])
        dialog.get_by_label("Columns").fill(words[1])
        dialog.get_by_role("button", name="Make the puzzle").click()
        anyway = dialog.get_by_role("button", name="Use them anyway")
        page.locator("body:not(:has(dialog))").or_(anyway).first.wait_for()
        if anyway.count():
            anyway.click()
        dialog.wait_for(state="detached")
        _shown(page, "Play")
    elif kind == "reload":
        before = _state(page)
        page.reload()
        after = _state(page)
        if before != after:
            raise Wrong(f"a reload changes {before} to {after}")
    elif kind == "spoil":
        page.evaluate(
            """([value, at]) => addEventListener("pagehide", () => {
                 for (const store of [localStorage, sessionStorage]) {
                   const names = Object.keys(store).sort();
                   if (names.length) store.setItem(names[Math.floor(at * names.length)], value);
                 }
               })""",
            [words[0], float(words[1])],
        )
        page.reload()
        Board(page).painted()


def _go(page: Page, view: str) -> None:
    """Go to a view; clues without a picture cannot be drawn on, and an answer is shown if it is wanted."""
    page.get_by_role("button", name=view, exact=True).click()
    none = page.get_by_role("alert").get_by_text("no picture to draw on with")
    come = page.locator("nav [aria-current]", has_text=view).or_(none)
    ask = page.get_by_role("button", name="Show it")
    come.or_(ask).first.wait_for()
    if ask.count():
        ask.click()
        come.first.wait_for()
    if not none.count():
        _shown(page, view)


def _shown(page: Page, view: str) -> None:
    page.locator("nav [aria-current]", has_text=view).wait_for()
    Board(page).painted()


def _stroke(page: Page, at: list[float]) -> None:
    board = Board(page)
    rows = board.rows()
    height, width = len(rows), len(rows[0])
    cells = [(int(y * height), int(x * width)) for y, x in (at[:2], at[2:])]
    board.drag(cells)


def _state(page: Page) -> dict[str, Any]:
    """What must be the same after a reload."""
    view = _view(page)
    board = Board(page)
    board.painted()
    state: dict[str, Any] = {"view": view, "heads": _heads(board)}
    if view in ("Draw", "Play"):
        state |= {"title": page.title(), "cells": board.rows()}
    return state


def _view(page: Page) -> str:
    """The view that is shown."""
    return page.locator("nav [aria-current]").inner_text()


def _heads(board: Board) -> list[str]:
    heads = board.host.locator("[role=rowheader], [role=columnheader]").all_text_contents()
    return [head.partition(": ")[2] for head in heads[1:]]


def _look(page: Page) -> None:
    """The clues of a drawing are those of its cells; a puzzle that was typed stays what it was."""
    if _view(page) != "Draw":
        return
    board = Board(page)
    board.painted()
    rows = board.rows()
    columns = [list(column) for column in zip(*rows, strict=True)]
    want = [_lengths(line) for line in (*columns, *rows)]
    told = [re.findall("[0-9]+", head) for head in _heads(board)]
    if want != told:
        raise Wrong(f"the drawing {json.dumps(rows)} has the clues {told}")


def _lengths(names: list[str]) -> list[str]:
    return [str(len([*run])) for name, run in groupby(names) if name != "blank"] or ["0"]


if __name__ == "__main__":
    sys.exit(main(Pages()))
