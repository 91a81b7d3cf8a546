"""An outside program for the tests: ``stand_in.py MODE FILE`` reads JSON, tries every picture.

It shares no code with nonosat. What it does besides answering is in its mode.
"""

import itertools
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

_EXCHANGED = str.maketrans("#.", ".#")


def clue(cells: str) -> list[int]:
    return [len(run) for run in cells.split(".") if run]


def solutions(puzzle: dict) -> list[list[str]]:
    width = puzzle["width"]
    lines = ["".join(cells) for cells in itertools.product("#.", repeat=width)]
    choices = [[line for line in lines if clue(line) == row] for row in puzzle["rows"]]
    return [
        list(rows)
        for rows in itertools.product(*choices)
        if [clue("".join(col)) for col in zip(*rows, strict=True)] == puzzle["columns"]
    ]


def main(mode: str, file: str) -> None:
    if mode == "hang":
        # A process of its own, as minizinc starts fzn-gecode: it must not be left behind.
        sleeper = [sys.executable, "-c", "import time; time.sleep(600)"]
        child = subprocess.Popen(sleeper, start_new_session=True)
        Path(os.environ["STAND_IN_PIDS"]).write_text(f"{os.getpid()} {child.pid}")
        time.sleep(600)
    if mode == "leave":
        # It ends before what it has started, which keeps its pipes open.
        sleeper = [sys.executable, "-c", "import time; time.sleep(600)"]
        child = subprocess.Popen(sleeper, start_new_session=True)
        with open(os.environ["STAND_IN_PIDS"], "a") as pids:
            pids.write(f"{child.pid} ")
    if mode == "junk":
        sys.stdout.buffer.write(b"\xff\x00 % 12 ...\n" * 1000)
        return
    if mode == "crash":
        print("unique")
        sys.stdout.flush()
        os.kill(os.getpid(), signal.SIGSEGV)
    if mode == "busy":  # what it spends is spent by its children
        for child in [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in "ab"]:
            child.wait()
    if mode == "memory":
        held = "import time; held = bytearray(60 << 20); time.sleep(0.7)"
        for child in [subprocess.Popen([sys.executable, "-c", held]) for _ in "abc"]:
            child.wait()
    if mode == "raise":
        raise RuntimeError("boom")
    puzzle = json.loads(Path(file).read_text())
    found = solutions(puzzle)
    verdict = ("none", "unique", "multiple")[min(2, len(found))]
    if mode == "code":
        sys.exit({"none": 20, "unique": 7, "multiple": 10}[verdict])
    if mode == "wrong verdict":
        verdict = {"none": "unique", "unique": "multiple", "multiple": "unique"}[verdict]
    if mode == "two wrong pictures":
        found *= 3 - len(found)
    for at, picture in enumerate(found[:2]):
        if mode in ("wrong picture", "two wrong pictures"):
            picture = [picture[0].translate(_EXCHANGED), *picture[1:]]
        if mode == "two wrong pictures" and at:
            picture = [*picture[:-1], "." * len(picture[0])]
        print("\n".join(picture) + "\n")
    if mode == "none with values" and not found:
        print("stuck:\n" + "\n".join("#" * puzzle["width"] for _ in puzzle["rows"]) + "\n")
    if mode == "stops at its own limit":
        print("infeasible nodes: 7, no solution yet\nTIME LIMIT REACHED")
        return
    if mode == "two verdicts":
        print("is it unique or are there multiple solutions")
        return
    print(f"the solution is {verdict}" if verdict != "none" else "there is no solution")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
