"""Gnonograms' files."""

READ = {
    "a wrong picture": (
        "[Description]\nA\n[Dimensions]\n1\n2\n[Row clues]\n1\n[Column clues]\n1\n0\n[Solution grid]\n1 2\n",
        {
            "title": "A",
            "goals": (),
            "guesses": (
                "f:12: the goal is left out, since it does not fit the clues: column 1 reads 0, its clue is 1",
            ),
        },
    )
}
