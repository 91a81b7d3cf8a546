"""``nonosat`` and ``python -m nonosat``."""

from __future__ import annotations


def main() -> None:
    """Run the command line."""
    import gc

    try:
        gc.disable()
        from nonosat.cli import run

        gc.freeze()  # modules stay: to look for garbage in them takes longer than easy puzzles
        gc.enable()
        run()
    except KeyboardInterrupt:  # while all of this is loaded; commands catch their own
        import sys

        if sys.stderr is not None:
            print("nonosat: interrupted", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()
