"""Mutated files: example files of every format, changed, joined, packed and damaged."""

import gzip
import io
import random
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from nonosat.formats import FORMATS

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("tests/data", "data", "../shared/format-examples")
PROGRAMS = ("nonosat/formats/*.py", "nonosat/web/static/*.js", "tests/formats/rows/*.py")
"""Files with brackets in quotes, and others that are no puzzles."""
LARGEST_SEED = 20_000
LARGEST = 2 << 20
"""Bytes of a mutated file."""
PIECES = (
    b"0", b"1", b"9", b"-1", b"99999", b"10000", b"1000000", b"99999999999999999999", b"1e9", b"0x10",
    b" ", b",", b";", b":", b".", b"/", b"#", b"?", b"\"", b"'", b"{", b"}", b"[", b"]", b"<", b">",
    b"&", b"=", b"\n", b"\r", b"\t", b"\0", b"\x1a", b"\x1b[31m", b"\xff", b"\xfe\xff", b"\xef\xbb\xbf",
    "é²①０\u2028\u202e".encode(), b"width", b"rows", b"columns", b"goal", b"colors", b"null", b"true",
    b"NaN", b"&lol;", b"<!DOCTYPE x [<!ENTITY a \"b\">]>", b"\\ud800", b"P1\n", b"P6 9 9 255 ",
    *(bytes((mark, sign, mark)) for mark in b"'\"`" for sign in b"[](){}"),
)  # fmt: skip
DEEP = (b"[", b'{"a":', b"<a>", b"(", b"1 ", b"0\n", b"a", b"#.", b",", b"\n")
"""What is repeated many times."""


@dataclass(frozen=True)
class File:
    """A file to be read."""

    name: str
    data: bytes
    """Before it is packed."""
    packed: str = ""
    """``gz`` or ``zip``."""
    format: str | None = None
    """As given by --from; None: to be told by the content."""

    def bytes(self) -> bytes:
        """What is in the file."""
        if self.packed == "gz":
            return gzip.compress(self.data, 1, mtime=0)
        if self.packed == "zip":
            buffer = io.BytesIO()
            with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
                archive.writestr(zipfile.ZipInfo(self.name), self.data)
                archive.writestr(zipfile.ZipInfo("second/" + self.name), self.data)
            return buffer.getvalue()
        return self.data

    def path(self) -> str:
        """Its name, packed."""
        return f"{self.name}.{self.packed}" if self.packed else self.name


@cache
def seeds() -> tuple[File, ...]:
    """The example files there are."""
    patterns = (*(f"{folder}/**/*" for folder in FOLDERS), *PROGRAMS)
    paths = [path for pattern in patterns for path in sorted(ROOT.glob(pattern))]
    found = [
        File(path.name, path.read_bytes())
        for path in paths
        if path.is_file() and path.stat().st_size <= LARGEST_SEED
    ]
    assert found
    return tuple(found)


def mutated(rng: random.Random) -> File:
    """An example file after some changes."""
    file = rng.choice(seeds())
    data = file.data
    for _ in range(rng.choice([0, 1, 1, 2, 3, 5, 9])):
        data = _changed(rng, data)[:LARGEST]
    name = file.name
    if rng.random() < 0.15:
        suffixes = [suffix for entry in FORMATS for suffix in entry.suffixes]
        name = Path(name).stem + rng.choice([*suffixes, "", ".txt", ".dat", ".gz", ".zip"])
    file = File(name, data, rng.choice(["", "", "", "", "gz", "zip"]))
    if rng.random() < 0.2:
        file = replace(file, format=rng.choice([*FORMATS.names]))
    if file.packed and rng.random() < 0.6:  # damage what is packed
        raw = file.bytes()
        for _ in range(rng.randint(1, 3)):
            raw = _changed(rng, raw)[:LARGEST]
        file = File(file.path(), raw, "", file.format)
    return file


def _changed(rng: random.Random, data: bytes) -> bytes:
    at = rng.randint(0, len(data))
    end = min(len(data), at + rng.choice([1, 1, 2, 4, 16, 64, 1000]))
    what = rng.randrange(12)
    if what == 0:
        return data[:at] + data[end:]
    if what == 1:
        return data[:at] + rng.choice(PIECES) + data[at:]
    if what == 2:
        return data[:at] + rng.choice(PIECES) + data[end:]
    if what == 3:
        return data[:end] + data[at:end] * rng.choice([1, 2, 10, 1000]) + data[end:]
    if what == 4:
        return data[:at]
    if what == 5:
        other = rng.choice(seeds()).data
        return data[:at] + other[rng.randint(0, len(other)) :]
    if what == 6:
        return data[:at] + rng.choice(DEEP) * rng.choice([30, 1000, 30_000]) + data[at:]
    if what == 7:  # a number becomes another one
        numbers = list(re.finditer(rb"[0-9]+", data[:LARGEST_SEED]))
        if numbers:
            found = rng.choice(numbers)
            now = rng.choice([b"0", b"1", b"255", b"256", b"9999", b"10001", b"4294967297", b"-3"])
            return data[: found.start()] + now + data[found.end() :]
    if what == 8:  # lines change places
        lines = data.split(b"\n")
        i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
        lines[i], lines[j] = lines[j], lines[i]
        return b"\n".join(lines)
    if what == 9 and at < len(data):
        return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
    if what == 10:
        return data.replace(b"\n", rng.choice([b"\r\n", b"\r", b"\n\n", b" "]))
    text = data.decode("latin-1")
    return text.encode(rng.choice(["utf-16", "utf-16-le", "utf-8-sig", "utf-8", "utf-32"]))


def smaller_files(file: File) -> Iterator[File]:
    """The same with less: not packed, no format forced, parts of the data left out."""
    if file.packed:
        yield replace(file, packed="")
    if file.format is not None:
        yield replace(file, format=None)
    size = len(file.data) // 2
    while size:
        for at in range(0, len(file.data), size):
            yield replace(file, data=file.data[:at] + file.data[at + size :])
        size //= 2
