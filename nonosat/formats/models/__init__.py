"""Models of a puzzle for other solvers, written with the clues as comments, so that they can be read back."""
