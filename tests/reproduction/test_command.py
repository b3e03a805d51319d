"""`narcine reproduce` as people run it, in a process of its own."""

import json
import subprocess
import sys
from pathlib import Path

from tests.reproduction.falling import speed, sphere_file

ROOT = Path(__file__).parents[2]

PROGRAM = """
import os, signal, sys
from pathlib import Path
sys.path.insert(0, {root!r})
from dataclasses import replace
from narcine.cli import main
from narcine.reproduction.papers import PAPERS
from tests.reproduction.falling import holds, measure, paper, row, speed
file = Path("sphere.yaml").absolute()
def interrupting(simulations):
    if len(simulations) > 1 and not Path("calm").exists():
        os.kill(os.getpid(), signal.SIGINT)
    return measure(simulations)
rows = row(file, "first", speed()), row(file, "second", 300.0, measure=interrupting), row(file, "third", None)
PAPERS.clear()
PAPERS["falling"] = paper(*rows, checks=(holds(),))
main()
"""
"""The command with a paper of spheres, whose second row presses Ctrl-C in its draws unless a file `calm` is there."""


def reproduce(folder, *words):
    program = PROGRAM.format(root=str(ROOT))
    return subprocess.run(
        [sys.executable, "-c", program, "reproduce", *words], cwd=folder, capture_output=True, text=True, check=False
    )


def test_interrupted_it_keeps_what_is_done_and_goes_on_from_there(tmp_path):
    sphere_file(tmp_path)
    first = reproduce(tmp_path, "--json", "rows.json")
    assert first.returncode == 130, first.stderr
    said = " ".join(first.stderr.split())
    assert "interrupted with 1 of 4 done; reproduction keeps falling.first; the same command goes on from there" in said
    assert [row["id"] for row in json.loads((tmp_path / "rows.json").read_text())] == ["falling.first"]
    page = (tmp_path / "reproduction" / "falling.html").read_text(encoding="utf-8")
    assert "not run" in page
    assert "falling.first" in first.stdout
    (tmp_path / "calm").touch()
    second = reproduce(tmp_path, "--json", "rows.json")
    assert second.returncode == 0, second.stderr
    assert "1 of 4 were up to date" in second.stdout
    rows = json.loads((tmp_path / "rows.json").read_text())
    assert [(row["id"], row["ok"]) for row in rows] == [
        ("falling.first", True),
        ("falling.second", False),
        ("falling.third", None),
    ]
    assert "why: The published sphere was rough." in second.stdout
    assert "bodies.ball.mass over 4.8 to 5.2 kg moves it by -" in second.stdout
    assert f"{speed():.3g} cm/s" in second.stdout
    assert "falling.holds: holds; it does" in second.stdout
    assert max(map(len, second.stdout.splitlines())) <= 100
    page = (tmp_path / "reproduction" / "falling.html").read_text(encoding="utf-8")
    assert "not run" not in page


def test_mistakes_are_told_in_a_line(tmp_path):
    sphere_file(tmp_path)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("dear")
    for words, said in (
        (["faling.first"], "there is no paper, row or check 'faling.first'; did you mean 'falling.first'?"),
        (["--out", "full"], "full: holds other files (letter.txt); choose another folder"),
        (["--out", " "], "--out: must name a folder"),
        (["--out", "sphere.yaml"], "sphere.yaml: File exists"),
        (["--out", "new", "--json", "full"], "full: Is a directory"),
        (["--out", "new", "--json", "sphere.yaml/rows.json"], "sphere.yaml: File exists"),
    ):
        result = reproduce(tmp_path, *words)
        assert result.returncode == 2
        assert said in result.stderr
        assert "Traceback" not in result.stderr
    assert [file.name for file in (tmp_path / "full").iterdir()] == ["letter.txt"]
    assert not (tmp_path / "reproduction").exists()
    assert not (tmp_path / "new" / "rows").exists()


def test_the_list_names_everything_and_runs_nothing(tmp_path):
    sphere_file(tmp_path)
    result = reproduce(tmp_path, "--list")
    assert result.returncode == 0
    for id_ in ("falling.first", "falling.second", "falling.third", "falling.holds"):
        assert id_ in result.stdout
    assert not (tmp_path / "reproduction").exists()
