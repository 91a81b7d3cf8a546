"""``nonosat`` and ``python -m nonosat``."""

from __future__ import annotations


def main() -> None:
    """Run the command line."""
    from nonosat.cli import app

    app()


if __name__ == "__main__":
    main()
