"""Find the format of a text or of bytes, and read clues in an order of their own.

A new format adds a sign to the table in `formats/__init__.py`, and changes nothing here.
"""
