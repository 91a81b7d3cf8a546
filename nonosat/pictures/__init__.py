"""Pictures: files of pixels in and out, and puzzles made of photos."""
