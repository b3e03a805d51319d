"""`narcine view` as a process: its address, its end, its mistakes, and choosing another vehicle in a browser."""

import errno
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest

from narcine.cli.main import app
from narcine.cli.run_file import run_file
from narcine.cli.view import check_port
from narcine.description.problems import DescriptionError
from tests.viewing.live.served import READY, choose, press_button

ADDRESS = re.compile(r"http://\S+")
UPDATED_TOO_LATE = "Tried to update non-existent component"
"""What viser's client says of updates that reach a busy browser together with the removal of what they update: it
applies those of a batch after its removals. Nothing is lost."""


@contextmanager
def view(folder: Path, *arguments: str):
    """Start the command and yield it with the address that it prints."""
    command = [sys.executable, "-m", "narcine", "view", *arguments, "--no-browser", "--port", "0"]
    process = subprocess.Popen(
        command,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    said = ""
    try:
        while not (found := ADDRESS.search(said)):
            line = process.stdout.readline()
            assert line, said
            said += line
        yield process, found[0]
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def test_it_serves_until_interrupted_and_leaves_a_log_that_repeats(tmp_path, capsys):
    with view(tmp_path, "raybot", "--out", "kept") as (process, address):
        assert urllib.request.urlopen(address, timeout=20).status == 200
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(address.partition("?")[0], timeout=20)
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
        said = process.stdout.read()
        assert "Traceback" not in said
        assert "narcine replay kept/inputs.jsonl" in said
    assert app(["replay", str(tmp_path / "kept" / "inputs.jsonl")], result_action="return_value") == 0
    assert "bit for bit" in capsys.readouterr().out


@pytest.mark.slow
def test_another_vehicle_and_another_gait_are_chosen_in_the_browser(tmp_path, browser, pictures):
    with view(tmp_path, "raybot", "--out", "kept") as (_, address), browser.open(address) as page:
        page.resize(1200, 700)
        page.wait_until(READY, 60.0)
        choose(page, "gait", "burst")
        frequency = "document.body.innerText.includes('frequency (Hz)') && [...document.querySelectorAll('input')]"
        page.wait_until(f"{frequency}.some(each => each.value === '2')", 60.0)
        choose(page, "vehicle", "bluerov")
        page.wait_until("document.body.innerText.includes('narcine: bluerov')", 60.0)
        page.wait_until("document.body.innerText.includes('surge_starboard (us)')", 60.0)
        press_button(page, "Save run and report")
        page.wait_until("document.body.innerText.includes('report.html')", 60.0)
        (pictures / "live_bluerov.png").write_bytes(page.screenshot())
        press_button(page, "Reset")
        press_button(page, "Save run and report")
        page.wait_until("document.body.innerText.includes('report_2.html')", 60.0)
        names = {file.name for file in (tmp_path / "kept").iterdir()}
        assert {"run.nc", "report.html", "run_2.nc", "report_2.html"} <= names
        assert {"inputs.jsonl", "inputs_2.jsonl", "inputs_3.jsonl", "inputs_4.jsonl"} <= names
        assert [error for error in page.errors if not error.startswith(UPDATED_TOO_LATE)] == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["raybott"], "did you mean 'raybot'"),
        (["raybot", "--port", "70000"], "must be a port"),
        (["raybot", "--host", "no.such.host.invalid"], "is no address"),
        (["missing.nc"], "there is no such file"),
        (["127.0.0.1:99999"], "port"),
        (["raybot", "--set", "gait=brust"], "burst"),
    ],
)
def test_mistakes_are_told_in_a_line(arguments, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DescriptionError, match=re.escape(message)):
        app(["view", *arguments, "--no-browser"], result_action="return_value")
    assert list(tmp_path.iterdir()) == []


def test_a_port_that_is_taken_is_told(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(DescriptionError, match="is taken by another program"):
            app(["view", "raybot", "--no-browser", "--port", str(taken.getsockname()[1])], result_action="return_value")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("number", "port", "said"),
    [
        (errno.EADDRINUSE, 80, "--port 80: is taken by another program"),
        (errno.EACCES, 80, "--port 80: needs the rights of an administrator"),
        (errno.EADDRNOTAVAIL, 80, "--host 192.0.2.1: is no address of this machine"),
        (errno.EADDRNOTAVAIL, None, "--host 192.0.2.1: is no address of this machine"),
        (errno.ENETDOWN, 80, f"--host 192.0.2.1: {os.strerror(errno.ENETDOWN)}"),
    ],
)
def test_why_an_address_cannot_be_served_at_is_told(number, port, said, monkeypatch):
    def refused(probe, address):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(socket.socket, "bind", refused)
    with pytest.raises(DescriptionError, match=re.escape(said)):
        check_port("192.0.2.1", port)


def test_a_folder_stands_for_the_run_in_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("kept", "raybot"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "run.nc").touch()
    assert run_file("kept") == Path("kept/run.nc")
    assert run_file("elsewhere/run.nc") == Path("elsewhere/run.nc")
    assert run_file("raybot") is None, "what ships goes before folders of its name"
    assert run_file("nowhere") is None


def test_a_run_can_be_seen_at_once_and_says_how(tmp_path, monkeypatch, capsys):
    seen = []
    monkeypatch.setattr("narcine.cli.view.view_command", lambda source: seen.append(source))
    folder = str(tmp_path / "first")
    arguments = ["run", "pendulum", "--duration", "0.1", "--no-plots", "--out", folder]
    assert app(arguments, result_action="return_value") == 0
    assert f"narcine view {folder} plays it back" in capsys.readouterr().err
    assert app([*arguments, "--overwrite", "--view"], result_action="return_value") == 0
    assert seen == [folder]


def test_settings_change_files_and_not_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DescriptionError, match="--set changes what a file describes"):
        app(["view", "127.0.0.1:9", "--set", "gait.turn=1", "--no-browser"], result_action="return_value")
