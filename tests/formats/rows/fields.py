"""A puzzle a line, in fields."""

READ = {
    "one": ("# id;...\n1;;A;me;5;4;1;;1;2;1,1;2,1;;;2,1;3;;2;;\n", "A"),
    "two": ("1;;;;5;4;1;;1;2;1,1;2,1;0;;2,1;3;0;2;;\n" * 2, ["A", "A"]),
    "credits": ("7;;Dot;me;1;1;1;;1;;1;;\n", {"title": "Dot", "author": "me", "id": "7"}),
}  # fmt: skip

BAD = {
    "empty": ("#\n", "f:1: there is no puzzle in this file"),
    "few": ("1;2\n", "f:1: expected at least 9 fields between semicolons, got 2"),
    "colors": ("1;;;;1;1;2;;1;;1;;\n", "f:1: nonosat reads puzzles of one color here, this has 2"),
    "cut off": ("1;;;;9;9;1;;1;;1;;\n", "f:1: expected 27 fields, got 13"),
}  # fmt: skip
