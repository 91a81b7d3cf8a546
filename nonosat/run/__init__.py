"""Many puzzles: items to ask about, executors, rows on disk, and going on where it stopped.

`records` has the two records, `questions` the questions as values, `columns` the facts of their rows,
`work` what all executors do with an item, `workers` the loop that hands out chunks. A question or an
executor may be added; a row that is on disk must survive any interruption.
"""
