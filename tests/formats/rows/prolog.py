"""Facts of Prolog programs."""

BAD = {
    "a list among the cells of a picture": (
        "data([[1]], [[1]], [[[1]]]).",
        "f: found no puzzle: it has no line of numbers. The simplest form is a line for each row such as 2 1, an empty line, and a line for each column",
    )
}
