"""Facts of Prolog programs."""

BAD = {
    "a list among the cells of a picture": (
        "data([[1]], [[1]], [[[1]]]).",
        "f:1: there are no two lists of clues",
    )
}
