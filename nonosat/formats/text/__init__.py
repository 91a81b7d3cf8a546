"""Formats of clues as text, as tables, and as links: one format a file.

`clue_lines`, `layout`, `table` and `xml_elements` are shared by them.
"""
