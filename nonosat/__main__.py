"""``nonosat`` and ``python -m nonosat``."""


def main() -> None:
    """Run the command line."""
    import gc

    try:
        gc.disable()  # until all that the command needs is loaded, see `run`
        from nonosat.cli import run

        run()
    except KeyboardInterrupt:  # while all of this is loaded; commands catch their own
        import sys

        if sys.stderr is not None:
            print("nonosat: interrupted", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()
