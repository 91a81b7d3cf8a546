"""``nonosat`` and ``python -m nonosat``."""

from __future__ import annotations


def main() -> None:
    """Run the command line."""
    import sys

    from nonosat.cli import run

    run(sys.argv[1:])


if __name__ == "__main__":
    main()
