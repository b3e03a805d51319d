"""`narcine plan` writes what it says, and refuses clearly."""

import pytest

from narcine.cli.plan import plan_command
from narcine.description.problems import DescriptionError
from tests.planning.fish import FISH


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "fish.yaml"
    path.write_text(FISH)
    return str(path)


@pytest.mark.parametrize("planner", ["track", "search", "avoid"])
def test_a_plan_is_written(planner, file, tmp_path, capsys):
    folder = tmp_path / "plan"
    assert plan_command(file, planner=planner, out=str(folder)) == 0
    written = sorted(each.name for each in folder.iterdir())
    assert written == ["decisions.png", "motion.nc", "motion.png", "plan.h"]
    said = capsys.readouterr().out
    sizes = {"track": 10 * 8 * 109, "search": 10 * 37, "avoid": 80}
    assert f"lookup table: {sizes[planner]} bytes" in said
    assert "straight" in said


def test_the_plan_can_be_planned_with(file, tmp_path):
    plan_command(file, out=str(tmp_path / "plan"), history=0)
    settings = [f"planner.motion={tmp_path / 'plan' / 'motion.nc'}"]
    assert plan_command(file, out=str(tmp_path / "again"), history=0, set_=settings) == 0


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"planner": "trak"}, "there is no planner 'trak'; did you mean 'track'"),
        ({"history": 3}, "must be at most 2"),
        ({"set_": ["planner=~"]}, "picks no planner; choose one with --planner: track, search, avoid"),
        ({"set_": ["planner.budget=100"]}, "is less than the 8720 bytes that its lookup table takes"),
        ({"set_": ["planner.actions.amplitude=[70 deg]"]}, "holds no action that the tail's servo can follow"),
        ({"out": " "}, "must name a folder"),
    ],
)
def test_what_cannot_be_planned_is_said(options, told, file, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DescriptionError) as caught:
        plan_command(file, **options)
    assert told in str(caught.value)
    assert not (tmp_path / "plans").exists()
