"""Many puzzles: work in chunks, executors, results on disk, and going on where it stopped."""
