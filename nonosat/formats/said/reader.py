"""Texts of clues, line by line: a closed grammar that accounts for every line.

A text is sizes, headings with the clues behind or below them, or groups of lines without a name. `_FORMS` has
the forms of a line, `_ITEMS` those of a clue below a heading. Any line in no form is `Odd`: the text may mean
something else.
"""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field

from nonosat.formats.base import Size, Stated, words
from nonosat.formats.lines import TOPICS, Side, role_of, size_of, subwords
from nonosat.formats.said.clue import (
    Odd,
    SaidClue,
    listed,
    lists_in,
    open_brackets,
    text_clue,
)
from nonosat.formats.said.harmless import (
    ALONG,
    SIZE,
    check_capital,
    check_harmless,
    check_way,
    names_side,
)

MAX_LINES = 50_000
_SOLUTION = words(
    "solution answer goal picture image result l\u00f6sung soluci\u00f3n soluzione solutie rozwi\u0105zanie bild grid"
)
_CREDIT = (
    r"(?i)\W*(title|name|author|authors|by|copyright|license|licence|source|date|id|url|comment|comments|note|notes|"
    r"description|difficulty|level|created|category|tag|tags|version|theme|publisher|publication|game|type)\s*(?:[:=]|(?=\s[\"\']))\s*(.*)"
)
_DATED = (
    r"(?i)(?:\(c\)|\u00a9|copyright)\s+(?:\d{4}\b)?\D*|"
    r"(?:[a-z]+day,? )?(?:(?:19|20)\d\d-\d\d-\d\d|\d{1,2}([./])\d{1,2}\1(?:19|20)\d\d|"
    r"(?:\d{1,2}\.? )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*(?: \d{1,2},?)? (?:19|20)\d\d)"
)
"""A year of copyright, or a date."""
_ANY_TEXT = words("title name author authors by url source copyright id")
"""Credits whose values may say anything."""
_AROUND = TOPICS | words(
    "size puzzle puzzles nonogram nonograms picross griddler hanjie game level"
)
"""Names of a group around the sides."""
_CELL = "[.#xXoO*_\u25a0\u25a1\u2588\u2591-]"
_CELLS = re.compile(rf"{_CELL}{{2,}}|{_CELL}(?: {_CELL})+|[01]{{2,}}|[01](?:[ ,][01])+")
_LABEL = (
    r"[#*=<_ -]*(?P<b>\[?)\s*(?P<label>[^\W\d_](?:[^\W\d]|[ '\u2019-](?=[^\W\d_]))*)"
    r"(?P<index>[ _#-]{0,2}\d{1,5}|\[\d{1,5}\])?\s*(?P<e>\]?)\s*(?P<paren>\([^()\[\]]*\)|,[^\d:=,;|]+)?\s*[*_]*"
    r"(?P<sign>:=|=>|[:=](?!=)|-(?=\s+[\d-]))?[*_]*\s*(?P<value>.*?)\s*(?:(?<=[\])}\"']);)?\s*"
)
_BEHIND = re.compile(r"(.*?[\]\d\w)},;:'\"`.-])\s+(?:#+|//|%+)\s+([^\W\d_][^\[\](){}\"]*)")
"""A comment behind something."""
_RULE = r"([-=*_~#+/&])\1{2,}|==|#|&|//"
_SIZES = r"(?:[^\W\d_][^\W\d]*(?: [^\W\d_]+)*?\s*[:=]?\s*\[?\d{1,5}(?:\s*[xX\xd7*,]\s*\d{1,5})?\]?(?:\s*[,;]\s*|\Z))+"


@dataclass
class SaidSide:
    """The clues of a side, or a group without a name."""

    side: Side | None
    line: int
    clues: list[SaidClue] = field(default_factory=list)
    count: int | None = None
    """The number behind the heading."""
    first: int = 0
    """That number without brackets, which may be the first clue."""
    style: str = ""
    """The style of the lines below the heading."""
    index: int | None = None
    is_each: bool = False
    """Each of its lines has a heading of its own."""
    is_loose: bool = False
    """Its name means the other side to some."""
    gaps: int = 0
    """Blank lines below its last clue."""
    inner: int = 0
    """The line of a clue below a blank line."""
    is_open: bool = True
    tail: str = ""
    """The sign at the end of its last line."""
    raw: str = ""
    """The clues in one line, which are parted at the end."""


class TextReader:
    """The sides, sizes and pictures of a text, after `read`."""

    def __init__(self, text: str, line: int, is_code: bool) -> None:
        text = text.removeprefix("\ufeff")
        self._raw = text.split("\n")
        """The lines as they are written, for titles."""
        if not text.isascii():
            text = unicodedata.normalize("NFKC", text).translate({0x2013: "-", 0x2014: "-"})
        self.lines: list[tuple[int, str]] = [*enumerate(text.split("\n"), line)]
        if len(self.lines) > MAX_LINES:
            raise Odd("a text of many lines", line)
        self.is_code = is_code
        self._is_short = sum(bool(one.strip()) for _, one in self.lines[:20]) < 4
        """There are at most a size and two lines."""
        self._at = 0
        self._is_comment = False
        self.kinds: dict[int, str] = {}
        """Line -> clue, heading, comment, words or rule."""
        self.sides: list[SaidSide] = []
        self.sizes: list[Stated] = []
        self.pictures: list[tuple[list[str], int]] = []
        self.titles: list[tuple[int, str]] = []
        self.title: str = ""
        self.author: str = ""
        """The text behind ``by`` below the title, or behind ``Author:``."""
        self.numbered: list[int] = []
        """Lines of words with numbers."""
        self._pads: dict[Side | None, int] = {}
        """The numbers in each list of a side that is padded with zeros in front."""

    def read(self) -> None:
        """Go through all lines.

        Raises:
            Odd: one is in no form.
        """
        while self._at < len(self.lines):
            number, text = self.lines[self._at]
            self._at += 1
            if text.strip():
                self._line(text, number)
            elif self.sides and self.sides[-1].clues:
                self.sides[-1].gaps += 1
        for number, kind in self.kinds.items():
            above, below = self.kinds.get(number - 1), self.kinds.get(number + 1)
            is_between = above == below == "clue" and kind == "rule"
            if kind in ("words", "comment", "rule") and not is_between:
                is_top = kind == "rule" and above in (None, "rule")
                is_below = below == "clue" and (kind == "words" or is_top)
                if above in ("clue", "side") or is_below:
                    raise Odd("this line is next to a clue", number)

    def _line(self, text: str, number: int) -> None:
        match = _BEHIND.fullmatch(text)
        if match and (self.is_code or not re.match(r"\s*(?i:title|name|author)\s*:", text)):
            if check_harmless(match[2], number):
                raise Odd("a number in a comment", number)
            text = match[1]
        bare = re.sub(r"\A[*_]{2}([^\W\d_][^*_:]*)(?::[*_]{2}|[*_]{2}:)", r"\1:", text.strip())
        if re.fullmatch(r"```\w*", bare):  # a block of Markdown
            if self.sides and self.sides[-1].clues:
                self.close()
            return
        side = self.sides[-1] if self.sides and self.sides[-1].is_open else None
        is_rule = side and (
            (not side.clues and re.fullmatch(r"([-=*_~#+])\1{3,}|===", bare))
            or (side.gaps and re.fullmatch(r"([-=*_~#+])\1{2,}", bare))
        )
        if side is not None and side.side is not None and not is_rule:
            indent = len(text.expandtabs(4)) - len(text.expandtabs(4).lstrip())
            if self._item(side, bare, number, indent):
                self.kinds[number] = "clue"
                return
        self._form(bare, number)

    def _form(self, bare: str, number: int) -> None:
        """Take a line in one of the forms."""
        for kind, pattern, rule in _FORMS:
            if (match := pattern.fullmatch(bare)) and rule(self, match, number):
                self.kinds.setdefault(number, kind)
                return
        raise Odd(f"{bare[:30]!r} is neither a clue nor a heading", number)

    def close(self) -> None:
        """End the last side."""
        if self.sides:
            self.sides[-1].is_open = False

    # The forms of a line

    def _comment(self, match: re.Match[str], number: int) -> bool:
        if self._is_comment or (self.is_code and not re.match(r"[#/%]", match[0])):
            return False
        self._is_comment = True
        self._form(match[1].strip(), number)
        self._is_comment = False
        if self.kinds[number] == "words":
            self.kinds[number] = "comment"
        return True

    def _drawn_comment(self, match: re.Match[str], number: int) -> bool:
        return not self.is_code and len(match[0]) > 4

    def _credit(self, match: re.Match[str], number: int) -> bool:
        if self.is_code and not self._is_comment:
            return False
        key, value = match[1].lower(), match[2].strip().strip("\"'")
        if re.match(r"[\[({|>]", value) and key not in ("title", "name"):
            raise Odd(f"{key} is a list", number)
        if key in ("title", "name"):
            written = re.fullmatch(_CREDIT, self._raw[number - self.lines[0][0]].strip())
            self.title = written[2].strip() if written else value
            self.titles.append((number, self.title))
        elif key in ("author", "by"):
            self.author = value
        elif key not in _ANY_TEXT:
            check_way(value, number)
            if names_side(value):
                raise Odd(f"{value[:30]!r} names a side", number)
        self.close()
        return True

    def _dated(self, match: re.Match[str], number: int) -> bool:
        self.close()
        return not self.is_code or self._is_comment

    def _pad(self, match: re.Match[str], number: int) -> bool:
        """Take the length of the padded lists in the models of Håkan Kjellerstrand."""
        self._pads[Side.ROW if match[1] == "row" else Side.COLUMN] = int(match[2])
        return True

    def _size_line(self, match: re.Match[str], number: int) -> bool:
        """Take ``Width: 5, height: 4``; a single ``Rows: 5`` may be clues."""
        found = re.findall(
            r"([^\W\d][^\d:=\[]*?)\s*[:=]?\s*\[?(\d+\s*,\s*\d+\]?\Z|\d[\d\sxX\xd7*]*)", match[0]
        )
        for name, value in found:
            name = name.strip(" ,;")
            size, numbers = size_of(name), [int(one) for one in re.findall(r"\d+", value)]
            if size is None or len(numbers) != 1 + (size is Size.BOTH and len(numbers) > 1):
                return False
            if len(found) == 1 and role_of(name).side and len(subwords(name)) == 1:
                return False
            self.sizes.append(Stated(size, numbers, number))
        self.close()
        return True

    def _bare_size(self, match: re.Match[str], number: int) -> bool:
        """Take ``5x4``, or numbers below words that say what they count."""
        numbers = [int(one) for one in re.findall(r"\d+", match[0])]
        below = self.lines[self._at][1] if self._at < len(self.lines) else ""
        lead = int(len(numbers) == 1 and re.fullmatch(r"\s*\d{1,4}\s*", below) is not None)
        drawn = [] if self.sides or self.sizes else self._rows_below(self._at + lead)[0]
        if lead and len(drawn) > 1 and {len(drawn), len(drawn[0])} == {numbers[0], int(below)}:
            numbers.append(int(below))
            self._at += 1
        if len(drawn) > 1 and sorted((numbers * 2)[:2]) == sorted((len(drawn), len(drawn[0]))):
            self.sizes.append(Stated(Size.BOTH, numbers, number))
        elif len(numbers) == 2 and re.search(r"[xX\xd7*]", match[0]):
            if self.sides:
                raise Odd("a size among clues", number)
            self.sizes.append(Stated(Size.BOTH, numbers, number))
        else:
            return False
        return True

    def _heading(self, match: re.Match[str], number: int) -> bool:
        label, paren, sign, value = match["label"], match["paren"], match["sign"], match["value"]
        if (match["b"] == "[") != (match["e"] == "]"):
            return False
        if not sign and "\t" in match.string[: match.start("value")]:
            sign = "\t"
            if not re.fullmatch(r"[^\t]*[\w)]\s*", match.string[: match.start("value")]):
                raise Odd("signs between the heading and the clues", number)
        if not sign and value:
            if re.fullmatch(r"\d{1,5}", match["index"] or "") and re.fullmatch(r"[\d ]+|-", value):
                sign = " "  # R1 1 1
            elif not re.fullmatch(r"[=*#_>-]+", value):
                return False
            else:
                value = ""
        if self.is_code and sign == "=":
            label = re.sub(r"\A(?:export\s+)?(?:const|let|var)\s+", "", label)
        parts = subwords(label)
        sides = [one for one in (role_of(part) for part in parts) if one.side]
        whole = role_of(label)
        last = self.sides[-1] if self.sides else None
        if last and last.is_open and not (last.clues or sides) and value and {*parts} <= TOPICS:
            self._value(last, value, sign or "", number)  # clues = ... below [rows]
            self.kinds[number] = "side"
            return True
        if not sides and not whole.side:
            return self._other(label, value, sign or match["b"], number)
        if len({one.side for one in sides}) > 1 or not whole.side:
            raise Odd(f"{label!r} names two sides, or something of one", number)
        odd = [part for part in parts if not role_of(part).side and part not in TOPICS]
        if odd:
            raise Odd(f"{odd[0]!r} in the heading {label[:30]!r} is not known", number)
        if self._is_comment and value:
            raise Odd("clues in a comment", number)
        inner = (paren or "").strip("(), ")
        if inner and not re.fullmatch(r"\d{1,5}", inner) and not ALONG.fullmatch(inner):
            raise Odd(f"{inner[:30]!r} in a heading is not known", number)
        self.close()
        digits = re.search(r"\d+", match["index"] or "")
        side = SaidSide(whole.side, number, is_loose=any(one.loose for one in sides))
        side.count = int(inner) if inner.isdigit() else None
        side.index = int(digits[0]) if digits else None
        self.sides.append(side)
        self._value(side, value, sign or "", number)
        self.kinds[number] = "side" if value and not side.is_open else "heading"
        return True

    def _other(self, label: str, value: str, sign: str | None, number: int) -> bool:
        """Take the heading of a picture, or of nothing: a group around others."""
        if value or (self._is_comment and not {*subwords(label)} & _SOLUTION):
            return False
        if {*subwords(label)} & _SOLUTION:
            return self._picture(number)
        if not sign or self.is_code:
            return False
        if not {*subwords(label)} <= _AROUND:
            check_capital(label, number)
        if check_harmless(label, number):
            self.numbered.append(number)
        self.kinds[number] = "words"
        self.close()
        return True

    def _bare_picture(self, match: re.Match[str], number: int) -> bool:
        """Take the rows of a picture without a heading, below a title or a size."""
        if self._is_comment or self.sides or not (self.titles or self.sizes):
            return False
        start, self._at = self._at, self._at - 1
        if self._picture(number):
            rows = self.pictures[-1][0]
            signs = {*"".join(rows)}
            is_sized = bool(self.sizes)
            if len(rows) > 1 and len(signs) == 2 and (is_sized or not signs & {*"01oO"}):
                return True
            self.pictures.pop()
            del self.kinds[number]
        self._at = start
        return False

    def _picture(self, number: int) -> bool:
        rows, self._at = self._rows_below(self._at)
        if rows:
            self.pictures.append((rows, number))
            self.kinds[self.lines[self._at - 1][0]] = "side"
            self.kinds[number] = "heading"
            self.close()
        return bool(rows)

    def _rows_below(self, at: int) -> tuple[list[str], int]:
        """The rows of a picture from a place on, and the place behind; [] if they differ in length."""
        rows: list[str] = []
        start = at
        while at < len(self.lines):
            text = self.lines[at][1].strip().strip("\"',")
            if (rows and not text) or (text and _CELLS.fullmatch(text) is None):
                break
            rows += [re.sub(r"[ ,]", "", text)] if text else []
            at += 1
        return (rows, at) if len({*map(len, rows)}) == 1 else ([], start)

    def _rule(self, match: re.Match[str], number: int) -> bool:
        if len(match[0]) < 3 and any(one.side for one in self.sides):
            return False
        if not self.sides or self.sides[-1].side is None or self.sides[-1].clues:
            self.close()
        return True

    def _lists(self, match: re.Match[str], number: int) -> bool:
        """Take lists without a name, or texts between commas."""
        if self._is_comment or any(one.side for one in self.sides):
            return False
        text = match[0] if match[0][0] in "[({" else f"[{match[0]}]"
        for clues in lists_in(self._balanced(text, number), number):
            self.sides.append(SaidSide(None, number, clues, is_open=False, style="list"))
        return True

    def _one_line(self, match: re.Match[str], number: int) -> bool:
        """Take a side without a name in one line: clues between semicolons, or commas in short texts."""
        is_parted = re.search(r";\s*\S", match[0]) is not None
        is_short = self._is_short and re.search(r"\d \d", match[0]) and match[0].count(",") > 1
        if self._is_comment or not (is_parted or is_short) or any(one.side for one in self.sides):
            return False
        self.sides.append(SaidSide(None, number, raw=match[0], is_open=False, style="line"))
        return True

    def _group_clue(self, match: re.Match[str], number: int) -> bool:
        """Take a line of a group without a name."""
        last = self.sides[-1] if self.sides else None
        if self._is_comment or any(one.side for one in self.sides):
            return False
        if last is None or not last.is_open or last.gaps:
            self.close()
            last = SaidSide(None, number)
            self.sides.append(last)
        if "\t" in match[0]:
            self._check_tabs(number)
        last.clues.append(text_clue(match[0], number))
        return True

    def _words(self, match: re.Match[str], number: int) -> bool:
        if self.is_code and not self._is_comment:
            return False
        if check_harmless(match[0], number):
            self.numbered.append(number)
            self.sizes += [
                Stated(Size.BOTH, [int(one), int(two)], number)
                for one, two in SIZE.findall(match[0])
            ]
        bare = match[0].strip("-#= ")
        if self.title and not self.sides and (by := re.fullmatch("(?i)by (.+)", bare)):
            self.author = by[1]
            return True
        is_letter = not self.sides and self.title.endswith(",")  # Dear Ann,
        if not (self._is_comment or is_letter):
            check_capital(bare, number)
        if not self.title and not self.sides:
            self.title = bare
        self.titles.append((number, bare))
        self.close()
        return True

    # Clues behind and below a heading

    def _value(self, side: SaidSide, value: str, sign: str, number: int) -> None:
        """Take what is behind a heading."""
        if side.index is not None and not (sign or value):  # rows 15
            side.count, side.index = side.index, None
        elif side.index is not None:
            side.clues.append(text_clue(value, number))
            side.is_each, side.is_open = True, False
        elif value in ("", "|", "|-"):
            return
        elif value[0] in "[({" and (open_brackets(value) > 0 or value[-1] in "])},"):
            text = self._balanced(value, number)
            if re.fullmatch(r"(?:\[[\d, ]*\][\s,]*){2,}|(?:\([\d, ]*\)[\s,]*){2,}", text):
                text = (
                    "["
                    + re.sub(r"(?<=\])[\s,]+(?=\[)", ", ", text.replace("(", "[").replace(")", "]"))
                    + "]"
                )
            if pad := self._pads.get(side.side, 0):
                lists = re.findall(r"\[([\d,\s]*)\]", text)
                if any(len(one.split(",")) != pad for one in lists):
                    raise Odd(f"lists of another length than {pad}", number)
                text = re.sub(r"\[\s*(?:0\s*,\s*)+", "[", text)
            side.clues += listed(text, number)
            side.is_open = False
        elif re.fullmatch(r"\d{1,5}", value):
            side.count = side.first = int(value)
        else:
            if "\t" in value and not re.search("[;|/,]", value):
                self._check_tabs(number)
                value = re.sub(r"\s*\t\s*", ";", value)
            side.raw, side.is_open = value.rstrip(), False

    def _check_tabs(self, number: int) -> None:
        if re.search(r"\A\t|\t *\t|\t *$", self.lines[number - self.lines[0][0]][1]):
            raise Odd("tabs with nothing between them, or at an end", number)

    def _balanced(self, value: str, number: int) -> str:
        """Add lines until all brackets are closed."""
        parts, level = [value], open_brackets(value)
        while level > 0 and self._at < len(self.lines):
            at, line = self.lines[self._at]
            if match := _BEHIND.fullmatch(line):
                if check_harmless(match[2], at):
                    raise Odd("a number in a comment", at)
                line = match[1]
            parts.append(line if line.strip() not in ("#", "//") else "")
            level += open_brackets(line)
            self._at += 1
            self.kinds[at] = "clue"
        if level:
            raise Odd("a bracket without its partner", number)
        return "\n".join(parts).rstrip(" ;,")

    def _item(self, side: SaidSide, bare: str, number: int, indent: int) -> bool:
        """Take a line below a heading; False if it is not a clue."""
        if (bare[0] in "[({" and open_brackets(bare) > 0) or bare in "[]{}()":
            if side.clues or side.style:
                raise Odd(f"{bare[:20]!r} among clues", number)
            self._value(side, bare, "", number)
            return True
        is_nested = side.style == "" and self._is_nested(indent)
        bullet = re.fullmatch(r"([-*\u2022])(?:\s+(.*)|)", bare)
        if bullet and re.match(r"[*_]*[^\W\d_]{2,}[ _]?\d", bullet[2] or ""):
            return False  # - Row 1: 1 1
        if bullet and (bare != "-" or side.style not in ("plain", "") or is_nested):
            return self._bullet(side, bullet[1], bullet[2] or "", number, indent)
        style, rest, index = "plain", bare, side.index
        numbered = re.fullmatch(r"(\d{1,5}|[A-Z])\s*(?:[:.)](?!\d)|=)\s*(.*)", bare)
        if numbered and not re.fullmatch(r"\d+\.", bare):
            label = numbered[1]
            index = int(label) if label.isdecimal() else ord(label) - ord("A") + 1
            style, rest = "numbered", numbered[2]
            due = (0, 1) if side.style == "" else ((side.index or 0) + 1,)
            if index not in due:
                raise Odd(f"{index} is not the number of this line", number)
        tail = rest[-1] if rest[-1:] in (",", ";") and style == "plain" else ""
        if tail or rest[:1] in ("[", '"', "'"):
            rest = rest.rstrip(",; ")
            if not rest:
                raise Odd("a sign without a clue", number)
        try:
            clue = text_clue(rest, number)
        except Odd:
            if re.match(r"[^\d]*(?:[^\W\d_]{2}|[^\W\d_a-zA-Z])", bare):
                return False
            raise
        if side.style not in ("", style):
            raise Odd(f"{bare[:20]!r} is not written as the lines above", number)
        if side.clues and tail and side.tail != tail:
            raise Odd("only some lines end with a sign", number)
        side.style, side.tail, side.index = style, tail, index
        self._add(side, clue)
        return True

    def _add(self, side: SaidSide, clue: SaidClue) -> None:
        side.inner = side.inner or (clue.line if side.gaps else 0)
        side.gaps = 0
        side.clues.append(clue)

    def _is_nested(self, indent: int) -> bool:
        """True if the next line is a deeper item."""
        for _, text in self.lines[self._at :]:
            if text.strip():
                return len(text) - len(text.lstrip()) > indent and text.lstrip().startswith("- ")
        return False

    def _bullet(self, side: SaidSide, sign: str, rest: str, number: int, indent: int) -> bool:
        style = f"bullet {sign} {indent}"
        if side.style not in ("", style):
            raise Odd("not written as the lines above", number)
        side.style = style
        inner = [rest[2:].strip()] if rest.startswith("- ") else []
        while sign == "-" and (not rest or inner) and self._is_nested(indent):
            at, text = self.lines[self._at]
            self._at += 1
            if text.strip():
                inner.append(text.strip()[1:].strip())
                self.kinds[at] = "clue"
        if rest == "-" or not all(re.fullmatch(r"\d{1,6}", one) for one in inner):
            raise Odd("a list in a list that is not numbers", number)
        self._add(side, text_clue(" ".join(inner) or rest, number))
        return True


_MARKS = r"(?:#+|//+|;+|%+|--+(?!>)|/\*+|\*+(?=\s))"
_FORMS: tuple[
    tuple[str, re.Pattern[str], Callable[[TextReader, re.Match[str], int], bool]], ...
] = (
    ("heading", _CELLS, TextReader._bare_picture),
    ("rule", re.compile(_RULE), TextReader._rule),
    ("clue", re.compile(r"(row|col)_rule_len = (\d{1,5})"), TextReader._pad),
    ("comment", re.compile(r"[#;%/*-]+\s+[.#xX_*\u2588 -]+"), TextReader._drawn_comment),
    ("comment", re.compile(rf"{_MARKS}\s*(\w.*?)\s*(?:\*/|--+|#+|=+|\*+)?"), TextReader._comment),
    ("heading", re.compile(_CREDIT), TextReader._credit),
    ("words", re.compile(_DATED), TextReader._dated),
    ("heading", re.compile(_SIZES), TextReader._size_line),
    ("heading", re.compile(r"\d{1,4}(?:[\sxX\xd7*,]+\d{1,4})?"), TextReader._bare_size),
    ("heading", re.compile(_LABEL), TextReader._heading),
    ("clue", re.compile(r"\[\[.*|\"[^\"]*\"(?:\s*,\s*\"[^\"]*\")+,?"), TextReader._lists),
    ("clue", re.compile(r"(?:[\d;, -]|(?<=\d)[a-zA-Z](?![a-zA-Z]))+"), TextReader._one_line),
    (
        "clue",
        re.compile(
            r"(?:\d|[lIO]\b)[\d \t,]*[a-zA-Z]?(?:[ \t,]+\d+[a-zA-Z])*|\[[\d, ]*\]|-|empty|none"
        ),
        TextReader._group_clue,
    ),
    ("words", re.compile(r".*"), TextReader._words),
)
"""The forms of a line: what it is for its neighbors, its pattern, and what takes it."""
