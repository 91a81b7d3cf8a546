"""The content security policy of pages that are files: only what the page itself holds may run."""

import base64
import hashlib
import re

_INLINE = re.compile(r"<(style|script)[^>]*>(.*?)</\1>", re.DOTALL)


def source_hash(text: str) -> str:
    """Return the source in a policy that allows one inline text.

    >>> source_hash("")
    "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
    """
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def policy(*rules: str) -> str:
    """Return a policy that allows only what these rules allow."""
    return "; ".join(("default-src 'none'", "base-uri 'none'", "form-action 'none'", *rules))


def with_policy(page: str) -> str:
    """Return a page whose first ``<meta>`` is its policy, which allows its own styles and scripts.

    Style attributes, as matplotlib writes them, are allowed only where the page has some.
    """
    allowed: dict[str, dict[str, None]] = {"style": {}, "script": {}}
    for kind, text in _INLINE.findall(page):
        allowed[kind][source_hash(text)] = None
    rules = [f"{kind}-src {' '.join(hashes)}" for kind, hashes in allowed.items() if hashes]
    if ' style="' in page:
        rules.append("style-src-attr 'unsafe-inline'")
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy(*rules)}">'
    made = '<meta name="generator" content="nonosat">'
    return page.replace("<head>\n", f"<head>\n{meta}\n{made}\n", 1)
