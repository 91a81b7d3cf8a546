"""What the campaigns have found, made small; mended since, and tried with every run of the tests."""

from .mutate import File
from .page import Visit
from .puzzles import Clues
from .stops import Work

AGREEMENT: dict[str, Clues] = {
    "not refused": Clues(
        rows=(((0, 1),),),
        cols=((),),
        inks=1,
        known=None,
        solvers=("sat:maplecm",),
        given=False,
        colors="",
    )
}
PAGE: dict[str, Visit] = {}
READERS: dict[str, File] = {
    "AssertionError in files.py:stream": File("A.cwc", b"9", "zip"),
    "non changes title": File("A.non", b"title a\x1ab\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n"),
    "g changes title": File("A.g", b"t\x1b)\n:\n2 1\n3\n\n2\n:\n1\n2\n1 1\n2 1"),
    "grid changes rows": File("A.non", b"width 1\nheight 1\nrows\n?\ncolumns\n1\ngoal 1\n"),
    "toml changes rows": File(
        "A.g", b"#d\nw: white\n1:#000\nr:#d00\n:\n2\n2 2r\n1r\n2r2\n:\n1 1r\n2 1r\n1 2r\n1r1\n1"
    ),
    "load takes memory": File("B.json", b'{"columns":[[2]],"rows":[%s[2]]}' % (b"[2]," * 250_000)),
    "died": File("a.txt", b"rows\n3a\n" + b"1" * 60 + b"gth\ncolumns\n7,1\n5\n", format="headings"),
    "load is slow": File("A.xml", b" " * 15_000 + b"[lues]\nrows = 2"),
    "UnicodeEncodeError in png.py:read": File("A.png", "\ufeff#.1\u2c31".encode("utf-16-le")),
    "IndexError in unpack.py:zip_members": File(
        name="A.zero.zip",
        data=b"PK\x01\x02\x14\x03\x14\x00\x00\x00\x00\x00\x00\x00!\x00\xef\xb9un7\x00\x00\x00[7\x00\x00\x00\x06\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x80\x01\x00\x00\x00\x00A.zeroPK\x01\x02\x14\x03\x14\x00\x00\x00\x00\x00\x00\x00!\x00\xb9un7\x00\x00\x007\x00\x00\x00\r\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x80\x01[\x00\x00\x00second/A.zeroPK\x05\x06\x00\x00\x00\x00\x02\x00\x02\x00o\x00\x00\x00\xbd\x00\x00\x00\x00\x00",
        packed="",
        format=None,
    ),
    "webpbn changes goals": File(
        "A.non", b"width 2\nheight 1\nrows\n1\ncolumns\n1\n0\ngoal 10\ngoal 10\n"
    ),
    "a message that is not one line": File(
        name="B.gno.zip",
        data=b"PK\x03\x04\x14\x00\x00\x00\x00\x00\x00\x00!\x00\xdd6\xfc(\x1d\x00\x00\x00\x1d\x00\x00\x00\x05\x00\x00\x00B.gno[Dimensions]\n4\n5\n[Row clues]\nPK\x03\x04\x14\x00\x00\x00\x00\x00\x00\x00!\x00\xdd6\xfc(\x1d\x00\x00\x00\x1d\x00\x00\x00\x0c\x00\x00\x00second/B.gng[Dimensions]\n4\n5\n[Row clues]\nPK\x01\x02\x14\x03\x14\x00\x00\x00\x00\x00\x00\x00!\x00\xdd6\xfc(\x1d\x00\x00\x00\x1d\x00\x00\x00\x05\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x80\x01\x00\x00\x00\x00B.gnoPK\x01\x02\x14\x03\x14\x00\x00\x00\x00\x00\x00\x00!\x00\xdd6\xfc(\x1d\x00\x00\x00\x1d\x00\x00\x00\x0c\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x80\x01@\x00\x00\x00second/B.gn\nPK\x05\x06\x00\x00\x00\x00\x02\x00\x02\x00m\x00\x00\x00\x87\x00\x00\x00\x00\x00",
        packed="",
        format=None,
    ),
}
STOPS: dict[str, Work] = {}
