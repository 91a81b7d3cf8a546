"""The page in a browser: draw, play, check and step; a server for one person.

`endpoints` answers questions, `static` is the page, `local` answers without a server. The page proves
nothing itself, and the server answers to its own machine only.
"""
