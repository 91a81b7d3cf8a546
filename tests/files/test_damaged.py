"""Files of packed formats that are cut, changed or prolonged are read or refused, never an internal error."""

import bz2
import gzip
import lzma
import random
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from nonosat import Grid, dump, show
from nonosat.errors import NonosatError, WrongAnswer
from nonosat.files.read import ReadFailure, stream
from nonosat.model import Puzzle, Sheet

GOAL = Grid.of([".#.", "##.", "#.#"])
GRID = Puzzle.from_picture(GOAL)


def npy(cells: bytes, height: int, width: int) -> bytes:
    head = f"{{'descr': '|u1', 'fortran_order': False, 'shape': ({height}, {width}), }}"
    head = head.ljust(117) + "\n"
    return b"\x93NUMPY\1\0" + len(head).to_bytes(2, "little") + head.encode() + cells


def archive(path: Path, name: str, data: bytes) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(name, data)


def text(folder: Path) -> bytes:
    dump(GRID, folder / "p.non")
    return (folder / "p.non").read_bytes()


def picture(folder: Path) -> bytes:
    dump(Sheet(GRID, (GOAL,)), folder / "p.png")
    return (folder / "p.png").read_bytes()


ARRAY = npy(bytes([0, 1, 0, 1, 1, 0, 1, 0, 1]), 3, 3)
#   file         makes it in a folder
PACKED: dict[str, Callable[[Path], object]] = {
    "a.xlsx":    lambda at: dump(GRID, at / "a.xlsx"),
    "a.zip":     lambda at: archive(at / "a.zip", "p.non", text(at)),
    "a.npz":     lambda at: archive(at / "a.npz", "p.npy", ARRAY),
    "a.npy":     lambda at: (at / "a.npy").write_bytes(ARRAY),
    "a.non.gz":  lambda at: (at / "a.non.gz").write_bytes(gzip.compress(text(at))),
    "a.non.bz2": lambda at: (at / "a.non.bz2").write_bytes(bz2.compress(text(at))),
    "a.non.xz":  lambda at: (at / "a.non.xz").write_bytes(lzma.compress(text(at))),
    "a.png":     lambda at: (at / "a.png").write_bytes(picture(at)),
    "a.ujc":     lambda at: (at / "a.ujc").write_bytes(b"\0\1" + picture(at)),
    "a.svg":     lambda at: show(GRID, at / "a.svg"),
}  # fmt: skip


def damaged(data: bytes, chance: random.Random) -> bytes:
    changed, at = bytearray(data), chance.randrange(len(data))
    how = chance.randrange(4)
    if how == 0:
        del changed[at:]
    elif how == 1:
        del changed[at : at + chance.choice([1, 3, 50])]
    elif how == 2:
        changed[at:at] = chance.randbytes(chance.choice([1, 4, 40]))
    else:
        for _ in range(chance.choice([1, 2, 5])):
            changed[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(changed)


@pytest.mark.parametrize("name", PACKED)
def test_damaged_files_are_read_or_refused(name: str, tmp_path: Path) -> None:
    if name == "a.xlsx":
        pytest.importorskip("openpyxl")
    PACKED[name](tmp_path)
    data = (tmp_path / name).read_bytes()
    chance = random.Random(name)
    for _ in range(60):
        (tmp_path / f"x{name[1:]}").write_bytes(damaged(data, chance))
        try:
            found = list(stream(tmp_path / f"x{name[1:]}"))
        except NonosatError as err:
            found = [ReadFailure(err, name)]
        errors = [one.error for one in found if isinstance(one, ReadFailure)]
        assert not any(isinstance(error, WrongAnswer) for error in errors)
