"""The script that measures the figures of EXPERIMENTS.md, without the corpus."""

from __future__ import annotations

import importlib.util
import json
import sys
from types import ModuleType

import pytest
from conftest import ROOT


@pytest.fixture
def figures() -> ModuleType:
    spec = importlib.util.spec_from_file_location("figures", ROOT / "benchmarks" / "figures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


#   words                        the sentence
SENTENCES = [
    (["random30"],               "random30: needs the corpus, and ../shared/corpus is not there"),
    (["domino"],                 "domino: needs the corpus, and ../shared/corpus is not there"),
    ([".", "domino"],            "domino: domino.jsonl: No such file"),
    (["randon30"],               "randon30: no row and no folder; rows: board, large"),
    ([".", "board", "x"],        "x: no row and no folder"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "sentence"), SENTENCES)
def test_without_the_corpus_a_row_ends_in_a_sentence(words, sentence, figures, folder, monkeypatch):
    (folder / "deeper").mkdir()
    monkeypatch.chdir(folder / "deeper")
    monkeypatch.setattr(sys, "argv", ["figures.py", *words])
    with pytest.raises(SystemExit) as caught:
        figures.main()
    assert str(caught.value.code).startswith(sentence)


def test_a_row_needs_no_folder_before_it(figures, folder, monkeypatch, capsys):
    monkeypatch.setitem(figures.ROWS, "board", lambda: "fast")
    monkeypatch.setattr(sys, "argv", ["figures.py", "board"])
    figures.main()
    assert json.loads(capsys.readouterr().out)["figure"] == "fast"
