"""Reads the clues of printed puzzles in pictures: screenshots, scans and photographs."""
