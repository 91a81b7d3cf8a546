"""Many puzzles: work in chunks, executors, results on disk, and going on where it stopped.

`questions` has the questions as values, `columns` their rows, `executor` the one loop that hands out
chunks. A question or an executor may be added; a row that is on disk must survive any interruption.
"""
