"""What each format must read, keep, write and refuse: one table module per format.

A module has the format's name, with _ for -, and any of these tables, each from a row's name to:

    READ     a text and what is read: a picture's name, a Puzzle, a Sheet, a list of these,
             or a dict of attributes; a text is asked about if its key begins with ?
    KEPT     a sheet that is equal when it is written and read back
    CHANGED  a sheet, and what is read back where the format cannot keep all of it
    WRITTEN  sheets and their exact text
    CANNOT   a sheet and what the refusal says
    BAD      a text and the exact error, or a pair of that and its class
"""
