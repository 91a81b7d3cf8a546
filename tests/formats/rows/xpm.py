"""XPM pictures."""

from format_examples import puzzle

_HEAD = '/* XPM */\nstatic char * x[] = {\n"2 2 2 1",\n'
_REST = '" \tc None",\n"#\tc #000000",\n"# ",\n"##"};\n'

READ = {
    "None is blank": (_HEAD + _REST, puzzle("#.", "##")),
    "white is blank": (_HEAD + _REST.replace("None", "white"), puzzle("#.", "##")),
    "two characters a cell": (_HEAD.replace("2 1", "2 2") + '"..\tc white",\n"##\tc black",\n"##..","####"};', puzzle("#.", "##")),
    "inks": (_HEAD.replace("2 2 2", "2 2 3") + '"r c red",\n' + _REST.replace('"##"', '"r#"'), {"puzzle.palette.inks": range(1, 3)}),
}  # fmt: skip

BAD = {
    "no sizes": ("/* XPM */\n", "f:1: expected width, height, colors and characters per cell"),
    "cut off": (_HEAD + '"# ",\n', "f:4: expected 2 colors and 2 rows"),
    "no color": (_HEAD + _REST.replace("#000000", "nix"), "f:5: 'nix' is not a color"),
    "a short row": (_HEAD + _REST.replace('"##"', '"#"'), "f:7: expected a row of 2 cells in the colors of this file"),
    "huge": (_HEAD.replace("2 2 2", "99999 2 2") + _REST, "f:3: 99999x2 is too large: at most 10000 a side and 25000000 cells"),
}  # fmt: skip
