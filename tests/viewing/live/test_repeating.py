"""What was set on the page, as settings and as a command line that gives the same run."""

import shlex

import pytest

import narcine
from narcine.cli.settings import parse_settings
from narcine.viewing.live.repeating import command_html, command_line, settings_of, without_gait


def test_moved_sliders_are_settings_in_peoples_units():
    snake = narcine.load("perambulator")
    settings = settings_of(snake, {"gait.turn": 0.0523598775598, "spine_joint_1.yaw": -0.1, "gait.frequency": 0.5})
    assert settings["gait.turn"] == "3 deg"
    assert settings["gait.frequency"] == "0.5 Hz"
    assert settings["run.commands.spine_joint_1.yaw"] == "-5.729577951 deg"
    again = narcine.load("perambulator", **settings).start()
    assert again.command["gait.turn"] == pytest.approx(0.0523598775598)
    assert again.command["spine_joint_1.yaw"] == pytest.approx(-0.1)


def test_what_has_no_place_in_a_gait_is_a_command_of_the_run():
    """An undulation has waves and no lag; what the file schedules is commanded anew; a current is made an input."""
    disc = narcine.load("disc_ray")
    assert settings_of(disc, {"gait.lag": 1.0}) == {"run.commands.gait.lag": "57.29577951 deg"}
    scheduled = narcine.load("raybot", **{"run.commands.gait.turn": "5 deg"})
    assert settings_of(scheduled, {"gait.turn": 0.0}) == {"run.commands.gait.turn": "0 deg"}
    stream = narcine.load("raybot", **{"run.water.current_response": "2 s"})
    settings = settings_of(stream, {"current.north": 0.1})
    assert narcine.load("raybot", **settings).start().command["current.north"] == pytest.approx(0.1)


def test_vehicles_of_a_scenario_have_paths_of_their_own():
    pair = narcine.load("bluerov_pair")
    assert settings_of(pair, {"pair_1.depth": 1.0}) == {"commands.pair_1.depth": "1 m"}
    settings = {
        "vehicles.a.vehicle.gait": "burst",
        "vehicles.a.vehicle.gait.turn": "1 deg",
        "commands.a.gait.lag": "2 deg",
        "vehicles.b.vehicle.gait.turn": "3 deg",
        "water.surface": "calm",
    }
    kept = without_gait(settings, "vehicles.a.vehicle.gait")
    assert kept == {"vehicles.b.vehicle.gait.turn": "3 deg", "water.surface": "calm"}
    assert without_gait({"gait": "dive", "gait.starts": "[1 s]", "run.step": "5 ms"}, "gait") == {"run.step": "5 ms"}


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"gait": "dive", "gait.dive": "3 deg"}, 'gait.dive="3 deg"'),
        ({"gait.starts": "[1 s, 2 s]"}, 'gait.starts="[1 s, 2 s]"'),
        ({"about": 'a "b" $c'}, """'a "b" $c'"""),
    ],
)
def test_a_shell_reads_the_command_as_it_was_set(settings, said):
    command = command_line("my snake.yaml", settings)
    assert said in command
    words = shlex.split(command.replace("\\\n", ""))
    assert words[:3] == ["narcine", "run", "my snake.yaml"]
    assert parse_settings(words[4::2]) == settings


def test_names_are_no_html():
    assert "<b>" not in command_html("narcine run <b>")
