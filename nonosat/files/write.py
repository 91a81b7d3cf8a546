"""Writes files completely or not at all, and never over files that are still needed.

A file is written under a temporary name and then renamed. For all commands: an output is never an
input, two outputs are never one file, and read-only files are not changed.
"""

import contextlib
import io
import os
import stat
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, cast

from nonosat.advice import Advice
from nonosat.errors import (
    CannotHold,
    NonosatError,
    OutputError,
    UsageError,
    named_path,
    naming_os_errors,
)
from nonosat.files.read import holds_puzzle
from nonosat.formats import formats_of, make_format
from nonosat.formats.base import check_holds
from nonosat.model import Puzzle, Sheet
from nonosat.platforms.console import is_reader_gone
from nonosat.platforms.files import copy_owner_and_mode, move, one_name

AnySheets = Puzzle | Sheet | Iterable[Puzzle | Sheet]
"""One or more puzzles, or sheets."""


def sheets_of(puzzles: AnySheets) -> list[Sheet]:
    """Return puzzles as sheets."""
    if isinstance(puzzles, Iterable):
        return [Sheet.of(puzzle) for puzzle in puzzles]
    return [Sheet.of(puzzles)]


def dumps(puzzles: AnySheets, format: str) -> str:
    """Write one puzzle or several as a text.

    >>> dumps(Puzzle.of([2], [1, 1]), "sgt")
    '2x1:1/1/2\\n'

    Raises:
        UsageError: there is something else than puzzles and sheets, or the format is binary.
        CannotHold: the format has no place for what they need.
    """
    if not isinstance(written := _written(puzzles, format), str):
        raise UsageError(f"{format} is a binary format: nonosat.dump writes it to a file")
    return written


def dump_bytes(puzzles: AnySheets, format: str) -> bytes:
    """Write one puzzle or several as the bytes of a file; see `dumps`."""
    written = _written(puzzles, format)
    return written if isinstance(written, bytes) else written.encode()


def _written(puzzles: AnySheets, format: str) -> str | bytes:
    writer, sheets = make_format(format), sheets_of(puzzles)
    if writer.write is None:
        raise CannotHold(f"{format} can only be read, not written")
    check_holds(format, writer.holds, sheets)
    return writer.write(sheets)


def dump(
    puzzles: AnySheets,
    path: str | os.PathLike[str] | IO[str] | IO[bytes],
    format: str | None = None,
) -> None:
    """Write one puzzle or several to a file, whole or not at all; ``-`` is standard output.

    An open file is written from where it is, and stays open. It may be one of text or of bytes.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     dump(Puzzle.of([2], [1, 1]), f"{folder}/two.non")

    Raises:
        UsageError: neither `format` nor the suffix says how, or there is something else than
            puzzles and sheets.
        CannotHold: the format has no place for what they need.
        OutputError: the file cannot be written.
    """
    if isinstance(path, str | os.PathLike):
        name = format or format_of_suffix(path)
        write_bytes(path, dump_bytes(puzzles, name))
        return
    if not hasattr(path, "write"):
        named_path(path)  # it raises
    own = getattr(path, "name", None)
    if format is None and not isinstance(own, str):
        raise UsageError("the format of an open file without a name must be given: format='non'")
    name = format or format_of_suffix(cast("str", own))
    is_text = isinstance(path, io.TextIOBase)
    data = dumps(puzzles, name) if is_text else dump_bytes(puzzles, name)
    try:
        path.write(data)  # type: ignore[arg-type]  # of the file's kind
    except (OSError, ValueError) as err:  # a ValueError if it is closed
        raise OutputError(f"{own or 'the file'}: cannot be written ({err})") from err


def format_of_suffix(path: str | os.PathLike[str]) -> str:
    """The format that writes a file of this name."""
    suffix = Path(path).suffix.lower()
    if names := formats_of(suffix):
        return names[0]
    raise UsageError(
        f"{os.fspath(path)}: no format has the suffix {suffix!r}", advice=Advice("all formats")
    )


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
    """Write a file part by part; see `replacing`."""
    with replacing(path) as name, open(name, "wb") as file:
        file.writelines(parts)


@contextlib.contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[str]:
    """Yield the name of a temporary file, which replaces `path` after the block, unless it fails.

    The target of a symbolic link is replaced, not the link. The new file has the owner and the mode
    of the old one.

    Raises:
        OutputError: the file cannot be written; an existing file is not changed.
    """
    name = os.fspath(path)
    with naming_os_errors(OutputError, name):
        old = _state(name)
        if old is not None and not stat.S_ISREG(old.st_mode):
            yield name  # a device or a pipe cannot be replaced
            return
        _refuse_read_only(name, old)
        target = Path(os.path.realpath(name))
        # The name may already be as long as the system allows.
        temporary = str(target.with_name(f".{target.name[:40]}.{os.urandom(6).hex()}"))
        mode = 0o666 if old is None else 0o600  # the system applies the umask to a new file
        handle = os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode)
        try:
            os.close(handle)
            yield temporary
            if old is not None:
                copy_owner_and_mode(temporary, old)
            move(temporary, target)
        except BaseException:
            with contextlib.suppress(OSError):  # the first error matters more
                os.unlink(temporary)
            raise


def check_outputs(
    outputs: Sequence[str],
    inputs: Iterable[str] = (),
    *,
    new: Collection[str] = (),
    clueless: Collection[str] = (),
    folders: Iterable[str] = (),
    advice: str = "force",
) -> None:
    """Check before the work that outputs can be written and destroy nothing.

    ``-``, devices and pipes may be named more than once.

    Args:
        inputs: files that are read.
        new: outputs that must not exist yet.
        clueless: outputs without clues, which must not replace a file with clues.
        folders: folders that are read; puzzles in them must not be replaced.
        advice: the way of an `Advice` for an output of `new` that exists.
    """
    taken = {_identity(name): "this file is read; name another one to write" for name in inputs}
    read = [Path(os.path.realpath(folder)) for folder in folders]
    for name in outputs:
        if name == "-":
            continue
        folder = Path(name).parent
        if not folder.is_dir():
            raise OutputError(f"{name}: there is no folder {folder}")
        identity = _identity(name)
        if os.path.isdir(name):
            raise OutputError(f"{name}: is a directory")
        if identity is None:
            continue
        if identity in taken:
            raise OutputError(f"{name}: {taken[identity]}")
        taken[identity] = "two outputs cannot be written to one file"
        old = _state(name)
        _refuse_read_only(name, old)
        if old is not None and name in new:
            raise OutputError(f"{name}: exists already", advice=Advice(advice))
        if old is not None and name in clueless and holds_puzzle(name, clues=True):
            what = f"{name}: holds clues, which would be lost"
            raise OutputError(what, advice=Advice("force"))
        inside = any(Path(os.path.realpath(folder)).is_relative_to(one) for one in read)
        if old is not None and inside and holds_puzzle(name):
            raise OutputError(
                f"{name}: is a puzzle in a folder that is read", advice=Advice("force unread")
            )


def is_one_of(names: Sequence[str]) -> Callable[[os.stat_result], bool]:
    """Return a function that tests if a file is one of these, also under another name."""

    def is_one(info: os.stat_result) -> bool:
        for name in names:
            with contextlib.suppress(OSError, ValueError):  # not written yet
                if os.path.samestat(info, os.stat(name)):
                    return True
        return False

    return is_one


def _state(name: str) -> os.stat_result | None:
    try:
        return os.stat(name)
    except FileNotFoundError:
        return None
    except OSError as err:
        raise OutputError(f"{name}: {err.strerror}") from err
    except ValueError as err:  # a NUL in the name
        raise OutputError(f"{name!r}: {err}") from err


def _identity(name: str) -> tuple[int, int] | str | None:
    """Return a value that is equal for all names of one file, even a future one; None if not a file."""
    try:
        info = os.stat(name)
    except (OSError, ValueError):
        return one_name(os.path.realpath(name)) if "\0" not in name else name
    return (info.st_dev, info.st_ino) if stat.S_ISREG(info.st_mode) else None


def _refuse_read_only(name: str, info: os.stat_result | None) -> None:
    # The mode is the wish of the owner; root could write anyway.
    if info is None or not stat.S_ISREG(info.st_mode):
        return
    if not info.st_mode & 0o222 or not os.access(name, os.W_OK):
        raise OutputError(f"{name}: the file is read-only")


def _write_stdout(data: bytes) -> None:
    if sys.stdout is None:  # it was closed at the start
        raise OutputError("<stdout>: it is closed")
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except OSError as err:
        if isinstance(err, NonosatError) or is_reader_gone(
            err
        ):  # a reader that stops early is not a failure
            raise
        raise OutputError(f"<stdout>: {err.strerror}") from err
