"""``nonosat site``."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated

import typer

from nonosat.cli.output import complain, say
from nonosat.errors import MissingExtra


def site(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="The folder to write; an older page is replaced.")
    ],
    pyodide: Annotated[
        Path | None,
        typer.Option(
            "--pyodide",
            metavar="PATH",
            help="npm's package pyodide, packed or as a folder; else npm fetches it.",
        ),
    ] = None,
    kernel: Annotated[
        Path | None,
        typer.Option(
            "--kernel", metavar="FILE", help="The kernel in WebAssembly; else a compiler makes it."
        ),
    ] = None,
) -> None:
    """Write the page as a folder of files that any web server can serve.

    The page of `nonosat web`, without its server: Python and nonosat run in the browser. A link is
    enough to draw, check and play, and after the first visit no network is needed.

    Examples:

      nonosat site public

      nonosat site public --pyodide pyodide-314.0.7.tgz --kernel kernel.wasm
    """
    with tempfile.TemporaryDirectory() as work:
        from nonosat.web.site import write_site
        from nonosat.web.wasm_kernel import compile_kernel

        if kernel is None:
            kernel = Path(work, "kernel.wasm")
            try:
                compile_kernel(kernel)
            except MissingExtra as err:
                complain(f"the page will use the slow Python kernel: {err}")
                kernel = None
        written = write_site(folder, pyodide, kernel)
        say(f"{folder}: {written.files} files, {written.packed / 1e6:.1f} MB as servers send them")
        say(f"try it: python3 -m http.server -d {folder}, and open http://localhost:8000")
