"""What child processes do in tests/test_child.py: light, as each of them loads it."""

from __future__ import annotations

import itertools
import os
import sys
from collections.abc import Callable
from typing import Any

from nonosat import kernel


def echoing() -> Callable[[Any], Any]:
    return lambda request: request


def adding() -> Callable[[int], int]:
    total = 0

    def add(number: int) -> int:
        nonlocal total
        total += number
        return total

    return add


def telling_its_pid() -> Callable[[object], int]:
    return lambda _: os.getpid()


def hanging() -> Callable[[object], object]:
    # A loop inside of C: it neither lets go of the interpreter nor looks at signals.
    return lambda _: sum(itertools.repeat(0))


def hanging_up() -> Callable[[object], object]:
    def close_and_hang(_: object) -> object:
        os.closerange(3, 100)  # the pipe for answers, too
        return sum(itertools.repeat(0))

    return close_and_hang


def failing() -> Callable[[object], object]:
    return lambda request: 1 // 0 if request else "fine"


def leaving() -> Callable[[int], object]:
    return lambda code: os._exit(code)


def aborting() -> Callable[[object], object]:
    def abort(_: object) -> None:
        for _ in range(1000):  # more than a pipe holds
            os.write(2, b"noise" * 1000 + b"\n")
        os.write(1, b"last\a words\x1b[31m " + b"x" * 1000 + b"\n\n")
        os._exit(3)

    return abort


def lambdas() -> Callable[[object], object]:
    return lambda _: lambda: 0  # cannot be pickled


def printing() -> Callable[[str], str]:
    print("made", flush=True)
    os.write(1, b"made below\n")

    def answer(request: str) -> str:
        print(request * 100_000)
        os.write(1, b"\x80\x05below\n")
        sys.stderr.write("complaint\n")
        return request

    return answer


def broken() -> Callable[[object], object]:
    raise RuntimeError("no engine")


def asking_its_input() -> Callable[[object], str]:
    return lambda _: f"{sys.flags.interactive} {os.getsid(0) == os.getpid()}"


def described(request: None = None) -> dict[str, Any]:
    return {
        "path": sys.path,
        "file": sys.modules["nonosat"].__file__,
        "kernel": kernel.name,
        "hostile": [name for name in sys.modules if "hostile" in name],
    }


def describing() -> Callable[[None], dict[str, Any]]:
    return described
