"""The clues of an upload: bytes of any format, as a web service gets them."""

import sys

import nonosat


def answer(upload: bytes, name: str = "upload") -> dict[str, object]:
    """The answer as JSON: what can be said of the first puzzle, or what is wrong with the file."""
    try:
        (sheet, *_) = nonosat.loads(upload, source=name)
        return nonosat.check(sheet, limits=5).to_dict()
    except nonosat.NonosatError as err:
        return {"error": str(err)}


if __name__ == "__main__":
    print(answer(sys.stdin.buffer.read()))
