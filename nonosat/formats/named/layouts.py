"""The formats that are a `Layout`: each is a value, with what is known of the programs that use it.

In all of them the rows come before the columns, a clue is numbers, and an empty line is 0 unless said
otherwise.
"""

from nonosat.formats.named.layout import Layout, format_of

# A Slovak program of that name, which is lost; Olšák's grid 1.2 and pbnsolve read it too.
MK = format_of(Layout(size="height width", marks=(None, "#")))

# Jakub Wilk's nonogram(1); picross-solver has the comments. Many hobby programs write the height
# first: such a file is refused here, and read where nothing says that it is nin.
NIN = format_of(Layout(size="width height", comment="#"))

# QNonograms, Copris and pbnsolve. Blank lines are empty clues, since Copris takes 0 for a block. Files
# of a CSPLib test set lack the blank line between.
CWD = format_of(Layout(size="height\nwidth", marks=(None, ""), empty=""))

# The text data of PyCSP3's model. Its own parser mistakes puzzles that are not square.
COUNTED = format_of(Layout(size="height width", counted=True))

# As people type clues; webpbn and gramcracker call it keen.
KEEN = format_of(Layout(marks=(None, ""), colored=True))

# Andrew Makhorin's solver, which was not found; webpbn exports it as "makhorin", nonogrid reads it.
PBNSOL = format_of(Layout(marks=(None, "&"), comment="*"))

# The input of SPOJ's problem JCROSS. Lines mean nothing there.
SPOJ = format_of(Layout(size="puzzles height width", end="0"))._replace(write=None)

# Two lines, as 2,1;3;0. A copy of two rows of a table has tabs between the clues instead.
SEED_A = format_of(Layout(end=";", between=","))

# One of the texts that nonosat grew from. Blank lines are never decoration, not even at the end.
SEED_B = format_of(Layout(marks=("#HORIZONTALES", "#VERTICALES"), between=", ", empty=""))

# A Portuguese student project, which probably stops at the first two zeros in a row; here the clues
# are counted instead. Its last 0 may be missing, or be there twice.
SEED_C = format_of(Layout(size="side", end="0", between=", "))
