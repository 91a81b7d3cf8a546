"""Files are written whole or not at all: under a temporary name, which is then changed."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path

from nonosat.errors import NonosatError, OutputError


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a text file in UTF-8, as `write_bytes` does."""
    write_bytes(path, text.encode())


def write_bytes(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file, as `write_whole` does; ``-`` is standard output."""
    if os.fspath(path) == "-":
        _write_stdout(data)
    else:
        write_whole(path, [data])


def write_whole(path: str | os.PathLike[str], parts: Iterable[bytes]) -> None:
    """Write a file piece by piece under a temporary name and rename it.

    Raises:
        OutputError: it cannot be written; what was there before is untouched.
    """
    target = Path(path)
    try:
        if target.exists() and not target.is_file():  # a device or a pipe cannot be replaced
            with target.open("wb") as file:
                file.writelines(parts)
            return
        prefix = f".{target.name[:40]}."  # a name may be as long as the system allows already
        import tempfile  # with random and shutil: not for those who only read

        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=prefix)
        try:
            with os.fdopen(handle, "wb") as file:
                file.writelines(parts)
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(temporary, 0o666 & ~mask)
            os.replace(temporary, target)
        except BaseException:
            os.unlink(temporary)
            raise
    except NonosatError:
        raise
    except OSError as err:
        raise OutputError(f"{target}: {err.strerror}") from err
    except ValueError as err:  # a NUL in the name
        raise OutputError(f"{os.fspath(path)!r}: {err}") from err


def _write_stdout(data: bytes) -> None:
    if sys.stdout is None:  # closed by whoever started us
        raise OutputError("<stdout>: it is closed")
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise  # the reader has had enough: no failure to write
    except OSError as err:
        raise OutputError(f"<stdout>: {err.strerror}") from err
