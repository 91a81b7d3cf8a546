"""XML as a flat stream of elements, for formats whose XML is simple.

Nothing outside is fetched: where a DOCTYPE names a DTD, our own list of HTML's entities takes its
place, and no file may declare any itself.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple
from xml.parsers import expat

from nonosat.errors import TooLarge
from nonosat.formats.base import Record

MAX_DEPTH = 50
_TRUNCATED = (expat.errors.XML_ERROR_NO_ELEMENTS, expat.errors.XML_ERROR_UNCLOSED_TOKEN)


class Element(NamedTuple):
    """One element, when it ends."""

    path: tuple[str, ...]
    """Names from the root to this one, in lower case."""
    attributes: dict[str, str]
    """Their names are in lower case."""
    line: int
    """Where it begins."""
    text: str
    """Text of the element, without the text of elements inside."""

    def said(self, name: str, default: str = "") -> str:
        """The text of an attribute, without blanks around it."""
        return self.attributes.get(name, default).strip()


@cache
def _entities() -> bytes:
    """The declarations of HTML's entities."""
    from html.entities import name2codepoint  # few files name a DTD

    return "".join(
        f'<!ENTITY {name} "&#{code};">'
        for name, code in name2codepoint.items()
        if name not in ("amp", "lt", "gt", "quot")  # XML has these
    ).encode()


def elements(record: Record) -> Iterator[Element]:
    """The elements of a text, each when it ends."""
    text = record.text.lstrip()
    # Blank lines before the XML declaration are not XML, but harmless.
    offset = record.line - 1 + record.text[: len(record.text) - len(text)].count("\n")
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    opened: list[tuple[tuple[str, ...], dict[str, str], int, list[str]]] = []
    ended: list[Element] = []

    def start(name: str, attributes: dict[str, str]) -> None:
        line = offset + parser.CurrentLineNumber
        if len(opened) == MAX_DEPTH:
            record.fail(f"elements nested more than {MAX_DEPTH} deep", line, TooLarge)
        if attributes:
            attributes = {key.lower(): value for key, value in attributes.items()}
        path = (*opened[-1][0], name.lower()) if opened else (name.lower(),)
        opened.append((path, attributes, line, []))

    def end(_: str) -> None:
        path, attributes, line, texts = opened.pop()
        ended.append(Element(path, attributes, line, "".join(texts)))

    def declared(name: str, *_: object) -> None:
        what = f"the file declares an entity ({name[:20]}); that is refused as unsafe"
        record.fail(what, offset + parser.CurrentLineNumber)

    def unknown(name: str, _: bool) -> None:
        record.fail(f"unknown entity '&{name[:20]};'", offset + parser.CurrentLineNumber)

    def doctype(context: str, *_: object) -> int:
        dtd = parser.ExternalEntityParserCreate(context)
        dtd.EntityDeclHandler = None
        dtd.Parse(_entities(), True)
        return 1

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = lambda data: opened[-1][3].append(data) if opened else None
    parser.EntityDeclHandler = declared
    parser.SkippedEntityHandler = unknown
    parser.ExternalEntityRefHandler = doctype
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_ALWAYS)
    data = text.encode("utf-8", "surrogatepass")
    for at in range(0, max(1, len(data)), 1 << 16):
        try:
            parser.Parse(data[at : at + (1 << 16)], at + (1 << 16) >= len(data))
        except expat.ExpatError as err:
            what = f"broken XML: {expat.ErrorString(err.code)}"
            if expat.ErrorString(err.code) in _TRUNCATED:
                what = "the file ends before its first element"
                if opened:
                    what = f"the file ends inside of <{opened[-1][0][-1][:20]}>"
            record.fail(what, offset + err.lineno)
        finally:
            yield from ended  # what is wrong with them comes first
            ended.clear()
