"""`narcine track`, as a user types it."""

import numpy as np
import pytest

import narcine as package
from narcine.cli.track import track_command
from narcine.description.problems import DescriptionError
from narcine.recording.write import write_run


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tracks")
    write_run(package.load("raybot", gait__turn=0.2).run(duration=15.0), folder / "run.nc")
    times = np.arange(0.0, 10.0, 0.04)
    rows = [f"{time:.2f},{0.07 * time:.4f},{0.001 * np.sin(9 * time):.4f}" for time in times]
    (folder / "own.csv").write_text("\n".join(["time,x,y", *rows]))
    return folder


def test_a_run_is_tracked_and_compared_with_what_was(folder, capsys, tmp_path):
    assert track_command(folder / "run.nc", out=tmp_path) == 0
    told = capsys.readouterr().out
    assert "frames lost" in told
    assert "as it was" in told
    assert "such as the rocking of a tail beat, is averaged out" in told
    (line,) = [line for line in told.splitlines() if line.startswith("mean speed")]
    tracked, _, was, _ = line.removeprefix("mean speed").split()
    assert float(tracked) == pytest.approx(float(was), rel=0.01)
    assert (tmp_path / "track.csv").read_text().startswith("time,north,east,speed,")
    assert (tmp_path / "track.png").read_bytes().startswith(b"\x89PNG")


def test_a_file_of_ones_own_lies_beside_its_track(folder, capsys):
    assert track_command(folder / "own.csv", spacing="2 s") == 0
    told = capsys.readouterr().out
    assert "as it was" not in told
    assert "knots are 2 s apart" in told
    assert (folder / "track.png").exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"noise": "2 deg"}, "--noise 2 deg: 'deg' is a unit of"),
        ({"dropout": 1.0}, "--dropout 1: must be a share"),
        ({"frames": 0.0}, "--frames 0: must lie between 0.1 and 1000"),
        ({"spacing": "0 s"}, "--spacing 0 s: must be greater than 0"),
        ({"vehicle": "koi"}, "--vehicle koi: there is none in the run; it has raybot"),
        ({"frames": 0.2}, "samples are no track"),
    ],
)
def test_bad_words_are_told(folder, tmp_path, options, message):
    with pytest.raises(DescriptionError) as caught:
        track_command(folder / "run.nc", out=tmp_path, **options)
    assert message in str(caught.value)
