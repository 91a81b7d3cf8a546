"""A service that checks uploads. If its client leaves, the work ends, too."""

import asyncio
import sys
import threading

import nonosat


async def answer(upload: bytes) -> dict[str, object]:
    """The facts of the first puzzle, or what is wrong with the upload."""
    cancel = threading.Event()
    try:
        (sheet, *_) = await asyncio.to_thread(nonosat.loads, upload)
        limits = nonosat.Limits(60, cancel=cancel)
        result = await asyncio.to_thread(nonosat.check, sheet, limits=limits)
        return result.to_dict()
    except nonosat.NonosatError as err:
        return {"error": str(err)}
    finally:
        cancel.set()  # nothing else can stop the thread if this task is cancelled


if __name__ == "__main__":
    try:  # the argument: seconds until the client leaves
        print(asyncio.run(asyncio.wait_for(answer(sys.stdin.buffer.read()), float(sys.argv[1]))))
    except TimeoutError:
        print("the client has left")
