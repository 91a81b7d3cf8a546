"""The uses of lists of clues in a program. No program is run, so a changed list is refused.

`uses` looks at each mention of the name of a list. It is harmless in a key or keyword, as an index that
is only read, in ``len`` and ``print``, in a loop that does not change what it goes through, and in a call
of a function that is not known; the reader says so. All else is a change.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from nonosat.formats.base import words
from nonosat.formats.fits import WRITE_OUT, Refusal, Weight
from nonosat.formats.tokens import Lexeme, TokenKind

_READS = words(
    "length len size count iter is_empty isempty indices index indexOf indexof foreach map filter reduce "
    "every some values keys entries items join tostring includes contains get at copy clone slice "
    "iterator stream enumerate tolist toarray shape ndim dtype first last max min sum any all flat flatten "
    "flatmap jointostring inspect to_s each_with_index enumerated mkstring foreachindexed"
)
"""Methods and fields that do not change a list."""
_PURE = words(
    "len print println printf log size count length max min sum range str repr dumps puts echo format "
    "ncol nrow numel sizeof assert sorted reversed deepcopy"
)
"""Functions that neither change nor keep a list."""
_RUNS = words("exec eval globals locals vars setattr")
"""Functions that may change what their arguments do not name."""
_PICKS = words("max min next choice sorted reversed")
"""Functions that give items."""
_CHANGES = re.compile(
    "swap|revers|sort|shuffle|rotat|transpos|fill|clear|extend|append|push|insert|pop|remove|splice|"
    "exchange|flip|setitem|delete|memset|memcpy|memmove|arraycopy|heapify"
)
_ITEMS = words("at get first last find")
"""Methods that give one of the items."""
_KEEPS = words("append push add insert extend push_back emplace_back")
"""Methods that keep what they get."""
_ASSIGNS = ("=", "+=", "-=", "*=", ":=", "<-", "|=", "&=")
_LOOPS = words("for foreach while each")
_NOT_RUN = "; the program is not run"
_DECLARES = words("let const var auto val int string final")
_DEFINES = words("def function fn func fun void sub proc")
MAX_FRONT = 100
"""Tokens of a statement in front of a name, or behind it, that are looked at."""
_NOTHING = Lexeme(TokenKind.BREAK, "", 0)
"""Stands for the tokens before the first and behind the last of a group."""


class _Use:
    """A mention of a name, and the tokens around it."""

    def __init__(self, group: Lexeme, start: int, at: int, around: _Around, name: str) -> None:
        """`start` is where its statement begins among the tokens of the group."""
        items = group.items
        end = at + 1
        while step := _index_length(items, end):
            end += step
        self.name: str = name
        self.line: int = items[at].line
        self.group: Lexeme = group
        self.at, self.end = at, end
        self.around: _Around = around
        self.front: Sequence[Lexeme] = items[max(start, at - MAX_FRONT) : at]
        """The tokens of its statement in front of it."""
        self.before: Lexeme = items[at - 1] if at else _NOTHING
        self.behind: Sequence[Lexeme] = [*items[end : end + 4], *[_NOTHING] * 4][:4]
        """The four tokens behind it and its indexes."""
        self.after, self.further = self.behind[:2]
        self.is_item: bool = self.end > at + 1
        """It has an index, or a method that gives an item."""
        outer = around.call
        self.words: list[str] = [
            token.text.lower() for token in (*outer, *self.front) if token.kind is TokenKind.WORD
        ]
        self.is_loop: bool = not _LOOPS.isdisjoint(self.words)
        self.callee: str = ""
        """The function whose call gets it."""
        if group.text == "(" and outer and outer[-1].kind is TokenKind.WORD:
            callee = outer[-1].text
            self.callee = "" if callee.lower() in _LOOPS | {"if", "return"} else callee

    def is_given_to(self, changed: Mapping[str, set[int]]) -> bool:
        """Its function changes the argument at its place, or gets one that changes its first."""
        near = self.group.items[max(0, self.at - MAX_FRONT) : self.at + MAX_FRONT]
        place = sum(token.is_sign(",") for token in near[: min(self.at, MAX_FRONT)])
        others = (changed.get(token.text, ()) for token in near)
        return place in changed.get(self.callee, ()) or any(0 in places for places in others)

    @property
    def is_block(self) -> bool:
        """It is in the braces of statements, and not of an object."""
        is_open = self.around.front[-1:] and self.around.front[-1].text == "("
        return self.group.text == "{" and bool(is_open or ";" in self.around.signs)

    @property
    def is_called(self) -> bool:
        """Something of it is called or looked up."""
        return self.after.is_sign(".", "->") and self.further.kind is TokenKind.WORD


def _index_length(items: Sequence[Lexeme], at: int) -> int:
    """The tokens of an index from a place on, such as ``[0]`` or ``.at(0)``; 0 if there is none."""
    first, word, given = [*items[at : at + 3], *[_NOTHING] * 3][:3]
    if first.is_sign(".") and word.text.lower() in _ITEMS:
        return 2 + (given.text == "(")
    if first.is_sign("?"):
        return 1 + (word.is_sign(".") and given.text == "[")  # rows?.sort(), rows?.[0]
    return int(first.text == "[" and first.is_tight)


class _Around(NamedTuple):
    """The tokens around the bracket that a mention is in."""

    call: Sequence[Lexeme] = ()
    """Those in front of the nearest bracket that has words in front."""
    path: Sequence[str] = ()
    """The words of all calls around it, such as ``std::reverse``."""
    front: Sequence[Lexeme] = ()
    """Those of its statement in front of the bracket."""
    after: Lexeme = _NOTHING
    signs: frozenset[str] = frozenset()
    """The texts of the tokens in it."""


def uses(root: Lexeme, names: Mapping[str, Sequence[Lexeme]]) -> tuple[Refusal | None, list[str]]:
    """Return the first statement that changes a list, or none; and remarks about calls that get one.

    Args:
        names: the names of lists, and the tokens that give them.
    """
    found: list[Refusal] = []
    handed: dict[str, None] = {}
    changed = _changed_parameters(root)
    kept: list[_Use] = []

    def refuse(use: _Use, why: str, through: str = "") -> None:
        line = min((one.line for one in names[use.name]), default=0)
        what = f"{why} changes the list of line {line}{through}{_NOT_RUN}"
        found.append(Refusal(what, use.line, Weight.CHANGED + 5, advice=WRITE_OUT))

    for use in _mentions(root, names):
        why = _change(use)
        if not why and changed and use.callee and use.is_given_to(changed):
            why = f"{use.callee}(...)"
        if why:
            refuse(use, why)
            continue
        kept.append(use)
        if use.is_loop:
            handed[f"line {use.line} goes through {use.name}{_NOT_RUN}"] = None
        elif use.group.text in ("[", "{") and not use.is_block and not use.is_item:
            handed[f"line {use.line} puts {use.name} into a list or object{_NOT_RUN}"] = None
        elif use.callee and use.callee.lower() not in _PURE:
            handed[f"line {use.line} hands {use.name} to {use.callee}{_NOT_RUN}"] = None
    for use, change in _changes_through(root, kept):
        refuse(use, f"line {change.line}", f" through {change.name!r}")
    for use in _mentions(root, dict.fromkeys(_RUNS, ())):
        if use.after.text == "(" and not use.before.is_sign("."):
            what = f"{use.name}(...) may change the lists{_NOT_RUN}"
            found.append(Refusal(what, use.line, Weight.CHANGED + 5, advice=WRITE_OUT))
    for change, name in _changes_of_results(root, names):
        what = f"this statement changes the list that {name} returns{_NOT_RUN}"
        found.append(Refusal(what, change.line, Weight.CHANGED + 5, advice=WRITE_OUT))
    return min(found, key=lambda one: one.line, default=None), [*handed]


def _mentions(root: Lexeme, names: Mapping[str, Sequence[Lexeme]]) -> Iterator[_Use]:
    """Yield the mentions of names, also as keys: ``p["rows"]``."""
    own = {id(token) for tokens in names.values() for token in tokens}
    stack: list[tuple[Lexeme, _Around]] = [(root, _Around())]
    while stack:
        group, around = stack.pop()
        items, start = group.items, 0
        for at, token in enumerate(items):
            is_key = token.text == "[" and len(token.items) == 1 and token.is_tight and at
            one = token.items[0] if is_key else token
            if token.kind is TokenKind.BREAK or token.is_sign(";"):
                start = at + 1
            elif (
                one.kind is TokenKind.WORD
                and one.text in names
                and id(one) not in own
                and (not one.tag or one is not token)
            ):
                yield _Use(group, start, at, around, one.text)
            if token.kind is TokenKind.GROUP:
                front = items[max(start, at - MAX_FRONT) : at]
                call, path = ((), ()) if token.text == "{" else around[:2]
                if token.text == "(" and any(one.kind is TokenKind.WORD for one in front):
                    call, path = front, (*path, *_path(front))
                after = items[at + 1] if at + 1 < len(items) else _NOTHING
                signs = frozenset(one.text for one in token.items)
                stack.append((token, _Around(call, path, front, after, signs)))


def _path(front: Sequence[Lexeme]) -> Iterator[str]:
    """Yield the words at the end of some tokens, with only points and colons between."""
    for token in reversed(front):
        if token.kind is TokenKind.WORD:
            yield token.text.lower()
        elif not token.is_sign(".", ":", "::"):
            return


def _change(use: _Use) -> str:
    """The change of a list where its name is mentioned; "" if nothing does."""
    after, kind, callee = use.after, use.group.text, use.callee.lower()
    if use.is_called:
        return _change_by_method(use)
    if use.is_item and after.text == "(" and after.is_tight:
        return "this call"  # rows["reverse"]()
    is_key = not use.is_item and not use.is_block and kind in ("(", "{")
    is_set = after.is_sign(*_ASSIGNS) or (after.is_sign("|", "&") and use.further.is_sign("="))
    is_walrus = after.is_sign(":=") and kind == "("
    if is_walrus or (is_set and not (is_key and after.is_sign("=", ":=", "<-"))):
        return "another value"
    if after.is_sign("<", ">") and use.further.is_sign("<", ">", "<=", ">="):
        return after.text + use.further.text
    if use.before.text == "mut" and use.front[-2:-1] and use.front[-2].is_sign("&"):
        return "&mut"
    front = use.around.front
    if not callee and (use.before.is_sign("*") or (front and front[-1].is_sign("*"))):
        return "*"
    if callee in _PURE:
        return ""
    if _is_target(use):
        return "another value"
    if callee:
        given = [*use.around.path, *(one.text.lower() for one in use.front if one.text != "|")]
        is_method = len(use.around.call) > 1 and use.around.call[-2].is_sign(".")
        is_alone = "," not in use.around.signs
        is_kept = is_method and callee in _KEEPS and is_alone  # puzzles.append(rows)
        is_changed = not is_kept and any(map(_CHANGES.search, given))
        return f"{use.callee}(...)" if is_changed else ""
    is_whole = kind == "(" and use.around.after.text in ("[", ".") and not use.is_loop
    if is_whole or any(map(_CHANGES.search, use.words)):
        return "this statement"
    steps = {after.text, use.further.text}, {one.text for one in use.front[-2:]}
    if {"+"} in steps or {"-"} in steps:
        return "a step"
    if use.is_loop:
        return ""
    if _is_second_name(use):
        return "a second name"
    return "this statement" if use.before.is_sign("&") or use.words[:1] == ["del"] else ""


def _change_by_method(use: _Use) -> str:
    """The change by a method of a list, by what it is given, or by a value for what it returns."""
    word, third, last = use.further, *use.behind[2:]
    given = (one.text.lower() for one in third.all() if one.kind is TokenKind.WORD)
    is_read = word.text.lower() in _READS and not third.is_sign("!", *_ASSIGNS)
    is_set = third.text == "(" and last.is_sign(*_ASSIGNS)
    is_changed = any(map(_CHANGES.search, given)) or _changes_in(third)
    if is_read and not is_set and not is_changed:
        return ""
    return f".{word.text} of {use.name}"


def _changes_in(callback: Lexeme) -> bool:
    """True if a function in brackets changes the item that it gets: ``r => r[0] = 1``."""
    heads = [one for one in callback.items[:2] if one.text not in ("function", "|")]
    names = [two for one in heads[:1] for two in one.all() if two.kind is TokenKind.WORD]
    item = next(iter(heads[:1] if heads and heads[0].kind is TokenKind.WORD else names), None)
    signs = {one.text for one in callback.items[:3]}
    if item is None or not signs & {"=>", "->", "|", "function"}:
        return False
    return any(
        _changes_item(use) or (use.is_called and use.behind[2].is_sign(*_ASSIGNS))
        for use in _mentions(callback, {item.text: [item]})
    )


def _is_second_name(use: _Use) -> bool:
    """True for the value of an assignment, or one of several: ``[a, b] = [rows, cols]``."""
    front = use.around.front
    if use.before.is_sign(":=") and use.group.text == "(":
        return not use.is_item
    if use.group.text in ("[", "(") and len(front) > 1 and front[-1].is_sign("=", ":="):
        return front[-2].kind is TokenKind.GROUP
    is_end = use.after.kind is TokenKind.BREAK or use.after.is_sign(",", ";")
    is_inside = use.group.text in ("{", "(") and not use.is_block
    is_value = use.before.is_sign("=", ":=", "<-") and not is_inside
    return is_value and is_end and not use.is_item


def _is_target(use: _Use) -> bool:
    """True for a name among several in front of an assignment: ``rows, cols = cols, rows``."""
    if use.around.after.is_sign("=") and all(token.text in _DECLARES for token in use.around.front):
        return True  # [rows, cols] =
    is_among = bool(use.front) and use.before.is_sign(",", "*")
    is_value = use.group.text == "(" or any(token.is_sign("=") for token in use.front)
    if is_value or not (is_among or use.after.is_sign(",")):
        return False
    rest = use.group.items[use.end : use.end + MAX_FRONT]
    end = (one for one in rest if one.kind is TokenKind.BREAK or one.is_sign(";", "="))
    return next(end, _NOTHING).is_sign("=")


def _variables(use: _Use) -> list[str]:
    """The variables of a loop over a list, or the one that gets an item of it."""
    if not use.is_loop:
        front = use.around.front[:-1] if use.callee.lower() in _PICKS else use.front
        is_whole = use.end <= use.at + 2 and not use.is_called
        is_value = is_whole and front[-1:] and front[-1].is_sign("=", ":=", "<-")
        return [one.text for one in front[-2:-1] if is_value and one.kind is TokenKind.WORD]
    tokens = [two for one in (*use.around.call, *use.front) for two in (one, *one.all())]
    words = [token.text for token in tokens if token.kind is TokenKind.WORD]
    end = next((at for at, word in enumerate(words) if word in ("in", "of", "range")), 0)
    if end:
        return [word for word in words[:end] if word.lower() not in _LOOPS | _DECLARES]
    return [before.text for before, sign in pairwise(tokens) if sign.is_sign(":")][:1]


def _changes_through(root: Lexeme, uses: Iterable[_Use]) -> Iterator[tuple[_Use, _Use]]:
    """Yield the uses that give a list or an item another name, and the changes by that name."""
    given: dict[str, _Use] = {}
    for use in uses:
        for name in _variables(use):
            given[name] = min(use, given.get(name, use), key=lambda one: one.line)
    for change in _mentions(root, dict.fromkeys(given, ())):
        use = given[change.name]
        if change.line >= use.line and _changes_item(change):
            yield use, change


def _changes_item(use: _Use) -> bool:
    """True if what a variable stands for is changed, and not only the variable."""
    if use.is_called:
        return use.further.text.lower() not in _READS
    if use.after.is_sign(*_ASSIGNS) and (use.is_item or use.before.is_sign("*")):
        return True
    is_step = use.is_item and (use.after.text, use.further.text) in (("+", "+"), ("-", "-"))
    return (
        is_step or use.after.is_sign("+=", "*=", "-=") or bool(_CHANGES.search(use.callee.lower()))
    )


def _changes_of_results(
    root: Lexeme, names: Mapping[str, Sequence[Lexeme]]
) -> Iterator[tuple[_Use, str]]:
    """Yield the changes of lists that functions return, and the functions."""
    givers = {
        name: ()
        for name, _, body in _functions(root)
        for use in _mentions(body, names)
        if not use.callee
        and any(one.text == "return" for one in (*use.front, *use.around.call, *use.around.front))
    }
    given: dict[str, _Use] = {}
    for use in _mentions(root, givers):
        items, at = use.group.items, use.end + 1
        if use.after.text != "(":
            continue
        while step := _index_length(items, at):
            at += step
        last, word = [*items[at : at + 2], *[_NOTHING] * 2][:2]
        is_method = last.is_sign(".", "->") and _CHANGES.search(word.text.lower())
        if is_method or (at > use.end + 1 and last.is_sign(*_ASSIGNS)):
            yield use, use.name
        elif use.before.is_sign("=", ":=", "<-"):
            tokens = (two for one in use.front for two in (one, *one.all()))
            given |= {one.text: use for one in tokens if one.kind is TokenKind.WORD}
    for change in _mentions(root, dict.fromkeys(given, ())):
        use = given[change.name]
        is_read = change.is_called and not _CHANGES.search(change.further.text.lower())
        if change.line > use.line and not is_read and _changes_item(change):
            yield change, use.name


def _functions(root: Lexeme) -> Iterator[tuple[str, Lexeme, Lexeme]]:
    """Yield the name, the brackets of the parameters and the body of each function."""
    for group in (root, *(token for token in root.all() if token.kind is TokenKind.GROUP)):
        items = group.items
        for at, (name, head) in enumerate(pairwise(items), 1):
            if head.is_sign("=") and at + 2 < len(items) and items[at + 2].text in ("=>", "->"):
                at, head = at + 1, items[at + 1]  # const f = (x) =>
            if name.kind is not TokenKind.WORD or head.text != "(":
                continue
            before = {one.text.lower() for one in items[max(0, at - 4) : at - 1]}
            is_body = at + 1 < len(items) and items[at + 1].text in ("{", ":", "=>", "->")
            if before & _DEFINES or is_body:
                body = Lexeme(TokenKind.GROUP, "", head.line, items=[*_body(items, at + 1)])
                yield name.text, head, body


def _changed_parameters(root: Lexeme) -> dict[str, set[int]]:
    """Functions of the file, and the places of the parameters that they change."""
    found: dict[str, set[int]] = {}
    for name, head, body in _functions(root):
        places = _parameters(head)
        uses: dict[int, list[_Use]] = {}
        for use in _mentions(body, dict.fromkeys(places, ())):
            uses.setdefault(places[use.name], []).append(use)
        changed = {place for place, some in uses.items() if _are_changes(body, some)}
        found.setdefault(name, set()).update(changed)
    return found


def _parameters(group: Lexeme) -> dict[str, int]:
    """The words of each parameter, its name and in some languages its type, and its place."""
    found: dict[str, int] = {}
    place = 0
    for token in group.items:
        place += token.is_sign(",")
        if token.kind is TokenKind.WORD:
            found[token.text] = place
    return found


def _body(items: Sequence[Lexeme], start: int) -> Iterator[Lexeme]:
    """The tokens of a function's body: in braces, or lines up to the next definition."""
    for token in map(items.__getitem__, range(start, len(items))):
        if token.kind is TokenKind.WORD and token.text.lower() in _DEFINES:
            return
        yield token
        if token.text == "{":
            return


def _are_changes(body: Lexeme, uses: Sequence[_Use]) -> bool:
    return any(_changes_item(use) or (use.is_item and _change(use)) for use in uses) or any(
        True for _ in _changes_through(body, uses)
    )
