"""What the page may ask, and that the answers are those of the command line."""

import base64
import json
from typing import Any

import pytest
from command import run

from nonosat.files import loads
from nonosat.web.endpoints import events
from nonosat.web.one_file import play_page
from web.client import SWITCH, Client, events_of
from web.conftest import FOX

KINDS = ("UsageError", "PuzzleError", "ParseError", "UnknownFormat", "Unsupported", "TooLarge")
"""The errors of what a page can send."""

ONE = {"rows": [[1]], "columns": [[1]]}
#   body                                                what is said
BAD_QUESTIONS = [
    (b"",                                               "the request is not JSON"),
    (b"[]",                                             "the request is not a JSON object"),
    (b"{",                                              "the request is not JSON"),
    (b"[" * 100_000,                                    "the request is not JSON"),
    (b"\xff\xfe{}",                                     "the request is not JSON"),
    (b'{"puzzle": NaN}',                                "'puzzle' must be dict"),
    (b"{}",                                             "'puzzle' is missing"),
    ({"puzzle": {}},                                    "there are neither clues nor a picture"),
    ({"puzzle": ONE, "known": ["??"]},                  "the known cells are 2x1"),
    ({"puzzle": ONE, "known": ["x"]},                   "the known cells have 'x'"),
    ({"puzzle": ONE, "known": [[[1]]]},                 "the known cells have [1]"),
    ({"puzzle": ONE, "known": []},                      "known cells are rows of one length"),
    ({"puzzle": {"width": 99999, "height": 99999, "rows": [[1]], "columns": [[1]]}}, "too large"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "words"), BAD_QUESTIONS, ids=lambda v: str(v)[:40])
def test_a_bad_question_gets_an_answer_in_words(client: Client, body: Any, words: str) -> None:
    text = body if isinstance(body, bytes) else json.dumps(body).encode()
    ((_, error),) = events_of(client.send("POST", f"{client.path}api/check", text).body)
    assert words in error["error"]
    assert error["kind"] in KINDS
    assert "Traceback" not in error["error"]


#   file -> what is said
ADVISED = {
    b"1\n1\n0\n1\n\n1\n0\n1\n1\n": "a.txt: could be keen and grid",
    b"."
    * 121: "a.txt:1: a picture of 121 cells in one line, so that its width is not known (write a line for each row)",
    b"P1 2 2 1 1 1 1 1": "a.txt: more samples than the 4 of 2x2",
}


@pytest.mark.parametrize(("content", "words"), ADVISED.items(), ids=["formats", "row", "no option"])
def test_a_refusal_names_no_options_of_the_command_line(content: bytes, words: str) -> None:
    data = base64.b64encode(content).decode()
    asked = json.dumps({"name": "a.txt", "data": data}).encode()
    assert [*events("import", asked, 10)] == [("error", {"error": words, "kind": "ParseError"})]


def test_what_is_found_is_asked_about() -> None:
    program = "import x\nrows = [[2], [1]]\ncols = [[2], [1]]\n"
    asked = {"name": "a.py", "data": base64.b64encode(program.encode()).decode()}
    ((kind, answer),) = events("import", json.dumps(asked).encode(), 10)
    assert (kind, answer["kind"], "--from" in answer["error"]) == ("error", "Unsure", False)
    ((kind, answer),) = events("import", json.dumps({**asked, "found": True}).encode(), 10)
    assert (kind, len(answer["sheets"])) == ("done", 1)
    assert "lines 2 and 3 are read; the program is not run" in answer["remarks"]


def test_a_format_without_given_cells_names_no_options() -> None:
    given = {"rows": [[1]], "columns": [[1]], "givens": ["#"]}
    asked = json.dumps({"puzzles": [given], "format": "mk"}).encode()
    ((_, answer),) = events("export", asked, 10)
    assert answer["error"] == "mk has no place for given cells; .json and .non have"


def test_check_is_what_the_command_line_says(client: Client) -> None:
    puzzle = json.loads(FOX.read_text())
    answer = client.ask("check", puzzle=puzzle)["done"]
    told = json.loads(run("check", FOX, "--json").stdout)
    volatile = {"seconds", "cpu_seconds", "source", "position", "clue_hash", "attempt"}
    assert {k: v for k, v in answer.items() if k not in volatile} == {
        k: v for k, v in told.items() if k not in volatile
    }


def test_hint_why_and_rate_are_what_the_command_line_says(client: Client) -> None:
    puzzle = json.loads(FOX.read_text())
    for question, words, request in (
        ("hint", [], {}),
        ("why", ["--cell", "3,4"], {"cell": [2, 3]}),
        ("rate", [], {}),
    ):
        told = json.loads(run(question, FOX, *words, "--json").stdout)
        answer = client.ask(question, puzzle=puzzle, **request)["done"]
        common = answer.keys() & told.keys()
        assert len(common) > 4
        assert {key: answer[key] for key in common} == {key: told[key] for key in common}


def test_steps_are_those_of_the_command_line(client: Client) -> None:
    puzzle = json.loads(FOX.read_text())
    told = [json.loads(line) for line in run("steps", FOX, "--json").stdout.splitlines()]
    reply = client.send(*client.question("steps", puzzle=puzzle))
    steps = [
        step for event, data in events_of(reply.body) if event == "steps" for step in data["steps"]
    ]
    assert [step | {"step": at} for at, step in enumerate(steps, 1)] == told[:-1]


def test_marks_count_and_given_cells_win(client: Client) -> None:
    assert client.ask("check", puzzle=SWITCH, known=["#?", "??"])["done"]["verdict"] == "unique"
    given = SWITCH | {"givens": [["#", "?"], ["?", "?"]]}
    answer = client.ask("check", puzzle=given, known=[".?", "??"])["done"]
    assert answer["solutions"] == [["#.", ".#"]]


def test_wrong_marks(client: Client) -> None:
    puzzle = {"rows": [[2, 1]], "columns": [[1], [1], [], [1], []]}
    found = client.ask("wrong", puzzle=puzzle, known=["#.??#"])["done"]
    assert (found["cells"], found["possible"]) == ([[0, 1], [0, 4]], False)


def test_a_file_goes_in_and_out_in_every_format(client: Client) -> None:
    data = base64.b64encode(FOX.read_bytes()).decode()
    sheet = client.ask("import", name="../x/fox.json", data=data)["done"]["sheets"][0]
    assert sheet["title"] == "Fox"
    assert client.ask("import", name="x", data=data)["done"]["more"] is False
    out = client.ask("export", puzzles=[sheet], format="jsonl")["done"]
    assert (out["name"], out["lost"]) == ("Fox.jsonl", [])
    assert loads(base64.b64decode(out["data"]).decode()) == loads(json.dumps(sheet))
    lossy = client.ask("export", puzzles=[sheet], format="g")["done"]["lost"]
    assert lossy == ["goal"]
    for kind, magic in (("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF")):
        if kind != "svg":
            pytest.importorskip("PIL", reason="Pillow is not installed")
        drawn = client.ask("export", puzzles=[sheet], format=kind, solution=True)["done"]
        assert magic in base64.b64decode(drawn["data"])[:200]


def test_a_page_to_play_is_saved(client: Client) -> None:
    sheet = SWITCH | {"title": "Switch", "goal": ["#.", ".#"]}
    saved = client.ask("export", puzzles=[sheet], format="play")["done"]
    assert (saved["name"], saved["type"]) == ("Switch-play.html", "text/html")
    text = base64.b64decode(saved["data"]).decode()
    assert text == play_page(loads(json.dumps(sheet)))
    several = client.ask("export", puzzles=[sheet] * 2, format="play")["done"]["data"]
    assert base64.b64decode(several).decode() == play_page(loads(json.dumps(sheet)) * 2)
    error = client.ask("export", puzzles=[sheet] * 2, format="svg")["error"]["error"]
    assert error == "svg holds one puzzle, got 2"


def test_a_file_that_is_no_puzzle(client: Client) -> None:
    for data in (b"", b"\0\1\2", b"<html>", b"PK\x03\x04"):
        answer = client.ask("import", name="x.zip", data=base64.b64encode(data).decode())
        assert answer["error"]["kind"] in KINDS
    assert client.ask("import", name="x", data="?")["error"]["error"] == "'data' is not base64"


def test_typed_clues(client: Client) -> None:
    assert client.ask("clues", rows="2;1", columns="2;1")["done"]["sheets"][0]["rows"] == [[2], [1]]
    assert client.ask("clues", rows="2;", columns="2")["error"]["kind"] == "ParseError"


def test_typed_clues_without_a_solution_get_proposals(client: Client) -> None:
    pytest.importorskip("pysat", reason="python-sat is not installed")
    found = client.ask("conflict", rows="1;3;2", columns="1;3;1", limit=60)["done"]
    assert found["complaint"].startswith("the rows have 6 cells, the columns 5")
    assert ("1;3;1", "1;3;1") in [(typo["rows"], typo["columns"]) for typo in found["typos"]]
    found = client.ask("conflict", rows="3;0;3", columns="1 1;2;1 1", limit=60)["done"]
    assert (found["solvable"], found["complaint"]) == (False, None)
    assert "column 2" in found["names"]
    found = client.ask("conflict", rows="3;1l;3", columns="3;1 1;3", limit=60)["done"]
    assert [typo["rows"] for typo in found["typos"]] == ["3;1 1;3"]
    error = client.ask("conflict", rows="3;x", columns="1")["error"]
    assert error["kind"] in KINDS


def test_a_photo_becomes_a_picture(client: Client) -> None:
    pytest.importorskip("PIL", reason="Pillow is not installed")
    rows = [b"\xff" * 16, b"\xff" * 4 + b"\0" * 8 + b"\xff" * 4]
    pgm = b"P5 16 16 255\n" + rows[0] * 4 + rows[1] * 8 + rows[0] * 4
    data = base64.b64encode(pgm).decode()
    found = client.ask("image", data=data, size="4x4")["done"]
    assert found["puzzle"]["goal"] == ["....", ".##.", ".##.", "...."]
    alone = client.ask("image", data=data)["done"]  # pixel art has a size and inks of its own
    assert alone["puzzle"]["goal"] == found["puzzle"]["goal"]
    assert (alone["size"], alone["colors"], alone["times"]) == ("4", 1, 1)
    assert client.ask("image", data=data, size="4x2")["done"]["cut"]
    for more in ({"size": "4x0"}, {"threshold": 10**400}, {"threshold": -1}):
        error = client.ask("image", **{"data": data, "size": "4x4"} | more)["error"]
        assert error["kind"] in KINDS, error


def test_repair_proposes_changes(client: Client) -> None:
    pytest.importorskip("pysat", reason="python-sat is not installed")
    found = client.ask("repair", puzzle={"goal": ["#.", ".#"]})["done"]
    assert len(found["cells"]) == 1
    found = client.ask("repair", puzzle={"goal": ["#..", ".#.", "..."]}, count=2)["done"]
    assert found["cells"]
