"""Differences between Linux, macOS and Windows: one module a subject.

No other part of nonosat asks which system it runs on. `docs/dev/platforms.md` lists every such place.
Other systems of the Unix family are treated as macOS is.
"""
