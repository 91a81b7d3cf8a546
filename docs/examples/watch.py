"""Watch a long search, and stop it when it has taken long enough."""

import sys
import threading

import nonosat


def watched(puzzle: nonosat.Puzzle, seconds: float) -> nonosat.Result:
    """Say ten times what the search is doing, then cancel it; the result has what it found."""
    with nonosat.Search(puzzle, at_most=2) as search:
        worker = threading.Thread(target=search.run)
        worker.start()
        for _ in range(10):
            worker.join(seconds / 10)
            if worker.is_alive():
                print(search.progress().stage, file=sys.stderr)
        search.cancel()
        worker.join()
        return search.result()


if __name__ == "__main__":
    found = watched(nonosat.load(sys.argv[1])[0].puzzle, float(sys.argv[2]))
    print(found.verdict, found.decided, found.stop)
