"""Clues as people write them, read to the letter: a closed grammar that accounts for every line.

A text is sizes, headings with the clues behind or below them, or two groups of lines without a name. Each
line is used, or says nothing: a comment, a title or the like, words without numbers and signs, a picture
that is called the solution. Anything else, and any mixture of styles, is `Odd`: the text may mean something
else, and is only read by `found`, which asks first.

An empty line is written 0, -, empty, none, or nothing behind its label, at every place of a side.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from nonosat.advice import Advice
from nonosat.formats.base import words
from nonosat.formats.lines import Inked, Side, Size, TextBlock, TextClue, role_of, size_of, subwords

MAX_LINES = 50_000

_EMPTY = words("0 - empty none [] () {}")
"""An empty line of a puzzle; so is nothing at all behind a label."""
_TOPICS = words(
    "clue clues hint hints number numbers rule rules run runs block blocks constraint constraints info "
    "spec specs description descriptions instruction instructions indicator indicators data lengths "
    "the of for each per in list lists lengths segment segments group groups definition definitions "
    "hinweis hinweise zahlen indices indice indizes pistas pista numeros nombres der die das des de la las los les "
    "value values label labels"
)
"""Words of a heading beside that for its side."""
_CREDITS = re.compile(
    r"(?i)\W*(title|name|author|authors|by|copyright|license|licence|source|date|id|url|comment|comments|note|notes|"
    r"description|difficulty|created|category|tag|tags|version|theme|publisher|publication|game|type)\s*[:=]\s*(.*)"
)
_WAYS = re.compile(
    r"(?i)revers|upside|mirror|flip|transpos|swap|rotat|invert|negat|revert|backward|upward|bottom|right|\brtl\b|"
    r"unten|rechts|rückw|umgekehrt|bas\b|droite|envers|abajo|derecha|basso|destra|baixo|direita|onder|rechts|"
    r"\bdołu|praw|снизу|справа|zdola|下|右|offset|shift|minus|plus|without|wrong|\bold\b|sorted|shuffl|delet|gaps?\b|white"
)
"""Words that may say that the clues are meant otherwise."""
_ALONG = re.compile(
    r"(?i)\(?\s*(?:from\s+)?(?:top\s*(?:to|-|->)\s*bottom|left\s*(?:to|-|->)\s*right)\s*\)?"
)
"""The usual way, which may be said."""
_CELL_ROW = re.compile(
    r"[.#xXoO*_■□█░-]{2,}|[.#xXoO*_■□█░-](?: [.#xXoO*_■□█░-])+|[01]{2,}|[01](?:[ ,][01])+"
)
_SOLUTION = words(
    "solution answer goal picture image result lösung solución soluzione solutie rozwiązanie bild grid"
)
_RULE = re.compile(r"([-=*_~#+/&])\1+|#|&|//")
_SIZE_LINE = re.compile(r"(\d{1,4})\s*(?:[xX\xd7*,]|\s)\s*(\d{1,4})")
_NUMBERED = re.compile(r"(\d{1,5})\s*[:.)=](?!\d)\s*(.*)")
_WORD = re.compile(r"[^\W\d_]+")


def says_way(text: str) -> bool:
    """True if words may say that the clues are meant otherwise."""
    return _WAYS.search(_ALONG.sub("", text)) is not None


class Odd(Exception):
    """The text is not in this grammar: the first line that is not, and the lines used before it."""

    def __init__(self, what: str, line: int) -> None:
        super().__init__(what)
        self.what, self.line = what, line
        self.is_named = False
        """A side has a name: it is a puzzle."""


class Wrong(Exception):
    """The text is in this grammar, but contradicts itself."""

    def __init__(
        self,
        what: str,
        line: int,
        sides: tuple[list[SaidClue], list[SaidClue]] | None = None,
        size: tuple[int, int] | None = None,
        advice: Advice | None = None,
    ) -> None:
        super().__init__(what)
        self.what, self.line, self.sides, self.size, self.advice = what, line, sides, size, advice


class SaidClue(NamedTuple):
    """A clue, and its line."""

    blocks: TextClue
    line: int


@dataclass
class SaidSide:
    """The clues of a side, or a group without a name."""

    side: Side | None
    line: int
    items: list[SaidClue] = field(default_factory=list)
    count: int | None = None
    """The number behind the heading."""
    style: str = ""
    """How the lines below the heading are written."""
    index: int | None = None
    is_each: bool = False
    """Each of its lines has a heading of its own."""
    gaps: int = 0
    """Blank lines between its clues."""
    is_open: bool = True
    tail: str = ""
    """The sign at the end of its last line."""
    raw: str = ""
    """The clues in one line, whose commas are read at the end."""


@dataclass
class Told:
    """One puzzle as the text tells it."""

    rows: list[SaidClue] = field(default_factory=list)
    cols: list[SaidClue] = field(default_factory=list)
    cells: list[str] | None = None
    is_named: bool = True
    is_alone: bool = False
    title: str = ""
    line: int = 0


class Reader:
    def __init__(self, text: str, line: int, is_code: bool) -> None:
        text = text.removeprefix("\ufeff").expandtabs(4)
        self.raw = text.split("\n")
        """The lines as they are written, for titles."""
        if not text.isascii():
            text = unicodedata.normalize("NFKC", text).translate({0x2013: "-", 0x2014: "-"})
        self.lines = [*enumerate(text.split("\n"), line)]
        if len(self.lines) > MAX_LINES:
            raise Odd("a text of many lines", line)
        self.is_code = is_code
        self.is_short = sum(bool(one.strip()) for _, one in self.lines[:20]) < 4
        """There are at most a size and two lines."""
        self.at = 0
        self.parts: list[SaidSide] = []
        self.sizes: list[tuple[Size, list[int], int]] = []
        self.cells: list[tuple[list[str], int, bool]] = []
        self.titles: list[tuple[int, str]] = []
        self.title = ""
        self.blank = True
        self.words_at = -1
        self.is_alone = False
        """No line has two blocks, in sides of one line each."""
        self.pads: dict[Side | None, int] = {}
        """The numbers in each list of a side that is padded with zeros in front."""
        self.says_side = 0
        """A line of words that names a side."""

    def read(self) -> list[Told]:
        if not self.is_code and self._below_size():
            return [self._drawn()]
        while self.at < len(self.lines):
            number, text = self.lines[self.at]
            self.at += 1
            try:
                self._line(text, number)
            except Odd as odd:
                odd.is_named = any(part.side for part in self.parts)
                raise
        try:
            return [*self._puzzles()]
        except Odd as odd:
            odd.is_named = any(part.side for part in self.parts)
            raise

    # Lines

    def _line(self, text: str, number: int) -> None:
        bare = text.strip()
        part = self.parts[-1] if self.parts and self.parts[-1].is_open else None
        if not bare:
            self.blank = True
            if part is not None and part.items:
                part.gaps += 1
            return
        was_blank, self.blank = self.blank, False
        if part is not None and part.side is not None and self._item(part, text, number):
            return
        if self._comment(bare, number) or self._credit(bare, number) or self._size(bare, number):
            return
        if self._heading(bare, number):
            return
        if self._unnamed(part, bare, number, was_blank):
            return
        self._words(part, bare, number, was_blank)

    def _comment(self, bare: str, number: int) -> bool:
        marks = r"(?:#+|//+|%+)" if self.is_code else r"(?:#+|//+|;+|%+|--+(?!>)|/\*+|\*+(?=\s))"
        match = re.match(
            rf"{marks}\s*([^\W\d_].*?|.*[^\W\d_]{{3}}.*?)\s*(?:\*/|--+|#+|=+)?\Z", bare
        )
        if match is None:
            drawn = re.fullmatch(r"[#;%/*-]+\s+[.#xX_*█ -]+", bare)  # a picture in a comment
            return drawn is not None and len(bare) > 4 and not self.is_code
        inside = match[1]
        if {*subwords(inside)} & _SOLUTION and not self.is_code and self._picture(number):
            return True
        if self._credit(inside, number) or (
            not self.is_code and self._heading(inside, number, True)
        ):
            return True
        if role_of(inside).side and re.fullmatch(r"[^\W\d]*", inside):
            return self._heading(inside, number, True)
        self._harmless(inside, number)
        if not self.title and bare.startswith(("--", "# ")) and not self.parts:
            self.title = inside.strip("-#= ")
        self.titles.append((number, inside.strip("-#= ")))
        self._close()
        return True

    def _harmless(self, text: str, number: int) -> None:
        """Refuse words that may say how the clues are meant."""
        if says_way(text):
            raise Odd(f"{text[:30]!r} may say that the clues are meant otherwise", number)
        if any(role_of(word).side for word in _WORD.findall(text) if len(word) > 1):
            self.says_side = number

    def _credit(self, bare: str, number: int) -> bool:
        match = _CREDITS.fullmatch(bare)
        if match is None or (self.is_code and not bare.startswith(("#", "//"))):
            return False
        key, value = match[1].lower(), match[2].strip().strip("\"'")
        if re.match(r"[\[({|>]", value) and key not in ("title", "name"):
            raise Odd(f"{key} is a list", number)
        if key in ("title", "name"):
            written = _CREDITS.fullmatch(self.raw[number - self.lines[0][0]].strip())
            self.title = written[2].strip() if written else value
            self.titles.append((number, self.title))
        elif key not in ("author", "authors", "by", "url", "source", "copyright", "id"):
            self._harmless(value, number)
        self._close()
        return True

    def _size(self, bare: str, number: int) -> bool:
        if match := re.fullmatch(
            r"(row|col)_rule_len = (\d{1,5})", bare
        ):  # as Kjellerstrand's models
            self.pads[Side.ROW if match[1] == "row" else Side.COLUMN] = int(match[2])
            return True
        if len(bare) > 80:
            return False
        found = re.findall(
            r"([^\W\d_][^\W\d]*(?: [^\W\d_]+)*?)\s*[:=]?\s*(\d{1,5}(?:\s*[xX\xd7*,]\s*\d{1,5})?)(?:\s*[,;]\s*|\Z)",
            bare,
        )
        rebuilt = re.sub(r"[\s,;:=]", "", "".join(name + value for name, value in found))
        if not found or rebuilt != re.sub(r"[\s,;:=]", "", bare):
            return False
        made = []
        for name, value in found:
            size = size_of(name)
            numbers = [int(one) for one in re.findall(r"\d+", value)]
            if size is None or len(numbers) != 1 + (size is Size.BOTH and len(numbers) > 1):
                return False
            is_plural = role_of(name).side is not None and len(subwords(name)) == 1
            if is_plural and len(found) == 1:
                return False  # Rows: 5 may be clues
            made.append((size, numbers, number))
        self.sizes += made
        self._close()
        return True

    def _close(self) -> None:
        if self.parts:
            self.parts[-1].is_open = False

    # Headings

    def _heading(self, bare: str, number: int, is_comment: bool = False) -> bool:
        match = re.fullmatch(
            r"[#*=<_ -]*(?P<b>\[?)\s*(?P<label>[^\W\d_](?:[^\W\d]|[ '\u2019-](?=[^\W\d_]))*)(?P<index>[ _#-]{0,2}\d{1,5}|\[\d{1,5}\])?\s*(?P<e>\]?)"
            r"\s*(?P<paren>\([^()\[\]]*\))?\s*[*_]*(?P<sign>:=|=>|[:=])?[*_]*\s*(?P<value>.*?)\s*(?:(?<=[\])}\"']);)?\s*",
            bare,
        )
        if match is None or (match["b"] == "[") != (match["e"] == "]"):
            return False
        label, paren, sign, value = match["label"], match["paren"], match["sign"], match["value"]
        if not sign and value:
            if not re.fullmatch(r"[=*#_>-]+", value):
                return False
            value = ""
        parts = subwords(label)
        sides = [one for one in (role_of(part) for part in parts) if one.side]
        whole = role_of(label)
        if not sides and not whole.side:
            return self._other(label, value, sign, number, is_comment)
        if len({one.side for one in sides}) > 1 or not whole.side:
            raise Odd(f"{label!r} names two sides, or something of one", number)
        odd = [part for part in parts if not role_of(part).side and part not in _TOPICS]
        if odd:
            raise Odd(f"{odd[0]!r} in the heading {label[:30]!r} is not known", number)
        if any(one.loose for one in sides):
            raise Odd(f"{label!r} means the rows to some, the columns to others", number)
        count = None
        if paren is not None:
            inner = paren[1:-1].strip()
            if re.fullmatch(r"\d{1,5}", inner):
                count = int(inner)
            elif inner and not _ALONG.fullmatch(inner):
                raise Odd(f"{paren[:30]!r} in a heading is not known", number)
        if is_comment and value:
            raise Odd("clues in a comment", number)
        digits = re.search(r"\d+", match["index"] or "")
        self._close()
        part = SaidSide(whole.side, number, count=count)
        part.index = int(digits[0]) if digits else None
        self.parts.append(part)
        self._value(part, value, bool(sign), number)
        return True

    def _other(
        self, label: str, value: str, sign: str | None, number: int, is_comment: bool
    ) -> bool:
        """Take the heading of a picture, or of nothing: a group around others."""
        if value or is_comment:
            return False
        if {*subwords(label)} & _SOLUTION:
            return self._picture(number)
        self._harmless(label, number)
        if not sign or self.is_code:
            return False
        self._close()
        return True

    def _picture(self, number: int) -> bool:
        rows: list[str] = []
        while self.at < len(self.lines):
            text = self.lines[self.at][1].strip().strip("\"',")
            if text and _CELL_ROW.fullmatch(text) is None:
                break
            if not text and rows:
                break
            if text:
                rows.append(re.sub(r"[ ,]", "", text))
            self.at += 1
        if not rows:
            return False
        self.cells.append((rows, number, True))
        self._close()
        return True

    # Clues

    def _value(self, part: SaidSide, value: str, is_signed: bool, number: int) -> None:
        """Take what is behind a heading."""
        if part.index is not None:
            if not is_signed:
                raise Odd("a number behind a heading, without a sign", number)
            part.items.append(SaidClue(text_clue(value, number), number))
            part.is_each, part.is_open = True, False
        elif value in ("", "|", "|-"):
            return
        elif value[:3] in ('"""', "'''"):
            self._long(part, value[:3], value[3:], number)
        elif value[0] in "[({":
            text = self._balanced(value, number)
            if pad := self.pads.get(part.side, 0):
                lists = re.findall(r"\[([\d,\s]*)\]", text)
                if any(len(one.split(",")) != pad for one in lists):
                    raise Odd(f"lists of another length than {pad}", number)
                text = re.sub(r"\[\s*(?:0\s*,\s*)+", "[", text)
            part.items += [SaidClue(one, at) for one, at in _literal(text, number)]
            part.is_open = False
        elif re.fullmatch(r"\d{1,5}", value):
            part.count = int(value)
        else:
            part.raw, part.is_open = value.rstrip(), False

    def _long(self, part: SaidSide, quote: str, rest: str, number: int) -> None:
        body = rest
        while quote not in body and self.at < len(self.lines):
            body += "\n" + self.lines[self.at][1]
            self.at += 1
        body, found, behind = body.partition(quote)
        if not found or behind.strip(" ;,"):
            raise Odd("a text without its end", number)
        for at, line in enumerate(body.split("\n"), number):
            if line.strip() and not self._item(part, line, at):
                raise Odd(f"{line.strip()[:20]!r} is not a clue", at)
        part.is_open = False

    def _balanced(self, value: str, number: int) -> str:
        """Add lines until all brackets are closed."""
        text = value
        while _depth(text) > 0 and self.at < len(self.lines):
            line = self.lines[self.at][1]
            if match := re.search(r"\s*(?:#|//)\s*(?=[^\W\d_])[^\[\](){}\"]*\Z", line):
                line = line[: match.start()]
            text += "\n" + line
            self.at += 1
        if match := re.search(r"(?<=[\])};,])\s*(?:#|//)\s*([^\W\d_][^\[\](){}\"\n\d]*)\Z", text):
            self._harmless(match[1], number)
            text = text[: match.start()]
        text = text.rstrip(" ;,")
        if _depth(text):
            raise Odd("a bracket without its partner", number)
        return text

    def _item(self, part: SaidSide, text: str, number: int) -> bool:
        """Take a line below a heading; False if it is not a clue."""
        bare = text.strip()
        indent = len(text) - len(text.lstrip())
        style, rest = "plain", bare
        if (bare[0] in "[({" and _depth(bare) > 0) or bare in "[]{}()":
            return self._listed(part, bare, number)
        bullet = re.fullmatch(r"([-*•])(?:\s+(.*)|)", bare)
        numbered = _NUMBERED.fullmatch(bare)
        if bullet and not (bare == "-" and part.style in ("plain", "")):
            return self._bulleted(part, bullet[1], bullet[2] or "", number, indent)
        if bare == "-" and part.style == "" and self._is_nested(indent):
            return self._bulleted(part, "-", "", number, indent)
        if numbered and not re.fullmatch(r"\d+\.", bare):
            style, rest = "numbered", numbered[2]
            if part.style == "" and int(numbered[1]) > 1:
                raise Odd(f"the first line is number {numbered[1]}", number)
            due = int(numbered[1]) if part.style == "" else (part.index or 0) + 1
            if int(numbered[1]) != due:
                raise Odd(f"{numbered[1]} is not the number of this line", number)
            if part.style in ("", "numbered"):
                part.index = due
        tail = rest[-1] if rest[-1:] in (",", ";") and style == "plain" else ""
        if tail or (rest[:1] in "[\"'" and rest):
            rest = rest.rstrip(",; ")
        try:
            clue = text_clue(rest, number)
        except Odd:
            if re.search(r"[^\W\d_]{3}", bare) and not re.match(r"\d", bare):
                return False
            raise
        if part.style not in ("", style):
            raise Odd(f"{bare[:20]!r} is not written as the lines above", number)
        if part.items and tail and part.tail != tail:
            raise Odd("only some lines end with a sign", number)
        part.style, part.tail = style, tail
        part.items.append(SaidClue(clue, number))
        return True

    def _is_nested(self, indent: int) -> bool:
        """True if the next line is a deeper item."""
        for _, text in self.lines[self.at :]:
            if text.strip():
                return len(text) - len(text.lstrip()) > indent and text.lstrip().startswith("- ")
        return False

    def _bulleted(self, part: SaidSide, sign: str, rest: str, number: int, indent: int) -> bool:
        style = f"bullet {sign} {indent}"
        if part.style not in ("", style):
            raise Odd("not written as the lines above", number)
        if re.search(r"[^\W\d_]{3}", rest) and rest.strip().lower() not in _EMPTY:
            raise Odd(f"{rest[:20]!r} is not a clue", number)
        part.style = style
        if sign == "-" and (not rest or rest.startswith("- ") or rest == "-"):
            inner = [rest[2:].strip()] if rest.startswith("- ") else []
            while self.at < len(self.lines) and self._is_nested(indent):
                text = self.lines[self.at][1]
                self.at += 1
                if text.strip():
                    inner.append(text.strip()[1:].strip())
            if rest == "-" or not all(re.fullmatch(r"\d{1,6}", one) for one in inner):
                raise Odd("a list in a list that is not numbers", number)
            lengths = tuple(map(int, inner))
            part.items.append(
                SaidClue(() if lengths in ((), (0,)) else _checked(lengths, number), number)
            )
            return True
        part.items.append(SaidClue(text_clue(rest, number), number))
        return True

    def _listed(self, part: SaidSide, bare: str, number: int) -> bool:
        """Take a list in brackets that begins below the heading."""
        if part.items or part.style:
            raise Odd(f"{bare[:20]!r} among clues", number)
        text = self._balanced(bare, number)
        if re.fullmatch(r"[\[({]\s*\n(?:[\d ]*\n)+\s*[\])}]", text):  # lines between brackets
            body = text.split("\n")
            for at, line in enumerate(body[1:-1], number + 1):
                if line.strip():
                    part.items.append(SaidClue(text_clue(line.strip(), at), at))
        else:
            part.items += [SaidClue(one, at) for one, at in _literal(text, number)]
        part.style, part.is_open = "list", False
        return True

    def _unnamed(self, part: SaidSide | None, bare: str, number: int, was_blank: bool) -> bool:
        """Take a line of a group without a name."""
        if any(one.side for one in self.parts):
            return False
        if _RULE.fullmatch(bare) and bare != "--":
            if part is not None:
                part.is_open = False
            self.blank = True
            return True
        if bare[0] == "[" and bare.startswith("[["):
            for text in _groups(self._balanced(bare, number), number):
                made = SaidSide(
                    None,
                    number,
                    [SaidClue(one, at) for one, at in _literal(text, number)],
                    is_open=False,
                )
                made.style = "list"
                self.parts.append(made)
            return True
        if re.fullmatch(r"\"[^\"]*\"(?:\s*,\s*\"[^\"]*\")+,?", bare):
            items = [SaidClue(one, number) for one, _ in _literal(f"[{bare}]", number)]
            self.parts.append(SaidSide(None, number, items, is_open=False, style="list"))
            return True
        is_line = bool(";" in bare and re.search(r";\s*\S", bare))
        is_line = is_line or bool(
            self.is_short and re.search(r"\d \d", bare) and bare.count(",") > 1
        )
        if is_line and re.fullmatch(r"[\d;, -]+", bare):
            made = SaidSide(None, number, raw=bare, is_open=False, style="line")
            self.parts.append(made)
            return True
        if not re.fullmatch(
            r"[\d ,]+[a-zA-Z]?(?:[ ,]+\d+[a-zA-Z])*|-|empty|none|[\d xX\xd7]+", bare
        ):
            return False
        if (match := _SIZE_LINE.fullmatch(bare)) and re.search(r"[xX\xd7*]", bare):
            if self.parts:
                raise Odd("a size among clues", number)
            self.sizes.append((Size.BOTH, [int(match[1]), int(match[2])], number))
            return True
        clue = text_clue(bare, number)
        if self.words_at == number - 1:
            raise Odd("words right above a line of numbers", self.words_at)
        if part is None or (was_blank and part.items):
            part = SaidSide(None, number)
            if self.parts:
                self.parts[-1].is_open = False
            self.parts.append(part)
        part.items.append(SaidClue(clue, number))
        return True

    def _words(self, part: SaidSide | None, bare: str, number: int, was_blank: bool) -> None:
        """Take words that say nothing; they end a side only behind a blank line."""
        if _RULE.fullmatch(bare) and len(bare) > 2:
            self._close()
            return
        is_words = (
            not self.is_code
            and re.search(r"[^\W\d_]{3}", bare)
            and not re.search(r"[\d#@*_<>\[\](){}=|\\/+~-]|\.{2}|…", bare)
        )
        if not is_words:
            raise Odd(f"{bare[:30]!r} is no clue and no heading", number)
        if part is not None and not was_blank and part.items:
            raise Odd(f"{bare[:30]!r} follows on a clue", number)
        self.words_at = number
        self._harmless(bare, number)
        if not self.title and not self.parts:
            self.title = bare
        self.titles.append((number, bare))
        self._close()

    # Puzzles

    def _drawn(self) -> Told:
        """A picture without clues, called so or below its size."""
        rows, line, _ = self.cells[0]
        size = len(rows), len(rows[0])
        if {*map(len, rows)} != {size[1]} or min(size) < 2:
            raise Odd("the rows of the picture differ in length", line)
        have = {Size.HEIGHT: [size[0]], Size.WIDTH: [size[1]], Size.BOTH: sorted(size)}
        for which, numbers, at in self.sizes:
            if sorted(numbers * (len(have[which]) // len(numbers) or 1)) != have[which]:
                told = "x".join(map(str, numbers))
                raise Wrong(f"{told} is stated here, but the puzzle is {size[1]}x{size[0]}", at)
        return Told(cells=rows, title=self.title, line=line)

    def _below_size(self) -> bool:
        """Take a picture below nothing but a title and its size."""
        filled = [(at, text.strip()) for at, text in self.lines if text.strip()]
        start = 0
        while start < min(3, len(filled)) and re.fullmatch(
            r"\d{1,4}(?:[ ,xX]+\d{1,4})?|[^\W\d_][^\d#@]*", filled[start][1]
        ):
            start += 1
        sizes = [re.findall(r"\d+", text) for _, text in filled[:start]]
        numbers = [int(one) for size in sizes for one in size]
        rows = [
            re.sub(r"[ ,]", "", text) for _, text in filled[start:] if _CELL_ROW.fullmatch(text)
        ]
        if (
            len(rows) != len(filled) - start
            or len(rows) < 2
            or len(numbers) not in (1, 2)
            or len({*map(len, rows)}) != 1
        ):
            return False
        if sorted(numbers * (2 // len(numbers))) != sorted((len(rows), len(rows[0]))):
            return False
        self.title = next((text for _, text in filled[:start] if not re.search(r"\d", text)), "")
        if self.title and says_way(self.title):
            return False
        self.cells = [(rows, filled[start][0], True)]
        return True

    def _puzzles(self) -> Iterator[Told]:
        if not self.parts and len(self.cells) == 1:
            yield self._drawn()
            return
        if not self.parts:
            raise Odd("there are no clues", self.lines[0][0])
        if all(one.side is None for one in self.parts):
            if self.says_side:
                raise Odd("words name a side, the clues do not", self.says_side)
            yield self._of_groups()
            return
        if any(one.side is None for one in self.parts):
            first = next(one for one in self.parts if one.side is None)
            if not (
                first is self.parts[0] and len(first.items) == 1 and len(first.items[0].blocks) == 2
            ):
                raise Odd("numbers below no heading", first.line)
            self.parts.pop(0)
            self.sizes.append((Size.BOTH, _lengths(first.items[0].blocks), first.line))
        sides = self._joined()
        self._unfold([one for one in sides if one.raw])
        sides = [one for one in sides if not self._is_count(one, sides)]
        order = [one.side for one in sides]
        if (
            len(sides) > 2
            and len(sides) % 2 == 0
            and order == order[:2] * (len(sides) // 2)
            and len({*order}) == 2
        ):
            yield from self._several(sides)
            return
        if len(sides) != 2 or len({*order}) != 2:
            if not order or len({*order}) == 1:
                missing = (order[0].other if order and order[0] else Side.ROW).value
                raise Wrong(
                    f"there are no clues of {missing}s",
                    sides[0].line if sides else self.parts[0].line,
                )
            twice = next(one for at, one in enumerate(sides) if one.side in order[:at])
            raise Odd(f"a second list of {twice.side.value}s", twice.line)  # type: ignore[union-attr]
        if self.says_side:
            raise Odd("words name a side beside the headings", self.says_side)
        yield self._told({one.side: one for one in sides})

    def _several(self, sides: Sequence[SaidSide]) -> Iterator[Told]:
        """Yield the puzzles of pairs of sides in the same order; what stands above a pair belongs to it."""
        if self.says_side or self.cells:
            raise Odd(
                "words or a picture beside several puzzles", self.says_side or self.cells[0][1]
            )
        sizes, titles, last = self.sizes, self.titles, 0
        for one, two in zip(sides[::2], sides[1::2], strict=True):
            self.sizes = [size for size in sizes if last < size[2] <= two.line]
            self.title = next((text for at, text in reversed(titles) if last < at <= one.line), "")
            last = max(item.line for item in (*two.items, SaidClue((), two.line)))
            yield self._told({one.side: one, two.side: two})
        if any(size[2] > last for size in sizes):
            raise Odd("a size behind the last puzzle", last)

    def _is_count(self, part: SaidSide, sides: Sequence[SaidSide]) -> bool:
        """True for ``Rows: 5`` beside the rows, which is a size."""
        if part.items or part.count is None:
            return False
        size = Size.HEIGHT if part.side is Side.ROW else Size.WIDTH
        if any(one.side is part.side and one.items for one in sides):
            self.sizes.append((size, [part.count], part.line))
            return True
        raise Odd("a number that is a size or the only clue", part.line)

    def _joined(self) -> list[SaidSide]:
        """Join sides whose lines have a heading each."""
        found: list[SaidSide] = []
        for part in self.parts:
            if not part.is_each:
                found.append(part)
                continue
            last = found[-1] if found else None
            if (
                last is not None
                and last.side is part.side
                and not last.is_each
                and not last.items
                and last.count is None
            ):
                found.pop()  # a heading above
                last = found[-1] if found else None
            if last is not None and last.is_each and last.side is part.side:
                if part.index != (last.index or 0) + 1:
                    raise Odd(f"{part.index} is not the number of this line", part.line)
                last.items += part.items
                last.index = part.index
            elif part.index not in (0, 1):
                raise Odd(f"the first line is number {part.index}", part.line)
            else:
                found.append(part)
        return found

    def _unfold(self, parts: Sequence[SaidSide]) -> None:
        """SaidSide the clues of sides that are one line each, all by the same sign."""
        raws = [re.sub(r"\s+", " ", one.raw.strip("\"'")) for one in parts]
        if not raws:
            return
        signs = [sign for sign in ";|/" if any(sign in raw for raw in raws)]
        if len(signs) > 1 or (signs and not all(signs[0] in raw for raw in raws)):
            raise Odd("clues parted by several signs", parts[0].line)
        is_comma = not signs and all("," in raw for raw in raws)
        if is_comma and not any(re.search(r"\d \d", raw) for raw in raws):
            if not all(re.fullmatch(r"\d{1,6}(?:, \d{1,6})+", raw) for raw in raws):
                raise Odd("nothing shows where a clue ends", parts[0].line)
            self.is_alone = True
        if not signs and not is_comma:
            raise Odd("nothing shows where a clue ends", parts[0].line)
        for part, raw in zip(parts, raws, strict=True):
            pieces = raw.split(signs[0] if signs else ",")
            if signs and not pieces[-1].strip():
                raise Odd(
                    f"a {signs[0]!r} at the end: it ends the last clue, or an empty one follows",
                    part.line,
                )
            part.items += [
                SaidClue(text_clue(piece.strip(), part.line), part.line) for piece in pieces
            ]

    def _told(self, sides: dict[Side | None, SaidSide], is_named: bool = True) -> Told:
        rows, cols = sides[Side.ROW], sides[Side.COLUMN]
        size = {Size.HEIGHT: len(rows.items), Size.WIDTH: len(cols.items)}
        shown = f"{size[Size.WIDTH]}x{size[Size.HEIGHT]}"
        stated: set[Size] = set()
        for part in (rows, cols):
            if part.count is not None:
                which = Size.HEIGHT if part is rows else Size.WIDTH
                self.sizes.append((which, [part.count], part.line))
        for which, numbers, line in self.sizes:
            have = [size[which]] if which is not Size.BOTH else sorted(size.values())
            if sorted(numbers * (len(have) // len(numbers) or 1)) != have:
                told = "x".join(map(str, numbers))
                if self.is_code:
                    raise Odd(f"{told} is not the size of the puzzle, {shown}", line)
                what = f"{told}{'' if which is Size.BOTH else ' ' + which.value} is stated here"
                said = {one: values[0] for one, values, _ in self.sizes}
                both = said.get(Size.HEIGHT), said.get(Size.WIDTH)
                if which is Size.BOTH and len(numbers) == 2:
                    both = (
                        (numbers[0], numbers[1])
                        if numbers[0] == size[Size.HEIGHT] or numbers[1] == size[Size.WIDTH]
                        else (numbers[1], numbers[0])
                    )
                known = (both[0], both[1]) if both[0] and both[1] else None
                raise Wrong(
                    f"{what}, but the puzzle is {shown}", line, (rows.items, cols.items), known
                )
            stated |= {Size.HEIGHT, Size.WIDTH} if which is Size.BOTH else {which}
        for part, which in ((rows, Size.HEIGHT), (cols, Size.WIDTH)):
            inner = part.gaps and part.style == "plain" and part.items and _gap_inside(part)
            if inner and which not in stated:
                raise Odd("blank lines between clues, which may be empty lines", inner)
        blocks = [(b, one.line) for p in (rows, cols) for one in p.items for b in one.blocks]
        if len({type(block) for block, _ in blocks}) > 1:
            bare = next(str(b) for b, _ in blocks if type(b) is int)
            ink, at = next((b, at) for b, at in blocks if isinstance(b, Inked))
            what = f"'{'?' if ink.length is None else ink.length}{ink.ink}' has a letter for its color, {bare!r} has none"
            raise Wrong(what if ink.ink else "only some blocks have a letter", at)
        told_one = Told(
            rows.items,
            cols.items,
            None,
            is_named,
            self.is_alone,
            self.title,
            min(rows.line, cols.line),
        )
        if self.cells:
            if len(self.cells) > 1 or len({*map(len, self.cells[0][0])}) != 1:
                raise Odd("a picture that is not one", self.cells[0][1])
            told_one.cells = self.cells[0][0]
        return told_one

    def _of_groups(self) -> Told:
        """The puzzle of two groups without names, or of lines behind their size."""
        parts, start = self.parts, self.parts[0].line
        is_gap = any(_gap_inside(one) for one in parts) or len(parts) > 3
        if is_gap or any(one.gaps > 1 for one in parts[:-1]):
            raise Odd("blank lines that may be empty lines", start)
        parts = self._sized(parts)
        self._unfold([one for one in parts if one.raw])
        lines = [item for part in parts for item in part.items]
        ways: list[tuple[list[SaidClue], list[SaidClue]]] = []
        clues = [one.blocks for one in lines]
        is_styled = any(one.style for one in parts)
        if self.sizes and len(parts) == 1:
            ways += _by_size(lines, self.sizes[0][1])
        elif len(parts) == 2 and (is_styled or min(len(one.items) for one in parts) > 1):
            is_loose = any(one.gaps > 1 for one in parts) or not self.lines[0][1].strip()
            if is_loose and not is_styled and not self.sizes:
                raise Odd("blank lines that may be empty lines", start)
            ways.append((parts[0].items, parts[1].items))
        if not is_styled and not self.sizes and len(parts) < 4 and type(clues[0]) is tuple:
            ways += self._led_by_size(parts, lines)
        fitting = [way for way in ways if _fits(*way)]
        unlike = {frozenset(map(_key, way)) for way in fitting}
        if not fitting and (
            close := [
                way
                for way in ways
                if _are_close(*way, bool(self.sizes) or len(lines) > sum(map(len, way)))
            ]
        ):
            fitting, unlike = close[:1], {frozenset()}  # the sums will be named
        if not ways and (wrong := self._count_wrong(parts, lines)):
            raise wrong
        if len(unlike) != 1:
            what = (
                "nothing says where the rows and the columns are"
                if ways
                else "these are not two groups of clues"
            )
            raise Odd(what if len(unlike) < 2 else "several puzzles fit these lines", start)
        rows, cols = fitting[0]
        single = all(len(one.blocks) < 2 for one in (*rows, *cols))
        if single and any(_is_counting(side) for side in (rows, cols)):
            raise Odd("each line is one number, and they count up", start)
        if single and min(len(rows), len(cols)) < 2:
            raise Odd("there are too few clues", start)
        sides: dict[Side | None, SaidSide] = {
            Side.ROW: SaidSide(Side.ROW, start, rows),
            Side.COLUMN: SaidSide(Side.COLUMN, start, cols),
        }
        return self._told(sides, False)

    def _sized(self, parts: list[SaidSide]) -> list[SaidSide]:
        """Take one or two numbers above two lists as their size."""
        heads = [item.blocks for part in parts[:-2] for item in part.items]
        numbers = _lengths([one for clue in heads for one in clue])
        is_listed = len(parts) > 2 and all(one.style for one in parts[-2:])
        if not (is_listed and len(numbers) == 2):
            return parts
        self.sizes.append((Size.BOTH, numbers, parts[0].line))
        return parts[-2:]

    def _count_wrong(self, parts: Sequence[SaidSide], lines: list[SaidClue]) -> Wrong | None:
        """The mistake of lines below a size that are a line too many or too few."""
        head, lead = _lengths(lines[0].blocks), 1
        if self.sizes:
            head, lead = self.sizes[0][1], 0
        count = len(lines) - lead
        if len(head) != 2 or min(head) < 2 or not 0 < abs(sum(head) - count) < 3:
            return None
        what = f"{head[0]}x{head[1]} takes {sum(head)} clues, here are {count}"
        return Wrong(what, parts[0].line, advice=Advice("zeros"))

    def _led_by_size(
        self, parts: Sequence[SaidSide], lines: list[SaidClue]
    ) -> Iterator[tuple[list[SaidClue], list[SaidClue]]]:
        """Lines behind a first line of two numbers, or two lines of one number each."""
        head, lead = _lengths(lines[0].blocks), 1
        if len(head) == 1 and len(lines) > 1 and len(lines[1].blocks) == 1:
            head, lead = [*head, *_lengths(lines[1].blocks)], 2
        if len(head) != 2 or sum(head) != len(lines) - lead:
            return
        ends = []
        count = 0
        for part in parts[:-1]:
            count += len(part.items)
            ends.append(count)
        for rows, cols in _by_size(lines[lead:], head):
            if {*ends} <= {lead, lead + len(rows)}:
                yield rows, cols


def _by_size(
    lines: list[SaidClue], size: Sequence[int]
) -> list[tuple[list[SaidClue], list[SaidClue]]]:
    if len(size) != 2 or sum(size) != len(lines):
        return []
    return [(lines[:cut], lines[cut:]) for cut in dict.fromkeys(size[::-1])]


def _key(side: Sequence[SaidClue]) -> tuple[TextClue, ...]:
    return tuple(one.blocks for one in side)


def _is_counting(side: Sequence[SaidClue]) -> bool:
    numbers = [one.blocks[0] if one.blocks else 0 for one in side]
    return len(numbers) > 2 and numbers == [*range(1, len(numbers) + 1)]


def _gap_inside(part: SaidSide) -> int:
    """The line behind a blank line between the clues of a part; 0 if there is none."""
    for one, two in zip(part.items, part.items[1:], strict=False):
        if two.line > one.line + 1:
            return two.line
    return 0


def _lengths(blocks: Sequence[TextBlock]) -> list[int]:
    """Blocks without inks as numbers; [] if one has an ink."""
    numbers = [one for one in blocks if isinstance(one, int)]
    return numbers if len(numbers) == len(blocks) else []


def _length(block: int | Inked) -> int:
    return (block.length or 1) if isinstance(block, Inked) else block


def _fits(rows: Sequence[SaidClue], cols: Sequence[SaidClue]) -> bool:
    totals = []
    for side, room in ((rows, len(cols)), (cols, len(rows))):
        inks: dict[str, int] = {}
        for one in side:
            if sum(map(_length, one.blocks)) > room or (
                one.blocks
                and type(one.blocks[0]) is int
                and sum(map(_length, one.blocks)) + len(one.blocks) - 1 > room
            ):
                return False
            for block in one.blocks:
                ink = block.ink if isinstance(block, Inked) else ""
                inks[ink] = inks.get(ink, 0) + _length(block)
        totals.append(inks)
    return totals[0] == totals[1] != {}


def _are_close(rows: Sequence[SaidClue], cols: Sequence[SaidClue], is_sized: bool) -> bool:
    """True if two sides could belong to one puzzle, apart from a mistake or two; tables and logs are numbers, too."""
    if min(len(rows), len(cols)) < 2 or (len(rows) + len(cols) < 5 and not is_sized):
        return False
    sums, large = [], 0
    for side, room in ((rows, len(cols)), (cols, len(rows))):
        lengths = [[*map(_length, one.blocks)] for one in side]
        sums.append(sum(map(sum, lengths)))
        large += sum(sum(one) + len(one) - 1 > room for one in lengths)
    if large > 1 or abs(sums[0] - sums[1]) > max(2, sum(sums) // 20):
        return False
    return is_sized or len({len(one.blocks) for one in (*rows, *cols)}) > 1


def _checked(lengths: TextClue, line: int) -> TextClue:
    if 0 in lengths:
        raise Odd("a 0 among other numbers", line)
    return lengths


_DIGITS = str.maketrans("lI|oO", "11100")
"""Signs that look like digits."""
_BLOCK = re.compile(r"(\d{1,6}|\?)([a-zA-Z]?)")


def text_clue(text: str, line: int) -> TextClue:
    """A clue: numbers with blanks or commas between them, in brackets or quotation marks or not."""
    text = text.strip()
    for one, two in ("[]", "()", '""', "''"):
        if len(text) > 1 and text[0] == one and text[-1] == two:
            text = text[1:-1].strip()
            break
    if not text or text.lower() in _EMPTY:
        return ()
    pieces = re.split(r"\s*,\s*|\s+", text)
    if "," in text and re.search(r"\d\s+\d", text):
        raise Odd(f"{text[:20]!r} has blanks and commas", line)
    if text.endswith(","):
        pieces.pop()
    found: list[int | Inked] = []
    for piece in pieces:
        match = _BLOCK.fullmatch(piece)
        if match is None:
            meant = piece.translate(_DIGITS)
            hint = f" ({meant}?)" if meant != piece and meant.isdigit() else ""
            raise Odd(f"{piece[:20]!r} is not a number{hint}", line)
        if re.fullmatch(r"0\d+", match[1]):
            raise Odd(f"{piece!r} has a 0 in front", line)
        length = None if match[1] == "?" else int(match[1])
        found.append(Inked(length, match[2]) if match[2] or length is None else length)
    if any(_length(one) == 0 for one in found):
        raise Odd("a 0 among other numbers", line)
    return tuple(found)


def _depth(text: str) -> int:
    bare = re.sub(r"\"[^\"\n]*\"|'[^'\n]*'", "", text)
    return sum(map(bare.count, "[({")) - sum(map(bare.count, "])}"))


def _literal(text: str, line: int) -> Iterator[tuple[TextClue, int]]:
    """Yield the clues of a list of lists of numbers, or of texts, in one kind of bracket."""
    opens, closes = text[:1], text[-1:]
    pairs = {"[": "]", "(": ")", "{": "}"}
    if (
        pairs.get(opens) != closes
        or len({*re.sub(r"\"[^\"\n]*\"|'[^'\n]*'", "", text)} & {*"[({"}) > 1
    ):
        raise Odd("brackets of several kinds", line)
    inner = text[1:-1]
    piece = rf"\{opens}[\d\s,]*\{closes}|\"[^\"\n]*\"|'[^'\n]*'"
    if not re.fullmatch(rf"\s*(?:(?:{piece})\s*,\s*)*(?:(?:{piece})\s*,?)?\s*", inner):
        raise Odd("this is not a list of lists of numbers", line)
    kinds = set()
    for match in re.finditer(piece, inner):
        at = line + inner.count("\n", 0, match.start())
        kinds.add(match[0][0])
        clue = match[0][1:-1].replace("\n", " ")
        if match[0][0] == opens and re.search(r"\d\s+\d", clue):
            raise Odd("a comma is missing", at)
        yield text_clue(clue, at), at
    if len(kinds) > 1:
        raise Odd("lists and texts in one list", line)


def _groups(text: str, line: int) -> list[str]:
    """The lists of ``[[..]], [[..]]``."""
    found, depth, start = [], 0, 0
    for at, char in enumerate(text):
        if char in "[({":
            start = at if depth == 0 else start
            depth += 1
        elif char in "])}":
            depth -= 1
            if depth == 0:
                found.append(text[start : at + 1])
        elif depth == 0 and char not in " ,\n":
            raise Odd("something between two lists", line)
    return found


_FACT = re.compile(
    r"\s*data\s*\(\s*('(?:\\.|[^'\\\n])*'|[a-z]\w*)\s*,\s*(?:(\d{1,5})\s*,\s*(\d{1,5})\s*,)?\s*"
    r"(\[(?:\s*\[[\d,\s]*\]\s*,?)*\s*\])\s*,\s*(\[(?:\s*\[[\d,\s]*\]\s*,?)*\s*\])\s*\)\s*\.\s*"
)


def prolog_facts(text: str, line: int) -> list[Told]:
    """Read the facts ``data(name, height, width, rows, columns).`` of Prolog, beside nothing but comments."""
    text = re.sub(r"/\*.*?\*/", lambda found: "\n" * found[0].count("\n"), text, flags=re.DOTALL)
    text = re.sub(r"(?m)^\s*%.*$", "", text)
    found, at = [], 0
    while at < len(text):
        match = _FACT.match(text, at)
        if match is None:
            raise Odd("something beside facts", line + text.count("\n", 0, at))
        lines = [line + text.count("\n", 0, match.start(group)) for group in (4, 5)]
        rows, cols = (
            [SaidClue(*one) for one in _literal(match[group], where)]
            for group, where in zip((4, 5), lines, strict=True)
        )
        if match[2] and (int(match[2]), int(match[3])) != (len(rows), len(cols)):
            raise Wrong(
                f"{match[3]}x{match[2]} is stated here, but the puzzle is {len(cols)}x{len(rows)}",
                lines[0],
            )
        title = re.sub(r"\\(.)", r"\1", match[1].strip("'"))
        found.append(Told(rows, cols, title="" if title == "untitled" else title, line=lines[0]))
        at = match.end()
    return found


def told(text: str, line: int, is_code: bool) -> list[Told]:
    """Read a text.

    Raises:
        Odd: it is not in this grammar.
        Wrong: it is, and contradicts itself.
    """
    is_facts = re.search(r"(?m)^\s*data\s*\(", text) is not None
    return prolog_facts(text, line) if is_facts else Reader(text, line, is_code).read()
