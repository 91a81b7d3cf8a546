"""Facts of Prolog programs."""

BAD = {
    "a list among the cells of a picture": (
        "data([[1]], [[1]], [[[1]]]).",
        "f:1: there is no fact with the clues of the rows and of the columns",
    ),
}
