"""Arrays of NumPy, made by hand: numpy is not needed to read them."""

import io
import zipfile

from format_examples import puzzle

from nonosat.errors import TooLarge


def npy(values, shape, kind="|u1", turned=False):
    """The bytes of an array of small numbers."""
    head = f"{{'descr': '{kind}', 'fortran_order': {turned}, 'shape': {shape}, }}".ljust(117) + "\n"
    size = int(kind[2:])
    order = "big" if kind[0] == ">" else "little"
    body = b"".join(value.to_bytes(size, order) for value in values)
    return b"\x93NUMPY\1\0" + len(head).to_bytes(2, "little") + head.encode() + body


def npz(**arrays):
    """The bytes of an archive of arrays."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in arrays.items():
            archive.writestr(f"{name}.npy", data)
    return file.getvalue()


HOOK = puzzle("#.", "##")
ROW = [1, 0, 1, 1]
READ = {
    "truth values": (npy(ROW, "(2, 2)", "|b1"), HOOK),
    "large numbers, big end first": (npy(ROW, "(2, 2)", ">i8"), HOOK),
    "255 is filled": (npy([255, 0, 255, 255], "(2, 2)"), HOOK),
    "several": (npy(ROW * 2, "(2, 2, 2)"), [HOOK, HOOK]),
    "the last index of one": (npy(ROW, "(1, 2, 2, 1)"), HOOK),
    "several, columns first": (npy([1, 0, 1, 1, 0, 0, 1, 1], "(2, 2, 2)", turned=True), [HOOK, puzzle("..", "##")]),
    "inks": (npy([1, 0, 2, 2], "(2, 2)"), {"puzzle.palette.inks": range(1, 3)}),
    "an archive": (npz(train=npy(ROW, "(1, 2, 2)"), test=npy(ROW, "(2, 2)")), [{"puzzle": HOOK, "id": "train 1"}, {"puzzle": HOOK, "id": "test 2"}]),
}  # fmt: skip

BAD = {
    "objects": (npy([], "(1,)", "|O8"), "f: expected an array of numbers or truth values, got '|O8'"),
    "one dimension": (npy(ROW, "(4,)"), "f: expected an array of H x W or N x H x W, got 4"),
    "cut off": (npy(ROW, "(2, 3)"), "f: expected 6 values, got 4"),
    "no header": (b"\x93NUMPY\1\0", "f: this is not an array of NumPy, or it is cut off"),
    "code in the header": (npy(ROW, "open('x')"), "f: cannot read the header of this array"),
    "gray": (npy([1, 100, 200, 3], "(2, 2)"), "f: 4 values from 1 to 200 are not those of inks"),
    "huge": (npy([], "(99999, 0)"), ("f: a puzzle needs at least one row and one column, not 0x99999", TooLarge)),
    "no archive": (b"PK\3\4", "f: the archive is damaged: File is not a zip file"),
}  # fmt: skip
