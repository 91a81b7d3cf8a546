"""Turn the bytes of a file into the text for detection and for the readers."""

import codecs
import re

from nonosat.errors import UnknownFormat

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_BINARY = re.compile(
    rb"P[1-6][\s#]|\x89PNG|GIF8|RIFF(?s:.{4})WEBP|\xff\xd8\xff|PK\x03\x04|\x1f\x8b|\xfd7zXZ|BZh[1-9]1AY"
)


def decode(data: bytes, source: str, complete: bool = True) -> str:
    """Turn bytes into text with plain line ends and without a byte order mark.

    A byte order mark names the encoding. Without one it is UTF-8, or Latin-1 if that fails: the
    structure of puzzle files is ASCII, so only names can come out wrong.

    Args:
        complete: False if `data` is only the beginning of a file, which may end in the middle
            of a character.

    Raises:
        UnknownFormat: the bytes are not text: they have a NUL or broken UTF-16.
    """
    mark, encoding = next((one for one in _BOMS if data.startswith(one[0])), (b"", "utf-8"))
    data = data.removeprefix(mark)
    try:
        text = codecs.getincrementaldecoder(encoding)().decode(data, complete)
    except UnicodeDecodeError as err:
        if encoding != "utf-8":
            raise UnknownFormat("begins like UTF-16 text, but is none", source) from err
        text = data.decode("latin-1")
    if "\0" in text:
        raise UnknownFormat("this is binary data, no text", source)
    return with_plain_ends(text)


def with_plain_ends(text: str) -> str:
    """Return a text with ``\\n`` line ends, without the Ctrl-Z that old systems put at the end.

    A lone CR ends a line only in a text without any LF; otherwise it is dropped.
    """
    if "\r" in text:
        text = text.replace("\r", "") if "\n" in text else text.replace("\r", "\n")
    return text.removesuffix("\x1a")


def head_of(data: bytes, source: str, complete: bool = True) -> str:
    """Return the head for `detect.detect`: the text, or the bytes as Latin-1 if they are not text.

    >>> head_of(b"P4\\n1 1\\n\\x80", "x"), head_of(b"a\\r\\nb", "x")
    ('P4\\n1 1\\n\\x80', 'a\\nb')

    Raises:
        UnknownFormat: as `decode` does.
    """
    marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    if _BINARY.match(data) or (b"\0" in data and not marked):
        return data.decode("latin-1")
    return decode(data, source, complete)
