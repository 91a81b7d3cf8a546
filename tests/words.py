"""Patterns of translated English in the texts of the project; see test_words.py.

python tests/words.py          show the counts
python tests/words.py --show PATTERN [KIND]    show the places
python tests/words.py --lower  write the caps, where a count has fallen
"""

import ast
import io
import json
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
CAPS = HERE / "words.json"

PATTERNS = {
    "is no": r"(?<!there\s)\b(?:is|are|was|were|be) no (?!longer|more than|effect)",
    "tell": r"\b(?:tells?|telling|told)\b(?! apart| \w+ apart)",
    "stand": r"\b(?:stands?|standing|stood)\b(?! for\b|-in)",
    "can be had": r"\bbe had\b",
    "of which": r"\b(?:of|in|by|from|to|at|with) (?:which|whom)\b",
    "whoever": r"\b(?:whoever|whatever|whichever)\b",
    "who has": r"(?:^|[.:;,(] )who [a-z]+s\b|\bnobody\b",
    "so many": r"\bso (?:many|much|long|few)\b(?! that\b| as\b)",
    "likewise": r"\b(?:likewise|alike|thereby|therein|thereof|hence|thus|meanwhile)\b",
    "in vain": r"\bin vain\b|\bfor nothing\b",
    "come to": r"\b(?:comes?|came) to\b",
    "becomes of": r"\bbecomes? of\b|\bwhat became\b",
    "from N on": r"\bfrom \S+ on(?:ward)?\b(?! the\b)",
    "one does": r"\b(?<!this\s)(?<!each\s)(?<!first\s)(?<!last\s)one (?:can|may|sees|wants|asks|knows)\b",
    "None: it": r"\b(?:None|True|False|0|\"\"|``(?:None|0|True|False)``): ",
    "What is": r"(?-i:(?:^\s*|\. )(?:What|How|Whether|Which) )(?![^.?]*\?)",
    "is about": r"\b(?:is|are) about (?!as|the same|\d)",
    "go on with": r"\b(?:goe?s?|going|went) on with\b",
    "given": r"\bif not given\b|\bis given by\b|\bwhere due\b|\bare due\b",
}  # fmt: skip

GAP = r"\s+(?:[#*]+\s+|//+\s+)?"
C_COMMENT = r"(?://[^\n]*(?:\n\s*)?)+|/\*.*?\*/"
KINDS = ("messages", "help", "docstrings", "comments", "docs", "page")
OF_PAGE = {".js", ".html", ".css"}


def texts() -> Iterator[tuple[str, str, int, str]]:
    """Yield the kind, the file, the line and the text of everything that is written in words."""
    for path in sorted((ROOT / "nonosat").rglob("*")):
        name = str(path.relative_to(ROOT))
        if path.suffix == ".py":
            yield from ((kind, name, line, text) for kind, line, text in of_python(path))
        elif path.suffix in (".cpp", ".hpp"):
            for match in re.finditer(C_COMMENT, source := path.read_text("utf-8"), re.S):
                yield "comments", name, source.count("\n", 0, match.start()) + 1, match[0]
        elif path.suffix in OF_PAGE:
            yield "page", name, 1, path.read_text("utf-8")
    for path in [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").glob("**/*.md"),
        *(ROOT / "benchmarks").glob("*.md"),
    ]:
        yield "docs", str(path.relative_to(ROOT)), 1, prose(path.read_text("utf-8"))


def prose(page: str) -> str:
    """Blank out the blocks of code of a page, and keep its lines."""
    return re.sub(r"(?ms)^```.*?^```", lambda code: "\n" * code[0].count("\n"), page)


def of_python(path: Path) -> Iterator[tuple[str, int, str]]:
    """Yield the kind, the line and the text of what a module says."""
    source = path.read_text("utf-8")
    kinds: dict[ast.AST, str] = {}
    tree = ast.parse(source)
    cli = "cli" in path.parts
    for node in ast.walk(tree):
        for body in (getattr(node, "body", ()), getattr(node, "orelse", ())):
            for statement in body if isinstance(body, list) else ():
                if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                    is_help = (
                        cli
                        and isinstance(node, ast.FunctionDef)
                        and "Examples:" in str(statement.value.value)
                    )
                    kinds[statement.value] = "help" if is_help else "docstrings"
        if isinstance(node, ast.keyword) and node.arg in ("help", "epilog"):
            kinds.update(dict.fromkeys(ast.walk(node.value), "help"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield kinds.get(node, "messages"), node.lineno, node.value
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield "comments", token.start[0], token.string


def matches(pattern: str, text: str) -> list[re.Match[str]]:
    """Find a pattern in a text."""
    return list(re.finditer(pattern.replace(" ", GAP), text, re.I | re.M))


def places() -> Iterator[tuple[str, str, str, int, str]]:
    """Yield the kind, the pattern, the file, the line and the words of each match."""
    for kind, file, line, text in texts():
        for name, pattern in PATTERNS.items():
            if kind == "page" and name == "None: it":  # it is an object of JavaScript there
                continue
            for match in matches(pattern, text):
                around = text[max(0, match.start() - 40) : match.end() + 40]
                at = line + text.count("\n", 0, match.start())
                yield kind, name, file, at, " ".join(around.split())


def counts() -> dict[str, dict[str, int]]:
    """Count the matches of each pattern in each kind of text."""
    found = Counter((kind, name) for kind, name, *_ in places())
    return {kind: {name: found[kind, name] for name in PATTERNS} for kind in KINDS}


def main() -> None:
    """Show the counts or the places, or lower the caps."""
    if "--show" in sys.argv:
        wanted, *kinds = sys.argv[2:]
        for kind, name, file, line, around in places():
            if wanted in (name, "all") and kind in (kinds or KINDS):
                print(f"{file}:{line}: {kind}, {name}: ...{around}...")
        return
    now = counts()
    if "--lower" in sys.argv:
        caps = json.loads(CAPS.read_text()) if CAPS.exists() else now
        lower = {
            kind: {name: min(n, caps[kind].get(name, n)) for name, n in of_kind.items()}
            for kind, of_kind in now.items()
        }
        CAPS.write_text(json.dumps(lower, indent=1) + "\n")
    print(f"{'':14}" + "".join(f"{kind:>12}" for kind in KINDS))
    for name in PATTERNS:
        print(f"{name:14}" + "".join(f"{now[kind][name]:12}" for kind in KINDS))
    print(f"{'':14}" + "".join(f"{sum(now[kind].values()):12}" for kind in KINDS))


if __name__ == "__main__":
    main()
