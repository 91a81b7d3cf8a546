"""The uses of lists of clues in a program. No program is run, so a changed list is refused.

`uses` looks at each mention of the name of a list. It is harmless in a key or keyword, as an index that
is only read, in ``len`` and ``print``, in a loop that does not change what it goes through, and in a call
of a function that is not known; the reader says so. All else is a change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from nonosat.formats.base import words
from nonosat.formats.fits import WRITE_OUT, Refusal, Weight
from nonosat.formats.tokens import Lexeme, TokenKind, is_sign

_READS = words(
    "length len size count iter is_empty isempty indices index indexOf indexof foreach map filter reduce "
    "every some values keys entries items join tostring includes contains get at copy clone slice "
    "iterator stream enumerate tolist toarray shape ndim dtype first last max min sum any all"
)
"""Methods and fields that do not change a list."""
_PURE = words(
    "len print println printf log size count length max min sum range str repr dumps puts echo format "
    "ncol nrow numel sizeof assert"
)
"""Functions that neither change nor keep a list."""
_CHANGES = re.compile(
    "swap|revers|sort|shuffle|rotat|transpos|fill|clear|extend|append|push|insert|pop|remove|splice|"
    "exchange|flip|setitem|delete"
)
_KEEPS = words("append push add insert extend push_back emplace_back")
"""Methods that keep what they get."""
_ASSIGNS = ("=", "+=", "-=", "*=", ":=", "<-", "|=", "&=")
_LOOPS = frozenset(("for", "foreach", "while", "each"))
_NOT_RUN = "; the program is not run"
_DEFINES = words("def function fn func fun void sub proc")


class _Use(NamedTuple):
    """A mention of a name: the tokens of its statement, and its place among them."""

    items: Sequence[Lexeme]
    start: int
    """Where its statement begins."""
    at: int
    group: Lexeme
    outer: Sequence[Lexeme]
    """The words in front of the bracket that it is in."""


def uses(root: Lexeme, names: Mapping[str, Sequence[Lexeme]]) -> tuple[Refusal | None, list[str]]:
    """Return the first statement that changes a list, or none; and remarks about calls that get one.

    Args:
        names: the names of lists, and the tokens that give them.
    """
    found: list[Refusal] = []
    handed: dict[str, None] = {}
    changed = _changed_parameters(root)
    for use in _mentions(root, names):
        name, line = _name(use.items[use.at]), use.items[use.at].line
        where = min((one.line for one in names.get(name, ())), default=0)
        why = _change(use, names) or _changed_by_call(use, names, changed)
        if why:
            what = f"{why} changes the list of line {where}{_NOT_RUN}"
            found.append(Refusal(what, line, Weight.CHANGED + 5, advice=WRITE_OUT))
        elif _is_loop(use):
            variable = _loop_variable(use)
            if variable and (place := _changes_variable(root, use, variable)):
                what = (
                    f"line {place} changes the list of line {where} through {variable!r}{_NOT_RUN}"
                )
                found.append(Refusal(what, line, Weight.CHANGED + 5, advice=WRITE_OUT))
            else:
                handed[f"line {line} goes through {name}{_NOT_RUN}"] = None
        elif (callee := _callee(use)) and callee.lower() not in _PURE:
            handed[f"line {line} hands {name} to {callee}{_NOT_RUN}"] = None
    return min(found, key=lambda one: one.line, default=None), [*handed]


def _name(token: Lexeme) -> str:
    """A name, also as a key in brackets: ``p["rows"]``."""
    if token.kind is TokenKind.GROUP and token.text == "[" and len(token.items) == 1:
        return token.items[0].text
    return token.text


def _mentions(root: Lexeme, names: Mapping[str, Sequence[Lexeme]]) -> Iterator[_Use]:
    own = {id(token) for tokens in names.values() for token in tokens}
    stack: list[tuple[Lexeme, Sequence[Lexeme]]] = [(root, [])]
    while stack:
        group, outer = stack.pop()
        items, start = group.items, 0
        for at, token in enumerate(items):
            is_key = token.kind is TokenKind.GROUP and token.text == "[" and len(token.items) == 1
            one = token.items[0] if is_key and token.is_tight and at else token
            if token.kind is TokenKind.BREAK or token.is_sign(";"):
                start = at + 1
            elif (
                one.kind is TokenKind.WORD
                and one.text in names
                and id(one) not in own
                and (not one.tag or one is not token)
            ):
                yield _Use(items, start, at, group, outer)
            if token.kind is TokenKind.GROUP:
                inside = [] if token.text == "{" else outer
                if token.text == "(" and any(one.kind is TokenKind.WORD for one in items[start:at]):
                    inside = items[start:at]
                stack.append((token, inside))


def _behind(use: _Use) -> int:
    """The place behind a name and its indexes."""
    end = use.at + 1
    while end < len(use.items) and use.items[end].text == "[" and use.items[end].is_tight:
        end += 1
    return end


def _line_words(use: _Use) -> list[str]:
    before = (*use.outer, *use.items[use.start : use.at])
    return [token.text.lower() for token in before if token.kind is TokenKind.WORD]


def _callee(use: _Use) -> str:
    """The function whose call gets a list; "" if it is in none."""
    if use.group.text != "(" or not use.outer or use.outer[-1].kind is not TokenKind.WORD:
        return ""
    return "" if use.outer[-1].text.lower() in _LOOPS | {"if", "return"} else use.outer[-1].text


def _is_loop(use: _Use) -> bool:
    return bool(_LOOPS & {*_line_words(use)})


def _change(use: _Use, names: Mapping[str, object]) -> str:
    """The change of a list where its name is mentioned; "" if nothing does."""
    items, at, group = use.items, use.at, use.group
    end = _behind(use)
    after, further = [*items[end : end + 2], None, None][:2]
    before = items[at - 1] if at else None
    callee = _callee(use).lower()
    if is_sign(after, ".", "->", "?.") and further is not None and further.kind is TokenKind.WORD:
        word = further.text.lower()
        is_read = word in _READS and not is_sign(
            items[end + 2] if end + 2 < len(items) else None, "!"
        )
        return "" if is_read else f".{further.text} of {_name(items[at])}"
    if is_sign(after, *_ASSIGNS) and (group.text not in ("(", "{") or end > at + 1):
        return "another value"
    if is_sign(after, "=") and group.text == "{" and _is_block(group):
        return "another value"
    if is_sign(after, ":=") and group.text == "(":
        return "another value"
    if is_sign(after, "<") and is_sign(further, "<"):
        return "<<"
    if is_sign(before, "*") and not (callee and group.text == "("):
        return "*"
    if callee in _PURE:
        return ""
    if _is_target(use):
        return "another value"
    if callee:
        given = [callee, *(one.text.lower() for one in items[use.start : at] if one.text != "|")]
        is_changed = any(map(_CHANGES.search, given))
        is_method = len(use.outer) > 1 and use.outer[-2].is_sign(".")
        if is_method and callee in _KEEPS and not any(one.is_sign(",") for one in items):
            is_changed = False  # puzzles.append(rows)
        return f"{use.outer[-1].text}(...)" if is_changed else ""
    if any(_CHANGES.search(word) for word in _line_words(use)):
        return "this statement"
    if _is_loop(use):
        return ""
    is_alone = end == at + 1
    if is_sign(after, "+", "-") and is_sign(further, "+", "-"):
        return f"{after.text if after else ''}{further.text if further else ''}"
    if is_sign(before, "=", ":=", "<-") and group.text not in ("{", "(") and is_alone:
        is_pair = is_sign(after, ",") or after is None or after.kind is TokenKind.BREAK
        if is_pair or is_sign(after, ";"):
            return "a second name"
    if is_sign(before, "&") or _line_words(use)[:1] == ["del"]:
        return "this statement"
    return ""


def _is_block(group: Lexeme) -> bool:
    """True for the braces of a block of statements, not of an object."""
    return any(token.is_sign(";") for token in group.items)


def _is_target(use: _Use) -> bool:
    """True for a name among several in front of an assignment: ``rows, cols = cols, rows``."""
    end = _behind(use)
    if not is_sign(use.items[end] if end < len(use.items) else None, ","):
        before = use.items[use.at - 1] if use.at > use.start else None
        if not is_sign(before, ",", "*"):
            return False
    for token in use.items[use.start :]:
        if token.kind is TokenKind.BREAK or token.is_sign(";"):
            return False
        if token.is_sign("="):
            place = next(i for i, one in enumerate(use.items) if one is token)
            return use.at < place
    return False


def _loop_variable(use: _Use) -> str:
    """The variable of a loop over a list."""
    items = (*use.outer, *use.items[use.start : use.at])
    words = [token.text for token in items if token.kind is TokenKind.WORD]
    for at, word in enumerate(words):
        if word in ("in", "of") and at:
            return words[at - 1]
    signs = [at for at, token in enumerate(items) if token.is_sign(":")]
    return next((items[at - 1].text for at in signs if at), "")


def _changes_variable(root: Lexeme, use: _Use, variable: str) -> int:
    """The line that changes what a variable of a loop stands for; 0 if there is none."""
    line = use.items[use.at].line
    for one in _mentions(root, {variable: ()}):
        token = one.items[one.at]
        if token.line >= line and _changes_item(one):
            return token.line
    return 0


def _changes_item(use: _Use) -> bool:
    end = _behind(use)
    after, further = [*use.items[end : end + 2], None, None][:2]
    if is_sign(after, ".") and further is not None and further.kind is TokenKind.WORD:
        return further.text.lower() not in _READS
    if is_sign(after, *_ASSIGNS) and end > use.at + 1:
        return True
    return is_sign(after, "+=", "*=", "-=") or bool(_CHANGES.search(_callee(use).lower()))


def _changed_parameters(root: Lexeme) -> dict[str, set[int]]:
    """Functions of the file, and the places of the parameters that they change."""
    found: dict[str, set[int]] = {}
    for items in _groups(root):
        for at, token in enumerate(items):
            is_head = token.kind is TokenKind.GROUP and token.text == "(" and at
            if not is_head or items[at - 1].kind is not TokenKind.WORD:
                continue
            before = {one.text.lower() for one in items[max(0, at - 4) : at - 1]}
            is_body = at + 1 < len(items) and items[at + 1].text in ("{", ":", "=>", "->")
            if not before & _DEFINES and not is_body:
                continue
            parameters = _parameters(token)
            for place, name in enumerate(parameters):
                if name and _body_changes(items, at, name, token.line):
                    found.setdefault(items[at - 1].text, set()).add(place)
    return found


def _groups(root: Lexeme) -> Iterator[Sequence[Lexeme]]:
    yield root.items
    for token in root.all():
        if token.kind is TokenKind.GROUP:
            yield token.items


def _parameters(group: Lexeme) -> list[str]:
    names, last = [], ""
    for token in group.items:
        if token.is_sign(",") or token.is_sign(":", "="):
            names.append(last)
            last = ""
        elif token.kind is TokenKind.WORD:
            last = token.text
    return [*names, last]


def _body_changes(items: Sequence[Lexeme], at: int, name: str, line: int) -> bool:
    """True if the function whose parameters are at a place changes the parameter `name`."""
    body = Lexeme(TokenKind.GROUP, "", line, items=[*_body(items, at)])
    return any(
        _changes_item(use) or bool(_change(use, {name: ()}) and _behind(use) > use.at + 1)
        for use in _mentions(body, {name: ()})
    )


def _body(items: Sequence[Lexeme], at: int) -> Iterator[Lexeme]:
    """The tokens of a function's body: in braces, or lines up to the next definition."""
    for token in items[at + 1 :]:
        if token.kind is TokenKind.WORD and token.text.lower() in _DEFINES:
            return
        yield token
        if token.text == "{":
            return


def _changed_by_call(
    use: _Use, names: Mapping[str, object], changed: Mapping[str, set[int]]
) -> str:
    """The call of a function of the same file that changes a list; "" if it does not."""
    callee = _callee(use)
    if callee not in changed:
        return ""
    place = sum(token.is_sign(",") for token in use.items[: use.at])
    return f"{callee}(...)" if place in changed[callee] else ""
