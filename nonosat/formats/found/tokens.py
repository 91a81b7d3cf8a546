"""The tokens of a text, in groups nested by brackets and strings of clues.

Names in front of a list are taken away, as in ``List.of(1)``, ``new int[][] {{1}}`` and ``new Line(2, 1)``: a
call that holds nothing but numbers stands for them.
"""

import enum
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from nonosat.formats.base import words
from nonosat.formats.lines import CELLS, CLUE, CONTROL, role_of

MAX_NESTED = 40
"""Brackets around a token."""
MAX_TOKENS = 150_000
"""Tokens of the longest text that is searched: about a second."""


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


@dataclass(slots=True, eq=False)
class Lexeme:
    """A token, or a group of tokens."""

    kind: TokenKind
    text: str
    """A group's opening bracket or quotation mark; "" for the whole text."""
    line: int
    is_tight: bool = True
    """No blank is in front of it."""
    items: "list[Lexeme]" = field(default_factory=list)
    """The tokens of a group."""
    rows: list[str] = field(default_factory=list)
    """The lines of a picture."""
    tag: str = ""
    """The ink of a number; ``key`` or ``text`` for a word that was a string."""
    value: Any = None
    """Kept by `values.group_value`."""
    places: list[Any] = field(default_factory=list)
    """Numbers that an object has beside its clue."""
    is_pure: bool = False
    """It is a bracket with nothing but numbers, texts and such brackets."""

    def is_sign(self, *signs: str) -> bool:
        return self.kind is TokenKind.SIGN and self.text in signs

    def all(self) -> "Iterator[Lexeme]":
        """Yield the tokens of a group, and those of the groups in it."""
        for token in self.items:
            yield token
            if token.kind is TokenKind.GROUP:
                yield from token.all()


def is_sign(token: Lexeme | None, *signs: str) -> bool:
    return token is not None and token.kind is TokenKind.SIGN and token.text in signs


_TYPES = words(
    "List Arrays Array Set Vec Seq Vector list int Integer i8 i16 i32 i64 u8 u16 u32 u64 usize isize uint "
    "uint8_t byte short long char bool boolean Boolean string String str Int UInt8 listOf arrayOf intArrayOf "
    "mutableListOf arrayListOf ArrayList LinkedList vec vector tuple array of asList from number NSArray new "
    "std np numpy java util immutable c emptyList Empty empty static const final"
)
"""Words in front of a bracket that make a list of it."""
_CHANGES = re.compile(
    r"(?i)revers|sort|range|repeat|fill|mirror|rotat|flip|concat|shuffle|parse|map|sum|max|min|len|abs|transpose"
)
"""Words of functions whose result is another list than the one they get."""
_MAKER_SIGNS = (".", "::", "<", ">", "&", "!", "@", "*", "?")
_ANCHORS = ("=", ":=", "<-", ":", "=>", ",")
MAX_MAKER = 24
"""Tokens of the longest name in front of a list."""
_PLAIN = (
    (re.compile(r"https?://\S+"), ""),
    (re.compile(r"(?m),\s*dtype\s*=\s*[\w.]+"), ""),
    (
        re.compile(r"(?m)(?<=[\]),;\d])[ \t]+(?:# |//|(?<!\d )#)[ \t]*[\d.]+[ \t]*$"),
        "",
    ),  # a number as comment
    (re.compile(r"(?m)(?<=,\n)[ \t]*(?:#|//)[ \t]*$"), ""),  # each fifth line
    (re.compile(r"(?<=[\])])\.(?:freeze\b|(?:to_vec|tolist|copy|clone)\(\))"), ""),
    (re.compile(r"(?<=[\"'])[ \t]+to[ \t]+(?=[\[({\w])"), ": "),  # "rows" to listOf(...) of Kotlin
)
_TOKEN = re.compile(
    rf"""(?P<line>\n)
|(?P<cells>(?:(?<=\n)|\A)[ ]*[{CELLS}][ {CELLS}]*[{CELLS}][ ]*(?=\n|\Z))
|(?P<times>(?<=\d)[ ]?[xX\u00d7][ ]?(?=\d))
|(?P<space>[^\S\n]+)"""
    r"""
|(?P<long>/\*|<!--|\"\"\"|\'\'\'|`)
|(?P<comment>(?:(?<=\s)|\A)(?://|\#)(?!\#*[0-9a-fA-F]{3,8}\b)(?=[^\n]{0,99}?[^\W\d_]{2})[^\n]*
   |(?<=\s)(?://[ ]*|\#[ ]+|\#(?=\[))[\[({][][(){}\d,; ]*(?=\n|\Z)
   |(?:(?<=\n)|\A);;[ ][^\n]*
   |(?:(?<=\n)|\A)(?:%|;|--(?!\w[^\n]*;[ ]*(?:\n|\Z))|\*(?!\s*\d|[\w(]))(?=[^\n]{0,99}?[^\W\d_]{2})[^\n]*)
|(?P<string>"|(?:(?<![\w)\]])|(?<=\b[fFrRbBuU]))'(?!\(+\s*\d|\(\())
|(?P<number>(?:(?<![\w.)\]])-)?\d++
   (?:[^\W\d_](?!\w)|:[a-zA-Z](?!\w)|(?![^\W\d_])|(?=[xX]\d))
   |(?<![\w)\]?])\?(?:[^\W\d_])?(?![\w?.]))
|(?P<word>\d*[^\W\d]\w*)
|(?P<open>[\[({])
|(?P<close>[\])}])
|(?P<sign>:=|=>|<-|->|===?|!=|<=|>=|::|\.\.+|\+=|-=|\*=|.)""",
    re.VERBOSE | re.DOTALL,
)
_STRING = {quote: re.compile(rf"{quote}(?:\\.|[^{quote}\\\n])*+{quote}") for quote in "'\""}
_NUMBER = re.compile(r"(-?\d+|\?):?(\w*)")
_KEY = re.compile(r"\s*(?::(?!:)|=>)")
_CLOSES = {"]": "[", ")": "(", "}": "{"}
_LONG = {"/*": "*/", "<!--": "-->", '"""': '"""', "'''": "'''", "`": "`"}
"""Signs of comments and texts of several lines, and those that end them."""
_DOCSTRINGS = ('"""', "'''")
_KINDS = {kind.value: kind for kind in TokenKind}


class TooMuch(Exception):
    """A text has too many tokens or brackets; the arguments say which, and the line."""


def plain(text: str) -> str:
    """The text without spellings that only decorate."""
    text = text.removeprefix("\ufeff").expandtabs(1)
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).translate({0x2013: "-", 0x2014: "-"})
    for pattern, instead in _PLAIN:
        text = pattern.sub(instead, text)
    return text


class Tree:
    """The group of a text's tokens."""

    def __init__(self, text: str, line: int, is_code: bool, is_still: bool = False) -> None:
        """Read the tokens of a `plain` text, whose first line, or all if still, is number `line`."""
        self.faults: list[Lexeme] = []
        """Brackets and quotation marks without their partner."""
        self._count = 0
        self.root: Lexeme = self._group(text, line, is_code, is_still)

    def _group(self, text: str, line: int, is_code: bool, is_still: bool) -> Lexeme:
        """The tokens of a text; those of a string on one line all have its number."""
        root = Lexeme(TokenKind.GROUP, "", line)
        stack = [root]
        pos, is_tight, is_begun = 0, True, True
        unclosed: dict[str, int] = {}
        while match := _TOKEN.match(text, pos):
            name, word = match.lastgroup or "", match[0]
            if name == "space":
                is_tight, pos = False, match.end()
                continue
            end = match.end()
            body = ""
            if name in ("long", "string"):
                name, word, body = _quoted(text, match, unclosed)
                end = pos + len(word)
            if len(stack) > MAX_NESTED:
                raise TooMuch(f"lists nested more than {MAX_NESTED} deep", line)
            self._count += 1
            if self._count > MAX_TOKENS:
                raise TooMuch(f"more than {MAX_TOKENS} words, numbers and signs", line)
            items, pos = stack[-1].items, end
            is_docstring = is_code and is_begun and stack[-1].text in ("", "{") and len(word) > 5
            is_begun = name == "line"
            if is_begun:
                if items and items[-1].kind is TokenKind.BREAK:
                    items[-1].text += "\n"
                else:
                    items.append(Lexeme(TokenKind.BREAK, "\n", line, is_tight))
            elif name == "cells":
                row = word.rstrip()
                if len(items) > 1 and items[-1].text == "\n" and items[-2].kind is TokenKind.CELLS:
                    items.pop()
                    items[-1].rows.append(row)
                else:
                    items.append(Lexeme(TokenKind.CELLS, word.strip(), line, rows=[row]))
            elif name == "string" and is_docstring and word[:3] in _DOCSTRINGS:
                items.append(Lexeme(TokenKind.COMMENT, "", line, is_tight))
            elif name == "string":
                items.append(self._string(text, end, body, line, is_tight, is_code))
            elif name == "open":
                items.append(Lexeme(TokenKind.GROUP, word, line, is_tight))
                stack.append(items[-1])
            elif name == "close":
                if stack[-1].text == _CLOSES[word]:
                    _fold(stack.pop())
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
        self.faults += stack[1:]
        _fold(root)
        return root

    def _string(
        self, text: str, end: int, body: str, line: int, is_tight: bool, is_code: bool
    ) -> Lexeme:
        """A string is a group if it is only clues or has several lines, else a word."""
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


def _quoted(text: str, match: re.Match[str], unclosed: dict[str, int]) -> tuple[str, str, str]:
    """The kind, text and content of a string or comment; a sign if nothing ends it.

    Args:
        unclosed: sign -> the place before which nothing ends it; so no text is searched twice.
    """
    word, at = match[0], match.start()
    if at < unclosed.get(word, 0):
        return "sign", word[0], ""
    if match.lastgroup == "string":
        if closed := _STRING[word].match(text, at):
            return "string", closed[0], closed[0][1:-1]
        line_end = text.find("\n", at)
        unclosed[word] = len(text) if line_end < 0 else line_end
        return "sign", word, ""
    end = text.find(_LONG[word], match.end())
    if end < 0:
        unclosed[word] = len(text)
        return "sign", word[0], ""
    whole = text[at : end + len(_LONG[word])]
    return ("comment" if word[0] in "/<" else "string"), whole, text[match.end() : end]


def _fold(group: Lexeme) -> None:
    """Take away the names of makers in front of lists in a group, and say whether it is pure."""
    items: list[Lexeme] = []
    after = [one for one in group.items if one.kind is not TokenKind.BREAK]
    types = {id(one) for one, two in pairwise(after) if two.kind is TokenKind.GROUP}
    for token in group.items:
        is_type = id(token) in types  # new int[] {1}
        if token.kind is TokenKind.GROUP and token.text in "[({" and not is_type:
            end = len(items) - (
                token.text == "{" and len(items) > 0 and items[-1].kind is TokenKind.BREAK
            )
            start = _maker(items, end)
            if start < end and _may_fold(items, start, token, group):
                del items[start:]
        items.append(token)
    group.items = items
    group.is_pure = group.text in ("[", "(", "{") and all(
        one.is_pure or one.kind in _PURE or one.text in (",", '"') for one in items
    )


_PURE = (TokenKind.NUMBER, TokenKind.BREAK, TokenKind.COMMENT)


def _maker(items: list[Lexeme], end: int) -> int:
    """The place of the first token of the name that ends before `end`; see `_fold`."""
    at = end
    while at and end - at < MAX_MAKER:
        one = items[at - 1]
        is_size = one.kind is TokenKind.GROUP and len(one.items) < 2 and one.is_pure
        is_name = one.kind is TokenKind.WORD and not one.tag and one.text not in _STOPS
        if not (is_size or is_name or one.is_sign(*_MAKER_SIGNS)):
            break
        at -= 1
    return at


_STOPS = CONTROL | words("return default in export const let var val my yield")


def _may_fold(items: list[Lexeme], start: int, token: Lexeme, group: Lexeme) -> bool:
    """True if a name in front of a bracket may be taken away: it makes a list, or its call holds only numbers."""
    names = [one.text for one in items[start:] if one.kind is TokenKind.WORD]
    are_types = bool(names) and all(name in _TYPES for name in names)
    before = items[start - 1] if start else None
    while before and before.kind is TokenKind.BREAK and start:
        start -= 1
        before = items[start - 1] if start else None
    is_listed = (before is None and group.text in ("[", "(", "{")) or is_sign(before, ",")
    is_stop = before and before.kind is TokenKind.WORD and before.text in _STOPS
    if not token.is_pure or not (is_listed or is_sign(before, *_ANCHORS) or is_stop):
        return False
    if are_types:
        return True
    if not names or not token.items or token.text == "[" or any(map(_CHANGES.search, names)):
        return False
    if names[-1][0].isupper() or names[0][0].isupper():
        return is_listed or token.text != "(" or any(one.is_pure for one in token.items)
    is_flat = not any(one.kind is TokenKind.GROUP for one in token.items)
    return is_listed and is_flat and role_of(names[-1]).side is None
