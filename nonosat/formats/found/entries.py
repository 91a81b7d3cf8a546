"""The entries of a group of tokens: label, index, sign and value.

Such are a line of a text, a key of JSON or YAML with its value, a statement of a program, a fact of a
database. A line break ends an entry in a text; in brackets, with a comma beside it, it does not.
"""

import string
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from nonosat.formats.found.tokens import Lexeme, TokenKind, is_sign
from nonosat.formats.lines import CONTROL

ASSIGNS = ("=", ":", ":=", "=>", "<-")
"""Signs between a label and its value."""
RANK = {";": 4, "|": 4, "/": 4, "&": 4, ",": 3, " ": 2, "x": 1}
"""Signs between numbers -> how strongly they part them. A line break parts more strongly than all."""
DECOR = ("&", "!", "@", "#", "'", "$", "\\", "^", "~", "%")
"""Signs before a name or list that do not change it."""
_AROUND = string.punctuation.replace("_", "") + string.whitespace + "\u2022\u00b7"
"""Signs around the text of a comment."""
_BRACKETS = ("[", "(", "{")
_VALUES = (TokenKind.WORD, TokenKind.NUMBER, TokenKind.GROUP, TokenKind.CELLS)


class Labelled:
    """A label with an index, a sign and a value; some may be missing."""

    def __init__(self, line: int, blank: int = 0, comment: str | None = None) -> None:
        self.line: int = line
        self.blank: int = blank
        """Blank lines above it."""
        self.comment: str | None = comment
        """The text of a comment; such an entry has nothing else."""
        self.label: list[Lexeme] = []
        self.index: list[Lexeme] = []
        """A number or group between label and sign, as in ``rows[0] =``."""
        self.sign: str = ""
        self.val: list[Lexeme] = []
        self.bad: Lexeme | None = None
        """A token behind the value that makes it another than is written."""
        self._name: str | None = None

    @property
    def name(self) -> str:
        """The name: all words of a heading or key, the last before the sign of a statement."""
        if self._name is None or self.label:
            self._name = self._named()
        return self._name

    def _named(self) -> str:
        if self.comment:
            return self.comment
        found = [token.text for token in self.words]
        is_made = (
            not self.sign and len(self.val) == 1 and self.val[0].text == "{"
        )  # Clues rows {{1}};
        is_statement = (
            self.is_call or is_made or any(token.is_sign("=", ":=", "<-") for token in self.label)
        )
        return " ".join(found[-1:] if is_statement else found)

    @property
    def is_call(self) -> bool:
        return (
            not self.sign
            and len(self.val) == 1
            and self.val[0].text == "("
            and bool(self.label)
            and self.label[-1].kind is TokenKind.WORD
        )

    @property
    def words(self) -> list[Lexeme]:
        """The words of the label in front of its first sign."""
        end = next((at for at, one in enumerate(self.label) if at and one.is_sign(*ASSIGNS)), None)
        return [one for one in self.label[:end] if one.kind is TokenKind.WORD]

    def calculated(self) -> Lexeme | None:
        """The token that makes a value another than the list that is written: a call or operator beside it."""
        if self.bad is not None:
            return self.bad
        last = next(
            (at for at in range(len(self.label) - 1, 0, -1) if self.label[at].is_sign(*ASSIGNS)),
            len(self.label),
        )
        after = self.label[last + 1 :]
        for before, token in zip([None, *after], after, strict=False):
            is_folded = is_sign(before, "|", ">") and token.is_sign("-")  # |- of YAML
            if not token.is_sign(*DECOR, "|", ">") and not is_folded:
                return token
        return None

    def trimmed(self) -> "Labelled":
        if self.val and self.val[-1].is_sign(",", "&"):
            self.val.pop()
        return self


def entries(group: Lexeme) -> Iterator[Labelled]:
    """Yield the entries of a group."""
    entry: Labelled | None = None
    blank = 0
    is_text = group.text in ("", '"')
    items = group.items
    for at, (token, after) in enumerate(zip_longest(items, items[1:])):
        before = items[at - 1] if at else None
        if token.kind is TokenKind.BREAK:
            if entry is None:
                blank = max(blank, len(token.text) - (at > 0))
            elif is_sign(after, ".") and after and not after.is_tight and entry.sign:
                continue  # a method on the next line
            elif is_text or not (is_sign(before, ",") or is_sign(after, ",")):
                is_open = bool(entry.sign) and not entry.val and after is not None
                if not (is_open and (not is_text or after.text in _BRACKETS)):
                    yield entry
                    entry, blank = None, len(token.text) - 1
            continue
        if token.kind is TokenKind.COMMENT:
            if entry is None:
                yield Labelled(token.line, blank, token.text.strip(_AROUND))
                blank = 0
            continue
        if entry is None:
            entry, blank = Labelled(token.line, blank), 0
        is_word = token.kind is TokenKind.WORD
        if is_word and not (token.tag == "text" and entry.sign):
            if entry.val or (entry.sign and token.tag == "key"):
                if token.text.lower() in CONTROL and not is_sign(before, ","):
                    entry.bad = entry.bad or token
                yield entry.trimmed()
                entry = Labelled(token.line)
            entry.label.append(token)
        elif token.kind in _VALUES:
            if entry.sign and all(
                one.kind is TokenKind.GROUP and not one.items for one in entry.val
            ):
                entry.val = []  # an empty pair of brackets in front is a type
            entry.val.append(token)
        elif token.text in ASSIGNS:
            if (
                token.text == ":" == entry.sign
                and not entry.val
                and entry.label[-1].kind is TokenKind.WORD
                and not entry.label[-1].tag
            ):
                word = entry.label.pop()  # rows: r1: 2 1
                yield entry
                entry = Labelled(token.line)
                entry.label = [word]
            _assign(entry, token)
        else:
            is_done = _sign(entry, token, after)
            if is_done:
                yield entry
                entry = None
    if entry is not None:
        yield entry if is_text else entry.trimmed()


def _assign(entry: Labelled, token: Lexeme) -> None:
    """Take a sign that ends the label; a number or group in front of it is an index."""
    is_index = (
        0 < len(entry.val) < 3
        and not entry.sign
        and all(one.kind in (TokenKind.NUMBER, TokenKind.GROUP) for one in entry.val)
    )
    is_first = token.text in (":", "=") and is_index and entry.val[0].kind is TokenKind.NUMBER
    if is_index and (entry.label or is_first):
        entry.index, entry.val = entry.val, []
    elif entry.val and entry.sign == ":" and token.text == "=" and not _is_number(entry.val[0]):
        entry.val = []  # rows: int[][] =
    if entry.val:
        entry.val.append(token)
        return
    entry.sign = entry.sign or (token.text if entry.label or entry.index else "")
    entry.label.append(token)


def _sign(entry: Labelled, token: Lexeme, after: Lexeme | None) -> bool:
    """Take another sign; return True if it ends the entry."""
    text = token.text
    if text == "." and entry.val and not (_is_number(after) and after and after.is_tight):
        is_word = after is not None and after.kind is TokenKind.WORD and after.is_tight
        is_end = after is None or not (is_word or _is_number(after))
        entry.bad = entry.bad or (None if is_end else token)
        return is_end
    if (
        text == ";"
        and entry.label
        and (
            not entry.val
            or after is None
            or after.kind in (TokenKind.BREAK, TokenKind.WORD, TokenKind.COMMENT)
            or entry.val[-1].kind is TokenKind.GROUP
        )
    ):
        return True
    is_word = bool(entry.label) and entry.label[-1].kind is TokenKind.WORD
    is_named = text == "," and not entry.val and entry.sign and is_word
    if is_named and not any(one.is_sign(",") for one in entry.label):
        return True  # name: word,
    if text in RANK and (entry.val or not entry.label):
        entry.val.append(token)
    elif entry.val:
        entry.bad = entry.bad or token
    else:
        entry.label.append(token)
    return False


def _is_number(token: Lexeme | None) -> bool:
    return token is not None and token.kind is TokenKind.NUMBER


def words_alone(group: Lexeme) -> list[Lexeme]:
    """The words of a group of nothing else, such as ``[Row clues]`` or ``[[puzzle]]``."""
    inner: Sequence[Lexeme] = group.items
    while len(inner) == 1 and inner[0].kind is TokenKind.GROUP:
        inner = inner[0].items
    if inner and all(token.kind is TokenKind.WORD and not token.tag for token in inner):
        return [*inner]
    return []
