"""What child processes do in tests/test_child.py: light, as each of them loads it."""

import itertools
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from nonosat import kernel
from nonosat.errors import LimitReached

total = 0


def echo(value: Any) -> Any:
    return value


def add(number: int) -> int:
    global total
    total += number
    return total


def its_pid() -> int:
    return os.getpid()


def hang() -> object:
    # A loop inside of C: it neither lets go of the interpreter nor looks at signals.
    return sum(itertools.repeat(0))


def tell_and_hang(mark: str) -> object:
    Path(mark).touch()
    return hang()


def hang_up() -> object:
    os.closerange(3, 100)  # the pipe for answers, too
    return sum(itertools.repeat(0))


def divide_by_zero() -> object:
    return 1 // 0


def meet_a_limit() -> None:
    raise LimitReached("enough is enough")


def take_all_memory() -> None:
    raise MemoryError


def take_megabytes(count: int) -> int:
    taken = [b"1" * (1 << 20) for _ in range(count)]
    time.sleep(1 if count < 500 else 60)  # so that who looks at the memory sees it
    return len(taken)


def leave(code: int) -> None:
    os._exit(code)


def abort() -> None:
    for _ in range(1000):  # more than a pipe holds
        os.write(2, b"noise" * 1000 + b"\n")
    os.write(1, b"last\a words\x1b[31m " + b"x" * 1000 + b"\n\n")
    os._exit(3)


def a_lambda() -> Callable[[], int]:
    return lambda: 0  # cannot be pickled


def raise_a_lambda() -> None:
    raise RuntimeError(lambda: 0)


def print_and_echo(text: str) -> str:
    print(text * 100_000)
    os.write(1, b"\x80\x05below\n")
    sys.stderr.write("complaint\n")
    return text


def its_input() -> str:
    return f"{sys.flags.interactive} {os.getsid(0) == os.getpid()}"


def described() -> dict[str, Any]:
    return {
        "path": sys.path,
        "file": sys.modules["nonosat"].__file__,
        "kernel": kernel.name,
        "hostile": [name for name in sys.modules if "hostile" in name],
    }
