"""The page in a browser: draw, play, check and step; a server for one person."""
