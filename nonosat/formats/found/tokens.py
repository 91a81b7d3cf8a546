"""The tokens of a text, in groups nested by brackets, strings of clues, and dashes of YAML.

Spellings that only decorate are taken away first: makers of lists such as ``List.of(``, ``new int[][] {``
and ``np.array(``, ``1)`` in front of a line, the filled cells in ``#,2,#,1``. Lines keep their numbers.
"""

from __future__ import annotations

import enum
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from nonosat.formats.lines import CELLS, CLUE, USUAL

MAX_NESTED = 40
"""Brackets around a token."""


class TokenKind(enum.Enum):
    """The kinds of tokens; the values are the names of the groups of the pattern."""

    NUMBER = "number"
    WORD = "word"
    SIGN = "sign"
    BREAK = "line"
    """Line ends, as many as there are in a row."""
    COMMENT = "comment"
    CELLS = "cells"
    """Lines that are only cells of a picture."""
    GROUP = "group"
    USUAL = "usual"
    """A line that is a clue of numbers and blanks: most lines of most texts."""


@dataclass(slots=True, eq=False)
class Lexeme:
    """A token, or a group of tokens."""

    kind: TokenKind
    text: str
    """A group's opening bracket, quotation mark, or dash; "" for the whole text."""
    line: int
    is_tight: bool = True
    """No blank is in front of it."""
    items: list[Lexeme] = field(default_factory=list)
    """The tokens of a group."""
    rows: list[str] = field(default_factory=list)
    """The lines of a picture."""
    tag: str = ""
    """The ink of a number; ``key`` or ``text`` for a word that was a string."""
    value: Any = None
    """Kept by `values.group_value`."""

    def is_sign(self, *signs: str) -> bool:
        return self.kind is TokenKind.SIGN and self.text in signs

    def all(self) -> Iterator[Lexeme]:
        """Yield the tokens of a group, and those of the groups in it."""
        for token in self.items:
            yield token
            if token.kind is TokenKind.GROUP:
                yield from token.all()


def is_sign(token: Lexeme | None, *signs: str) -> bool:
    return token is not None and token.kind is TokenKind.SIGN and token.text in signs


_TYPES = (
    r"(?:List|Arrays?|Set|Vec|Seq|Vector|list|int|Integer|[iu](?:8|16|32|64)|u?size|"
    r"u?int(?:8|16|32|64)?(?:_t)?|byte|short|long|char|bool(?:ean)?|[sS]tring|str|Int|UInt8|listOf|"
    r"arrayOf|intArrayOf|mutableListOf|arrayListOf|ArrayList|LinkedList|vec|vector|tuple|array|of|"
    r"number|NSArray|freeze)"
)
_MAKER = re.compile(
    r"(?:(?:\[\d*\]){1,4}\s*)?(?<![\w.])(?:(?:new|static|const|final|mut|&)\s+)*"
    r"(?:(?:std|np|numpy|java|util|immutable|mutable|Object)(?:\.|::))*"
    rf"{_TYPES}(?:(?:\.|::)(?:of|asList|from|array))?(?:<[^=;\n]*>)?(?:\[\d*\](?=\s*[\[({{])){{0,4}}"
    r"!?\s*(?=[\[({])(?!(?:\[\d*\]){1,4}\s*\w)"
)
"""Makers of a list in front of a bracket, in the languages of programs."""
_PLAIN = (
    (re.compile(r"(?m)(?<![^\s,])[#xX],(?=\d)"), ""),  # the filled cell of #,2
    (re.compile(r"(?m)(?<![^\n,])([A-Z]),(\d+)(?=,[A-Z],|[ \t]*$)"), r"\2\1"),  # R,2,G,1
    (re.compile(r"(?m)^([ \t]*\d+)[.)](?=[ \t]+[\d\[({])"), r"\1:"),  # 1) or 1. in front of a clue
    (re.compile(r"(?m),\s*dtype\s*=\s*[\w.]+|<\w+(?:<\w+>)?>(?=\s*[\[({])"), ""),
    (re.compile(r"(?m)(?<=[\]),;\d])[ \t]+(?:#|//)[ \t]*[\d.]+[ \t]*$"), ""),  # a number as comment
    (re.compile(r"(?<=[(,=-])(\s*)c(?=\()"), r"\1"),  # c(2, 1) of R
    (re.compile(r"\bnew\b\s*(?:\[\d*\]|\w*\s*\(\d*\))\s*(?=\{)"), ""),  # new List() {2, 1} of C#
    (re.compile(r"(?<=[\])])\.(?:freeze\b|(?:to_vec|tolist|copy|clone)\(\))"), ""),
    (re.compile(r"\b(?:\w+\.)?(?:Empty|empty(?:List|Array))\(\)|\bVec::new\(\)"), "[]"),
    (_MAKER, ""),
    (re.compile(r"(?<=[\"'])[ \t]+to[ \t]+(?=[\[({])"), ": "),  # "rows" to listOf(...) of Kotlin
)
_INK = "\x01"
"""A sign before the name of an ink behind a number."""
_DECLARED = re.compile(r"(?im)^[ \t]*colou?r[ \t:=]+(\w{1,40})\b")

_TOKEN = re.compile(
    rf"""(?P<line>\n)
|(?P<usual>(?:(?<=\n)|\A){USUAL})
|(?P<cells>(?:(?<=\n)|\A)[ ]*[{CELLS}][ {CELLS}]*[{CELLS}][ ]*(?=\n|\Z))
|(?P<times>(?<=\d)[ ]?[xX\u00d7][ ]?(?=\d))
|(?P<space>[^\S\n]+)"""
    r"""
|(?P<comment>/\*.*?\*/|<!--.*?-->
   |(?:(?<=\s)|\A)(?://|\#)(?!\#*[0-9a-fA-F]{3,8}\b)(?=[^\n]{0,99}?[^\W\d_]{2})[^\n]*
   |(?<=\s)(?://[ ]*|\#[ ]+|\#(?=\[))[\[({][][(){}\d,; ]*(?=\n|\Z)
   |(?:(?<=\n)|\A);;[ ][^\n]*
   |(?:(?<=\n)|\A)(?:%|;|--(?!\w[^\n]*;[ ]*(?:\n|\Z))|\*(?!\s*\d|[\w(]))(?=[^\n]{0,99}?[^\W\d_]{2})[^\n]*)
|(?P<string>\"\"\".*?\"\"\"|'''.*?'''|"(?:\\.|[^"\\\n])*"|`[^`]*`
   |(?:(?<![\w)\]])|(?<=\b[fFrRbBuU]))'(?!\(+\s*\d|\(\()(?:\\.|[^'\\\n])*')
|(?P<number>(?:(?<![\w.)\]])-)?\d++
   (?:[^\W\d_](?!\w)|:[a-zA-Z](?!\w)|\x01\w+|(?![^\W\d_])|(?=[xX]\d))
   |(?<![\w)\]?])\?(?:[^\W\d_])?(?![\w?.]))
|(?P<word>\d*[^\W\d]\w*)
|(?P<open>[\[({])
|(?P<close>[\])}])
|(?P<sign>:=|=>|<-|->|===?|!=|<=|>=|::|\.\.+|\+=|-=|\*=|.)""",
    re.VERBOSE | re.DOTALL,
)
_NUMBER = re.compile(r"(-?\d+|\?):?\x01?(\w*)")
_KEY = re.compile(r"\s*(?::(?!:)|=>)")
_CLOSES = {"]": "[", ")": "(", "}": "{"}
_KINDS = {kind.value: kind for kind in TokenKind}


class TooNested(Exception):
    """Brackets are nested more than `MAX_NESTED` deep; the argument is the line."""


def plain(text: str) -> str:
    """The text without spellings that only decorate."""
    text = text.removeprefix("\ufeff").expandtabs(1)
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).translate({0x2013: "-", 0x2014: "-"})
    if inks := "|".join(dict.fromkeys(map(re.escape, _DECLARED.findall(text)))):
        text = re.sub(rf"\b({inks})[ ]+(\d+)\b", rf"\2{_INK}\1", text)  # red 2
    for pattern, instead in _PLAIN:
        text = pattern.sub(instead, text)
    return text


class Tree:
    """The group of a text's tokens."""

    def __init__(self, text: str, line: int, is_code: bool, is_still: bool = False) -> None:
        """Read the tokens of a `plain` text, whose first line, or all if still, is number `line`."""
        self.faults: list[Lexeme] = []
        """Brackets and quotation marks without their partner."""
        self.root: Lexeme = self._group(text, line, is_code, is_still)

    def _group(self, text: str, line: int, is_code: bool, is_still: bool) -> Lexeme:
        """The tokens of a text; those of a string on one line all have its number."""
        root = Lexeme(TokenKind.GROUP, "", line)
        stack, dashes = [root], list[int]()
        start, is_tight, is_begun = 0, True, True
        for match in _TOKEN.finditer(text):
            name, word, end = match.lastgroup or "", match[0], match.end()
            if name == "space":
                is_tight = False
                continue
            if len(stack) > MAX_NESTED:
                raise TooNested(line)
            is_text = stack[-1].text in ("", "-")
            if is_begun and name != "line" and is_text:
                column = match.start() - start
                if name == "usual":
                    column += len(word) - len(word.lstrip())
                while dashes and dashes[-1] >= column and stack[-1].text in ("", "-"):
                    stack.pop()
                    dashes.pop()
                    stack[-1].items.append(Lexeme(TokenKind.BREAK, "\n", line))
            items = stack[-1].items
            if (
                word == "-"
                and ((is_begun and is_text) or (stack[-1].text == "-" and not items))
                and text[end : end + 1] in ("", " ", "\n")
            ):
                group = Lexeme(TokenKind.GROUP, "-", line)
                items.append(group)
                stack.append(group)
                dashes.append(match.start() - start)
                continue
            is_begun = name == "line"
            if is_begun:
                start = end
                if items and items[-1].kind is TokenKind.BREAK:
                    items[-1].text += "\n"
                else:
                    items.append(Lexeme(TokenKind.BREAK, "\n", line, is_tight))
            elif name == "usual":
                if stack[-1].text in ("", '"'):
                    items.append(Lexeme(TokenKind.USUAL, word, line))
                else:
                    items.extend(
                        Lexeme(TokenKind.NUMBER, number, line, not at)
                        for at, number in enumerate(word.split())
                    )
            elif name == "cells":
                row = word.rstrip()
                if len(items) > 1 and items[-1].text == "\n" and items[-2].kind is TokenKind.CELLS:
                    items.pop()
                    items[-1].rows.append(row)
                else:
                    items.append(Lexeme(TokenKind.CELLS, word.strip(), line, rows=[row]))
            elif name == "string":
                items.append(self._string(text, match, line, is_tight, is_code))
            elif name == "open":
                items.append(Lexeme(TokenKind.GROUP, word, line, is_tight))
                stack.append(items[-1])
            elif name == "close":
                while dashes and stack[-1].text == "-":
                    stack.pop()
                    dashes.pop()
                if stack[-1].text == _CLOSES[word]:
                    stack.pop()
                else:
                    self.faults.append(Lexeme(TokenKind.SIGN, word, line, is_tight))
                    items.append(self.faults[-1])
            elif name == "number" and not (is_code and word.startswith("?")):
                found = _NUMBER.match(word)
                assert found is not None
                items.append(Lexeme(TokenKind.NUMBER, found[1], line, is_tight, tag=found[2]))
            else:
                is_known = name != "number" and name in _KINDS
                kind = _KINDS[name] if is_known else TokenKind.SIGN
                items.append(Lexeme(kind, word.strip(" "), line, is_tight))
                is_open = word in ("'", '"', "`")
                if is_open and not re.match(r".'\(|\w'\w", text[max(end - 2, 0) : end + 1]):
                    self.faults.append(items[-1])
            is_tight = name != "line"
            if not is_still:
                line += word.count("\n")
        self.faults += [group for group in stack[1:] if group.text != "-"]
        return root

    def _string(
        self, text: str, match: re.Match[str], line: int, is_tight: bool, is_code: bool
    ) -> Lexeme:
        """A string is a group if it is only clues or has several lines, else a word."""
        word, end = match[0], match.end()
        is_long = len(word) > 5 and word[:3] in ('"""', "'''")
        body = word[3:-3] if is_long else word[1:-1]
        if is_key := _KEY.match(text, end, end + 40) is not None:
            if body.strip().isdigit():
                return Lexeme(TokenKind.NUMBER, body.strip(), line, is_tight)
        else:
            is_still = "\\n" in body
            body = body.replace("\\n", "\n")
            if CLUE.match(body) or "\n" in body:
                group = self._group(body, line, is_code, is_still)
                return Lexeme(TokenKind.GROUP, '"', line, is_tight, group.items)
        return Lexeme(TokenKind.WORD, body, line, is_tight, tag="key" if is_key else "text")
