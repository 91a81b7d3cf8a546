"""Find the statements of a program that name clues, and account for every token of them.

A statement that assigns a list to a name of clues is read whole or refused: what is before and behind
the list belongs to it. So does each later statement that changes the name. `Scan` evaluates what needs
no knowledge of the program: ``* n`` and ``+`` of lists, and appending a list where the name was
assigned. Everything between such statements is passed over.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from nonosat.errors import ParseError, UnknownFormat
from nonosat.formats.base import Record, words
from nonosat.formats.program.program_data import (
    CLOSED,
    CLOSING,
    MAX_VALUES,
    Items,
    Token,
    Tokens,
    plain,
)
from nonosat.formats.text.sides import side_of

MAX_OPEN = 1000
"""Brackets open at once. No program has as many."""
SIZES = {"row": ("rows", "nrows", "height", "h"), "column": ("cols", "ncols", "width", "w")}
_ALL_SIZES = frozenset(name for names in SIZES.values() for name in names)
_ASSIGNS = frozenset(("=", ":", ":=", "=>", "<-", "be"))
_COMPARISONS = frozenset(("==", "===", "!=", "!==", "<=", ">=", "=>", ":=", "="))
_NULLS = frozenset(("null", "None", "nil", "undefined", "nullptr"))
_LETTERS = {"r": "row", "c": "column"}
_APPENDS = frozenset(("append", "add", "push", "pushback", "emplaceback"))
_EXTENDS = frozenset(("extend", "addall"))
_CHANGES = (
    _APPENDS
    | _EXTENDS
    | words(
        "reverse sort sortby sortwith pop popback remove removeat removelast removefirst delete "
        "discard insert unshift shift splice set put setitem clear fill swap shuffle rotate "
        "retain truncate resize assign"
    )
)
"""Functions that change the list before the dot."""
_IN_PLACE = frozenset(
    ("reverse", "sort", "sortby", "swap", "shuffle", "rotate", "insert", "remove", "pop", "clear")
)
"""Functions that change their first argument; so do those of ``_CHANGES`` with a ``!``."""
_HARMLESS = frozenset(("foreach", "each", "map", "iter", "print"))
_COPIES = frozenset(
    ("copy", "clone", "tolist", "toarray", "tovec", "freeze", "trimindent", "strip", "trim")
)
_NO_TYPES = words("return else do then in and or not await yield new del delete unset")
_SETTER = re.compile(r"(?:set|add|put|push|append|with|new)_?(.+)\Z", re.IGNORECASE)
_TEXT_CLUES = r"[0-9]+(?:[,. -] ?[0-9]+)*"
_TEXT_SIDE = re.compile(rf"\s*{_TEXT_CLUES}(?:[ ,]*[;/|\n]\s*(?:{_TEXT_CLUES})?)+\s*\Z")
_TIGHT = re.compile(r"(?=.*[-.])[0-9]+(?:[-.][0-9]+)*(?: +[0-9]+(?:[-.][0-9]+)*)+\Z")
_SPACED = re.compile(r"(?=.*[0-9] +[0-9])[0-9]+(?: +[0-9]+)*(?:, +[0-9]+(?: +[0-9]+)*)+\Z")
_Path = tuple[str, ...]


@dataclass
class Claim:
    """One assignment in a text to a name of clues."""

    axis: str
    name: str
    path: _Path
    """The name as written, with those before its dots; ``[]`` is an index."""
    value: Items | ParseError | None
    """The list, or the error in its statement; None for an explicit null."""
    scope: tuple[int, int]
    """The bracket and the function around the name, the same for both lists of a puzzle."""
    column: int
    line: int
    label: str
    """The names of the objects around it."""
    is_key: bool
    """The name is a key of an object, or of an argument."""
    uses: int = 0
    """Number of further places of the name, apart from appending to it."""


class Bare(NamedTuple):
    """A list without a name for clues."""

    value: Items
    scope: int
    is_argument: bool
    name: str
    """The name of the list, or of the function that it is an argument of."""


class Call(NamedTuple):
    """A call that sets the clue of a line."""

    axis: str
    number: int | None
    clue: Items | ParseError


class Scan:
    """The statements of a text; a program may be between them."""

    def __init__(self, record: Record, comments: str, is_program: bool) -> None:
        self.record = record
        self.claims: list[Claim] = []
        self.named: dict[str, Items] = {}
        """The first list of each name."""
        self.bare: list[Bare] = []
        self.scoped: dict[int, dict[str, int]] = {}
        """Bracket -> the numbers that have names in it."""
        self.sizes: dict[int, Items] = {}
        """Bracket -> the list that is called the size in it."""
        self.calls: dict[object, list[Call]] = {}
        """Object and place -> its calls such as ``set_row(0, [2, 1])``."""
        self.is_lost: bool = False
        """Something else is assigned to a name of clues, so that lists without a name may be its."""
        self._is_program = is_program
        self._tokens = Tokens(record, comments, is_program)
        self.numbers: dict[str, int] = self._tokens.numbers
        self._held: dict[_Path, Claim] = {}
        self._path: _Path = ()
        """The name that was passed last, as far as it goes."""
        self._pending: list[_Path] = []
        """Names before a comma, as in ``rows, cols = ...``."""
        self._is_start = self._is_declared = False
        """The path begins a statement; it has a type or a word such as ``let`` before it."""
        self._owners: list[tuple[_Path, bool, int]] = []
        """The path before each open bracket, if it was declared, and the number of its first token."""
        self._labels: dict[int, str] = {}
        self._blocks: list[tuple[int, int]] = []
        """Column and line of each Python function around."""
        self._globals: set[str] = set()
        self._indent = 0
        """The column where the line of the path begins."""
        for token in self._tokens.until():
            self._enter(token)
            if token.text in _ASSIGNS and (token.kind == "sign" or self._path):
                self._assign()
            elif token.kind == "word" and not (self._is_argument and self._tokens.is_maker):
                self._word()
            elif token.kind == "text":
                self._text()
            elif token.text in CLOSING or token.kind == "word":
                self._open()
            elif token.text in CLOSED:
                self._close()
            elif token.text == "," and self._path and self._is_start:
                self._pending.append(self._path)
                self._tokens.step()
            else:
                self._sign()

    def _enter(self, token: Token) -> None:
        """Notice the brackets and functions around a token."""
        if len(self._tokens.open) > MAX_OPEN:  # each bracket costs as much as a list
            what = f"more than {MAX_OPEN} brackets are open at once"
            self.record.fail(what, token.line, UnknownFormat)
        if self._tokens.is_first and len(self._tokens.open) == 1:
            while self._blocks and token.column <= self._blocks[-1][0]:
                self._blocks.pop()
            if token.text in ("def", "async"):
                self._blocks.append((token.column, token.line))

    @property
    def _is_argument(self) -> bool:
        """True if the next token begins an argument of a function."""
        return self._tokens.before.text in ("(", ",") and self._tokens.open[-1][1] == "("

    @property
    def _scope(self) -> tuple[int, int]:
        return self._tokens.open[-1][0], self._blocks[-1][1] if self._blocks else 0

    def _word(self) -> None:
        tokens = self._tokens
        before, token = tokens.before, tokens.now
        is_part = before.text in (".", "::", "->") and bool(self._path)
        if is_part:
            self._path = (*self._path, token.text)
        else:
            self._is_start = tokens.is_first or before.text in (";", "{", "}", "")
            if before.text != "," or not self._pending:
                self._pending = []
            elif not tokens.is_first:
                self._is_start = True
            self._is_declared = not tokens.is_first and (
                (before.kind == "word" and before.text not in _NO_TYPES)
                or before.text in (">", "]")
            )
            self._path = (token.text,)
            self._indent = tokens.indent
            if before.text in ("global", "nonlocal"):
                self._globals.add(token.text)
            if before.text in ("del", "delete", "unset"):
                self._change(self._path, f"{before.text} {token.text}")
        tokens.step()
        if held := self._held.get(self._path):
            held.uses += 1
            for number, _ in tokens.open:  # reverse(asList(rows))
                if plain(self._labels.get(number, "")) in _IN_PLACE:
                    self._change(self._path, f"{self._labels[number]}({token.text}", sign="(")
        is_braced = tokens.now.text == "{" and self._is_declared and before.text == ">"
        if is_braced and _axis(token.text):  # as C++ has it
            self._claim(self._path, "=")

    def _sign(self) -> None:
        """Pass a sign; only a dot continues a name."""
        token = self._tokens.now
        text = self._tokens.step().text
        if text == "<<" or (text[-1:] == "=" and text not in _COMPARISONS):
            if self._path:
                self._compound(text, token)
        elif text in ("++", "--") and self._path and self._path[-1][:1] == "[":
            self._change(self._path, f"{'.'.join(self._path)}{text}")
        elif text in (".", "::", "->", "!", "?", "?.") and self._path:
            if text == "!" and self._path[:-1] in self._held and plain(self._path[-1]) in _CHANGES:
                self._change(self._path, f"{'.'.join(self._path)}!", sign="!")
            return
        self._path, self._pending = (), []

    def _compound(self, sign: str, token: Token) -> None:
        """Take ``rows += [[1]]``, or refuse it."""
        held = self._held.get(self._path)
        if held and sign == "+=" and self._may_append(held):
            try:
                items = self._tokens.items()
                self._end()
            except ParseError as err:
                self._change(self._path, f"{self._path[-1]} {sign}", err)
                return
            if all(isinstance(value, Items) for value in items.values):
                self._append(held, items.values)
                return
        self._change(self._path, f"{'.'.join(self._path)} {sign}")

    def _text(self) -> None:
        """Pass a text; a whole side of clues may be the argument of a function."""
        tokens = self._tokens
        is_argument, token = self._is_argument, tokens.step()
        self._path = (token.value,) if tokens.now.text in _ASSIGNS else ()
        self._is_start = self._is_declared = False
        if is_argument and self._is_program and _TEXT_SIDE.match(token.value):
            self.is_lost |= tokens.now.text not in (",", ")")
            scope = tokens.open[-1][0]
            items = text_side(token.value, self.record, token.line)
            self.bare.append(Bare(items, scope, True, self._labels.get(scope, "")))

    def _open(self) -> None:
        """Enter a bracket: an index, a call, or a list without a name."""
        tokens = self._tokens
        sign, before = tokens.now.text, tokens.before
        follows = not tokens.is_first and (
            before.text in CLOSED or before.text == "!" or before.kind == "word"
        )
        if sign == "(" and self._path and follows and self._call():
            return
        is_list = sign in ("[", "[|") and not (follows and self._path)
        if is_list or (self._is_argument and sign != "("):
            self._list("", is_argument=self._is_argument)
            return
        path = self._path if follows else ()
        name = ".".join(path)
        tokens.step()
        self._owners.append((path, self._is_declared, tokens.passed))
        self._labels[tokens.open[-1][0]] = name
        self._path, self._pending = (), []

    def _close(self) -> None:
        """Leave a bracket: behind an index a name goes on."""
        tokens = self._tokens
        before, sign = tokens.before, tokens.step().text
        path, self._is_declared, first = self._owners.pop() if self._owners else ((), False, 0)
        if path and sign == "]" and before.kind == "text":
            self._path = (*path, before.value)
        else:
            index = before.text if tokens.passed == first + 2 else ""
            self._path = (*path, f"[{index}]") if path else ()

    def _list(self, label: str, is_argument: bool = False) -> None:
        """Take a list that is not named as clues; with a mistake in it, it is not one of data."""
        tokens = self._tokens
        scope, depth, name = tokens.open[-1][0], len(tokens.open), plain(label)
        self._path = ()
        try:
            items = tokens.items()
            self._end()
        except ParseError:
            self.is_lost |= bool(name) and self._is_program and tokens.before.text in CLOSED
            self._resume(depth, label)
            return
        if name in ("size", "dimensions"):
            self.sizes[scope] = items
        if name:
            self.named.setdefault(name, items)
        if name or any(isinstance(value, Items) for value in items.values):
            self.bare.append(Bare(items, scope, is_argument, label or self._labels.get(scope, "")))

    def _assign(self) -> None:
        """Take the name in front of the sign, and what is assigned to it."""
        tokens, before = self._tokens, self._tokens.before
        path, pending, sign = self._path, self._pending, tokens.step().text
        self._path, self._pending = (), []
        if not path and before.kind == "text":
            path = (before.value,)
        if not path:
            return
        names = [part for part in path if part[:1] != "["]
        if not names:  # such as [0]: in another language
            return
        name = plain(names[-1])
        if pending and sign in ("=", ":=") and tokens.open[-1][1] != "(":
            self._several([*pending, path], sign)
            return
        is_index = path[-1][:1] == "[" and not self._is_declared
        if is_index and sign == ":":  # a condition, or the end of a head
            return
        if is_index or (
            len(names) > 1 and any(path[:n] in self._held for n in range(1, len(path)))
        ):
            self._change(path, f"{'.'.join(path)} {sign}")
        elif tokens.now.kind == "number" and not (_axis(name) and sign == "be"):
            text = tokens.step().text
            if self._is_end() and re.fullmatch("[0-9]{1,6}", text):
                self.numbers.setdefault(name, int(text))
                self.scoped.setdefault(tokens.open[-1][0], {})[name] = int(text)
            elif _axis(name) and name not in _ALL_SIZES:
                self.is_lost = True
            self._change(path, f"{path[-1]} {sign} {text}", sign=sign)
        elif _axis(name):
            self._claim(path, sign)
        elif tokens.now.text in CLOSING or tokens.is_maker:
            self._list(names[-1])

    def _several(self, paths: list[_Path], sign: str) -> None:
        """Take ``rows, cols = [...], [...]``."""
        for path in paths:
            if not _axis(path[-1]):
                self.is_lost = True
                return
        for at, path in enumerate(paths):
            self._claim(path, sign, is_last=at == len(paths) - 1)
            if at < len(paths) - 1 and self._tokens.now.text == ",":
                self._tokens.step()

    def _claim(self, path: _Path, sign: str, is_last: bool = True) -> None:
        """Take the list that is assigned to a name of clues, or the mistake in its statement."""
        tokens, begun = self._tokens, self._tokens.now
        name = [part for part in path if part[:1] != "["][-1]
        bracket = tokens.open[-1][1]
        is_key = sign in (":", "=>") or bracket == "("
        label = ".".join(filter(None, (self._labels.get(n) for n, _ in tokens.open)))
        claim = Claim(
            _axis(name),
            plain(name),
            path,
            None,
            self._scope,
            self._indent,
            begun.line,
            label,
            is_key,
        )
        how, depth, passed = f"{path[-1]} {sign}", len(tokens.open), tokens.passed
        change = partial(self._change, path, how, sign=":" if is_key else "", scope=claim.scope)
        if begun.text in _NULLS:
            tokens.step()
            change()
            self.claims.append(claim)
            return
        if begun.kind == "word" and begun.text == path[-1] and sign == "=":
            tokens.step()  # rows = rows, as the field of a table
            if self._is_end():
                return
        if (held := self._held.get(path)) and held.scope != claim.scope and change():
            return
        tokens.is_nested = False
        try:
            claim.value = self._sized(path, self._value(is_last))
        except ParseError as err:
            if tokens.before.text == "{" and not tokens.is_nested:  # it is a block
                self._resume(depth, name)
                return
            is_list = tokens.passed > passed and not is_key
            self._pass_rest(depth)
            if sign == ":" and tokens.now.text == "=":  # rows: Type = ...
                tokens.step()
                self._claim(path, "=")
                return
            self._resume(depth, "")
            if not tokens.is_nested and not is_list:
                self.is_lost = True
                change()
                return
            if change(err):
                return
            claim.value = err
        self.claims.append(claim)
        self._held[path] = claim
        if tokens.now.text == "," and is_last and not bracket:
            tokens.step()
            if tokens.now.text in CLOSING or tokens.now.kind == "number":
                claim.value = self._error("the end of the statement")

    def _sized(self, path: _Path, value: Items) -> Items:
        """Check the size that an index behind a declared name states."""
        sizes = [part[1:-1] for part in path if part[:1] == "["]
        if sizes:
            first = sizes[0] if sizes[0].isdecimal() else self.numbers.get(plain(sizes[0]))
            if first is not None and int(first) != len(value.values):
                what = f"{len(value.values)} values in a list of {first}"
                self.record.fail(what, value.line)
            if len(sizes) > 1 and not all(isinstance(clue, Items) for clue in value.values):
                self.record.fail("a list of numbers, expected one of lists", value.line)
        return value

    def _resume(self, depth: int, label: str) -> None:
        """Go on in brackets that a list which is not one has opened or closed."""
        opened = self._tokens.open
        del self._owners[len(opened) - 1 :]
        self._owners += [((), False, 0)] * (len(opened) - 1 - len(self._owners))
        self._labels |= dict.fromkeys([number for number, _ in opened[depth:]], label)

    def _value(self, is_last: bool) -> Items:
        """Return the value of a whole statement: sums and multiples of lists, or clues in a text."""
        tokens = self._tokens
        first = tokens.now
        if first.kind == "text" and self._is_program and re.search("[0-9]", first.text):
            items = text_side(tokens.step().value, self.record, first.line)
            self._end(is_last)
            return items
        items = Items([], first.line)
        while True:  # each round passes a list
            part = tokens.items().values
            if tokens.now.text == "*" and first.kind != "word":
                tokens.step()
                times = max(0, tokens.number())
                if times * len(part) > MAX_VALUES:
                    self.record.fail(f"more than {MAX_VALUES} values in a list", first.line)
                part = part * times
            items.values.extend(part)
            if tokens.now.text not in ("+", "++") or first.kind == "word" or not self._is_program:
                break
            tokens.step()
        self._end(is_last)
        return items

    def _end(self, is_last: bool = True) -> None:
        """Pass what changes nothing behind a value; raise a ParseError if more follows."""
        tokens = self._tokens
        if tokens.now.text in ("as", "satisfies"):
            for token in tokens.until(";", ",", ")", "}"):
                if tokens.is_first:
                    break
                if token.kind != "word" and token.text not in "[]<>.|":
                    tokens.fail("a type")
                tokens.step()
        while tokens.now.text == ".":
            tokens.step()
            if plain(tokens.now.text) not in _COPIES:
                tokens.fail("the end of the statement (nonosat does not run programs)")
            tokens.step()
            tokens.expect("(")
            tokens.expect(")")
        if not self._is_end():
            tokens.fail("the end of the statement (nonosat does not run programs)")

    def _is_end(self) -> bool:
        """Return True if a statement may end before the next token."""
        token = self._tokens.now
        if token.kind == "end" or token.text in (";", ",", ")", "]", "}"):
            return True
        return self._tokens.is_first and (token.kind != "sign" or token.text in "[{@#~!\\|$")

    def _error(self, due: str) -> ParseError:
        try:
            self._tokens.fail(due)
        except ParseError as err:
            return err

    def _pass_rest(self, depth: int) -> None:
        """Pass the rest of a statement that cannot be read."""
        tokens = self._tokens
        for token in tokens.until():
            if len(tokens.open) < depth or (len(tokens.open) == depth and self._is_end()):
                return
            if len(tokens.open) == depth and token.text == "=":
                return
            if token.text == "{" and (
                tokens.before.text in (")", "=>") or tokens.before.kind == "word"
            ):
                return
            tokens.step()

    def _may_append(self, held: Claim) -> bool:
        """Return True if what follows a name runs once, right after it was assigned."""
        return (
            self._is_start
            and isinstance(held.value, Items)
            and held.scope == self._scope
            and held.column == self._tokens.indent
            and held.uses == 1
        )

    def _append(self, held: Claim, values: list[int | str | Items]) -> None:
        assert isinstance(held.value, Items)
        held.value.values.extend(values)
        held.uses = 0

    def _change(
        self,
        path: _Path,
        how: str,
        cause: ParseError | None = None,
        sign: str = "=",
        scope: tuple[int, int] | None = None,
    ) -> bool:
        """Refuse a list because its name is changed; return True if the change is of it."""
        base = next((path[:n] for n in range(len(path), 0, -1) if path[:n] in self._held), None)
        if base is None or sign in (":", "=>") or (sign == "=" and self._tokens.open[-1][1] == "("):
            return False
        held, scope = self._held[base], scope or self._scope
        if base == path and held.scope != scope:
            is_local = held.scope[1] != scope[1] and base[0] not in self._globals
            if self._is_declared or (is_local and len(base) == 1):
                return False
        if not isinstance(held.value, Items):
            return False
        if not held.value.values:  # a list that the program fills
            self.claims.remove(held)
            del self._held[base]
            return True
        line = cause.line if cause else self._tokens.before.line
        what = f"{how!r} changes the list of line {held.line}"
        if cause:
            what += f": {cause.what}"
        else:
            what += " (nonosat does not run programs: write the list as it is at the end)"
        held.value = ParseError(what, self.record.source, line)
        return True

    def _call(self) -> bool:
        """Take a call that changes a list or sets a clue; return False for any other."""
        tokens = self._tokens
        *owner, method = self._path
        path, key = self._path, plain(method)
        held = self._held.get(tuple(owner))
        inner = next((n for n in range(1, len(owner)) if path[:n] in self._held), 0)
        if held and key in _APPENDS | _EXTENDS and self._may_append(held):
            tokens.step()
            try:
                values, _ = tokens.elements(")")
                self._end()
                if key in _EXTENDS:
                    (extra,) = [value for value in values if isinstance(value, Items)]
                    values = extra.values
                    if not all(isinstance(value, Items) for value in values):
                        raise ValueError
                elif len(values) != 1 and (key != "push" or not values):
                    raise ValueError
                self._append(held, values)
            except ParseError as err:
                self._resume(len(tokens.open), "")
                self._change(path, f"{'.'.join(path)}(", err)
            except ValueError:
                self._change(path, f"{'.'.join(path)}(")
            self._path = ()
            return True
        if held or inner:
            if key in _CHANGES or (held and self._is_start and key not in _HARMLESS):
                self._change(path, f"{'.'.join(path)}(")
            return False
        if axis := _set_axis(method):
            return self._set(axis, path)
        if key in (_CHANGES if tokens.before.text == "!" else _IN_PLACE):
            tokens.step()
            self._owners.append((path, False, tokens.passed))
            self._labels[tokens.open[-1][0]] = method
            while tokens.now.text in ("&", "mut", "ref"):
                tokens.step()
            if tokens.now.kind == "word":
                name = tokens.now.text
                self._change((name,), f"{'.'.join(path)}({name}", sign="(")
            self._path = ()
            return True
        return False

    def _set(self, axis: str, path: _Path) -> bool:
        """Take a call such as ``set_row(0, [2, 1])``; return False if it is a definition."""
        tokens = self._tokens
        if self._is_declared:
            return False
        is_start = self._is_start
        target = path[: next(at for at, part in enumerate(path) if _set_axis(part))]
        line, depth = tokens.now.line, len(tokens.open)
        values: list[int | str | Items] = []
        clue: Items | ParseError = Items(values, line)
        index: int | None = None
        tokens.step()
        try:
            values, _ = tokens.elements(")")
            if tokens.now.text != ".":
                self._end()
            match values:
                case [int(number), (Items() | str()) as only]:
                    index, clue = number, only if isinstance(only, Items) else Items([only], line)
                case [Items() as only]:
                    clue = only
                case [_, _, *_] if path[-1][:3].lower() == "set":
                    self.record.fail("numbers, expected an index and a clue in brackets", line)
                case _:
                    clue = Items(values, line)
            if not is_start:
                self.record.fail("a clue that is not set by a statement of its own", line)
        except ParseError as err:
            while len(tokens.open) > depth and tokens.now.kind != "end":
                tokens.step()
            clue = err
        self._resume(depth, "")
        if tokens.now.text not in ("{", ":") and (values or isinstance(clue, ParseError)):
            self.calls.setdefault((target, self._scope, self._indent), []).append(
                Call(axis, index, clue)
            )
        self._path = (*path, "[)]")
        return True


def _axis(name: str) -> str:
    return _LETTERS.get(name.lower()) or side_of(name)


def _set_axis(method: str) -> str:
    """Return the side whose clue a function sets; "" if it does not."""
    match = _SETTER.match(method)
    return side_of(match[1]) if match else ""


def text_side(text: str, record: Record, line: int) -> Items:
    """Return the clues of a side in one text, such as ``1,1; 2``, ``2/4/1,3`` or ``1-1 2``."""
    text = text.strip(" \t\n;/|,")
    sign = next((sign for sign in "\n;/|" if sign in text), "")
    if not sign and not _TIGHT.match(text) and not _SPACED.match(text):
        what = f"{text[:20]!r} is not clues of several lines (put ; between them)"
        record.fail(what, line)
    if not sign:
        sign = " " if _TIGHT.match(text) else ","
    parts = [part.strip(" \t,\"'[](){}") for part in text.split(sign)]
    clues = [
        re.sub(r"(?<=[0-9])[-.,](?=[0-9])", " ", part) for part in parts if part or sign != "\n"
    ]
    if "" in clues:
        record.fail(f"an empty clue in {text[:20]!r} (write 0 for an empty line)", line)
    return Items([*clues], line)
