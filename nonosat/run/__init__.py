"""Many puzzles: source -> question -> executor -> rows, rows on disk, and going on where it stopped.

`source` yields items, `questions` has the questions as values, `executor` what all executors do with an
item, `rows` what came out; `workers` is the loop that hands out chunks. A question or an executor may be
added; a row that is on disk must survive any interruption. Nothing here prints.
"""
