"""The format keen."""

BAD = {
    "l for 1":        ("2\nl 1\n\n1\n1\n2\n",   "f:2: 'l' is not a number (1?)"),
    "no empty line":  ("1\n1\n",                "f:2: there is no empty line (an empty row or column is written 0) before the columns"),
    "two":            ("1\n\n1\n\n1\n",        "f:4: a second empty line (an empty row or column is written 0)"),
    "no color":       ("1k 1\n\n1k\n1k\n",     "f:1: block '1' does not say its color"),
    "too many inks":  (" ".join(f"1{chr(0x4E00 + i)}" for i in range(256)) + "\n\n1\n", "f:1: 256 inks are too many, at most 255 are supported"),
}  # fmt: skip
