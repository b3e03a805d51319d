"""Films and pictures, as a user asks for them: frames, sizes, moments, and what is refused."""

import shutil
import signal
import subprocess
import sys
import time
from html import escape
from pathlib import Path

import numpy as np
import pytest
from imageio_ffmpeg import count_frames_and_secs, get_ffmpeg_exe
from PIL import Image

from narcine import load
from narcine.cli import main
from narcine.recording.write import write_run
from narcine.viewing.browser import NONE_FOUND
from narcine.viewing.replay.film import frame_times
from tests.viewing.runs import real

pytestmark = pytest.mark.filterwarnings("ignore:Cyclopts application invoked without tokens")
WEDGE = Path(__file__).parents[1] / "data" / "wedge.obj"
LOSSY = 12.0
"""Mean difference of grey levels that the encoders of films may make."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("film")
    write_run(real("raybot"), folder / "run.nc")
    (folder / "text.nc").write_text("no run")
    (folder / "mine.yaml").write_text("name: mine\n")
    (folder / "empty").mkdir()
    (folder / "kept").mkdir()
    (folder / "kept" / "run.nc").write_text("no run")
    return folder


@pytest.fixture
def narcine(folder, monkeypatch, capsys):
    """Return the command as it is typed in the folder: its status, and what it prints."""
    monkeypatch.chdir(folder)

    def typed(*words):
        monkeypatch.setattr(sys, "argv", ["narcine", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        return ended.value.code, *capsys.readouterr()

    return typed


def frames_of(file, width, height):
    """Return the frames of a film as (frame, row, column, colour)."""
    words = [get_ffmpeg_exe(), "-v", "error", "-i", str(file), "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    raw = subprocess.run(words, capture_output=True, check=True).stdout
    return np.frombuffer(raw, np.uint8).reshape(-1, height, width, 3)


def said_of(file):
    """Return what the encoder's program says of a film."""
    return subprocess.run([get_ffmpeg_exe(), "-i", str(file)], capture_output=True, text=True, check=False).stderr


def orange(pixels):
    red, green, blue = np.moveaxis(pixels.astype(int), -1, 0)
    return (red > 130) & (red > 1.25 * green) & (green > 1.15 * blue)


def test_moments_of_a_film():
    assert frame_times(0.0, 1.0, 30.0, 1.0) == pytest.approx(np.arange(31) / 30.0)
    assert frame_times(2.0, 3.0, 10.0, 0.5) == pytest.approx(2.0 + np.arange(21) / 20.0)
    assert frame_times(1.0, 1.0, 30.0, 1.0) == [1.0]


@pytest.mark.parametrize("end", ["mp4", "webm", "gif"])
def test_a_film_has_its_frames_size_and_length(end, browser, narcine, folder, pictures):
    film = folder / f"film.{end}"
    asked = ("--from", "1", "--to", "2", "--fps", "10", "--size", "320x180", "--speed", "0.5", "--camera", "top")
    status, told, problems = narcine("film", "run.nc", film.name, *asked)
    assert status == 0, problems
    assert "21 frames" in told
    count, seconds = count_frames_and_secs(str(film))
    assert count == 21
    assert seconds == pytest.approx(2.1, abs=0.05)
    frames = frames_of(film, 320, 180)
    assert len(frames) == 21
    assert all(0.02 < orange(frame).mean() < 0.4 for frame in frames)
    assert np.abs(frames[5].astype(int) - frames[0]).mean() > 0.5  # the tail beats
    about = said_of(film)
    assert "320x180" in about
    assert "10 fps" in about
    if end == "mp4":
        assert "h264" in about
        assert "yuv420p" in about
        assert film.read_bytes().index(b"moov") < film.read_bytes().index(b"mdat")  # starts before it is all there
    (pictures / film.name).write_bytes(film.read_bytes())


def test_a_frame_is_the_picture_of_its_moment(browser, narcine, folder):
    asked = ("--size", "320x180", "--camera", "side")
    assert narcine("film", "run.nc", "one.mp4", "--from", "2", "--to", "2.2", "--fps", "10", *asked)[0] == 0
    frames = frames_of(folder / "one.mp4", 320, 180)
    for number, moment in ((0, "2"), (2, "2.2 s")):
        status, _, problems = narcine("snapshot", "run.nc", "one.png", "--time", moment, *asked)
        assert status == 0, problems
        with Image.open(folder / "one.png") as picture:
            pixels = np.asarray(picture.convert("RGB")).astype(int)
        assert pixels.shape == (180, 320, 3)
        differences = [np.abs(frame.astype(int) - pixels).mean() for frame in frames]
        assert int(np.argmin(differences)) == number
        assert differences[number] < LOSSY


@pytest.mark.parametrize(("source", "size"), [("raybot", "1280x720"), ("remus100", "641x361"), ("run.nc", "960x540")])
def test_a_picture_of_a_vehicle_or_a_run(source, size, browser, narcine, pictures):
    file = pictures / f"snapshot_{source.partition('.')[0]}.png"
    status, _, problems = narcine("snapshot", source, str(file), "--size", size)
    assert status == 0, problems
    with Image.open(file) as picture:
        assert "x".join(map(str, picture.size)) == size
        pixels = np.asarray(picture.convert("RGB"))
    seen = orange(pixels)
    assert 0.01 < seen.mean() < 0.5
    rows, columns = np.nonzero(seen)
    middle = np.array([rows.min() + rows.max(), columns.min() + columns.max()]) / 2.0 / seen.shape
    assert np.all(np.abs(middle - 0.5) < 0.2)
    corner = pixels[-int(0.12 * len(pixels)) :, : seen.shape[1] // 5].mean(axis=-1)
    assert (corner < 90.0).sum() > 50  # the caption


@pytest.mark.slow
def test_ctrl_c_keeps_a_film_that_plays(browser, folder):
    film = folder / "cut.mp4"
    process = subprocess.Popen(
        [sys.executable, "-m", "narcine", "film", "run.nc", film.name, "--size", "320x180", "--speed", "0.01"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 60.0
    while not any(part.stat().st_size for part in folder.glob(".cut-*")) and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60.0)
    assert process.returncode == 130
    assert "of 9001 frames; cut.mp4 holds those" in said
    count, _ = count_frames_and_secs(str(film))
    assert f"interrupted after {count} of" in said
    assert 0 < count < 9001
    assert not list(folder.glob(".cut-*"))


REFUSED = {
    "no file": (("film", "none.nc", "a.mp4"), "none.nc: there is no such file"),
    "a folder": (("film", "empty", "a.mp4"), "is a folder without a run.nc"),
    "no run": (("film", "text.nc", "a.mp4"), "text.nc: is no run: `narcine run` writes run.nc"),
    "no film": (("film", "run.nc", "a.avi"), "a.avi: a film ends in .mp4, .webm, .gif"),
    "odd": (("film", "run.nc", "a.mp4", "--size", "321x180"), "--size 321x180: films have even sides; 322x180 is near"),
    "no size": (("film", "run.nc", "a.mp4", "--size", "big"), "--size big: must be WIDTHxHEIGHT in pixels"),
    "huge": (("film", "run.nc", "a.mp4", "--size", "99999x180"), "each side must be from 64 to 8192 pixels"),
    "too late": (("film", "run.nc", "a.mp4", "--to", "9"), "--to 9: the run goes from 0 to 3 s"),
    "no time": (("snapshot", "run.nc", "a.png", "--time", "2 kg"), "--time 2 kg: "),
    "backwards": (
        ("film", "run.nc", "a.mp4", "--from", "2", "--to", "1"),
        "--to 1: the film starts at 2 s, after that",
    ),
    "no length": (
        ("film", "run.nc", "a.mp4", "--from", "2", "--to", "2"),
        "--to 2: the film would start and end at 2 s",
    ),
    "nothing left": (("film", "run.nc", "a.mp4", "--from", "3"), "--from 3: the film would start and end at 3 s"),
    "a vehicle": (("film", "raybot", "a.mp4"), "raybot: is a vehicle; run it first: narcine run raybot"),
    "a scenario": (("report", "bluerov_pair", "a.html"), "is a scenario; run it first: narcine run bluerov_pair"),
    "a vehicle's file": (
        ("film", "mine.yaml", "a.mp4"),
        "mine.yaml: is a vehicle or scenario; run it first: narcine run mine.yaml",
    ),
    "a folder of no run": (("snapshot", "kept", "a.png"), "is no run: `narcine run` writes run.nc"),
    "a vehicle in time": (
        ("snapshot", "raybot", "a.png", "--time", "5"),
        "--time 5: a vehicle is shown at its start; only a run.nc takes --time",
    ),
    "too slow": (("film", "run.nc", "a.mp4", "--speed", "0"), "--speed 0: must be from 0.001 to 1000"),
    "no picture": (("snapshot", "raybot", "a.bmp"), "a.bmp: a picture ends in .png, .jpg, .jpeg, .webp"),
    "no vehicle": (("snapshot", "raybat", "a.png"), "no vehicle or scenario 'raybat' ships"),
    "no page": (("report", "run.nc", "a.pdf"), "a.pdf: a report ends in .html"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_mistakes_are_told_in_one_line(case, narcine, folder):
    typed, expected = REFUSED[case]
    before = set(folder.iterdir())
    status, _, problems = narcine(*typed)
    assert status == 2
    assert expected in problems
    assert problems.count("\n") == 1
    assert set(folder.iterdir()) == before


def test_no_browser_is_told(narcine, folder, monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("NARCINE_BROWSER", "")
    monkeypatch.setattr("sys.platform", "linux")
    assert narcine("snapshot", "run.nc", "a.png") == (2, "", f"{NONE_FOUND}\n")
    assert not (folder / "a.png").exists()


@pytest.fixture(scope="module")
def bare(folder):
    """Return the name of a run whose mesh is gone."""
    mesh = folder / "hull.obj"
    shutil.copy(WEDGE, mesh)
    text = "name: wedge\nbodies: {hull: {mass: 10, added_inertia: from_shape, shape: {mesh: {file: hull.obj}}}}\n"
    (folder / "wedge.yaml").write_text(text)
    write_run(load(str(folder / "wedge.yaml")).run(duration=0.2), folder / "bare.nc")
    mesh.unlink()
    return "bare.nc"


@pytest.mark.parametrize("words", [("report", "bare.html"), ("snapshot", "bare.png"), ("film", "bare.gif")])
def test_a_run_whose_mesh_is_gone_is_shown_with_a_warning(words, bare, request, narcine, folder):
    command, file = words
    if command != "report":
        request.getfixturevalue("browser")
    status, _, problems = narcine(command, bare, file, *(() if command == "report" else ("--size", "160x90")))
    assert status == 0, problems
    (line,) = [line for line in problems.splitlines() if line.startswith("warning: ")]
    assert line.startswith("warning: the shapes of this run cannot be shown: ")
    assert f"there is no file {folder / 'hull.obj'}" in line
    assert line.endswith("; tracks alone are drawn")
    if command == "report":
        assert escape(line.removeprefix("warning: ")) in (folder / file).read_text(encoding="utf-8")


def test_run_and_report_leave_a_page(narcine, folder):
    status, told, problems = narcine("run", "raybot", "--duration", "1", "--html", "--no-plots", "--out", "r")
    assert status == 0, problems
    page = folder / "r" / "report.html"
    first = page.read_text(encoding="utf-8")
    assert "report.html, run.nc" in told
    page.unlink()
    assert narcine("report", "r/run.nc")[0] == 0
    assert page.read_text(encoding="utf-8") == first
    assert narcine("report", "r/run.nc", "other.html")[0] == 0
    assert (folder / "other.html").read_text(encoding="utf-8") == first
