"""RayBot turns, dives and rolls by its tail, pelvic fins and planes (figure 11)."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from narcine.reproduction.experiment import Experiment, Picture, Readings, Verdict
from narcine.reproduction.raybot.flock import Flock, Law, Passage, repeated, swim
from narcine.reproduction.raybot.state_plot import PANELS, draw_six_degrees, six_degree_states
from narcine.reproduction.raybot.weight import REST, whole_mass
from narcine.simulation.simulation import Simulation
from narcine.spatial.vectors import Array
from narcine.viewing.figures import COLOURS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TURN, DIVE, ROLL = np.radians(10.0), np.radians(10.0), np.radians(10.0)
"""Mean angle of the tail, dive of the gait, and angle of the four planes (rad)."""


def rolling(angle: float) -> dict[str, float]:
    """Return angles of the planes that lift the port side: starboard bow down and stern up, port the other way."""
    return {"front_starboard": -angle, "rear_starboard": angle, "front_port": angle, "rear_port": -angle}


MANOEUVRES: dict[str, dict[str, float]] = {
    "straight": {},
    "turn to port": {"gait.turn": TURN},
    "turn to starboard": {"gait.turn": -TURN},
    "dive": {"gait.dive": DIVE},
    "climb": {"gait.dive": -DIVE},
    "roll to starboard": rolling(ROLL),
    "roll to port": rolling(-ROLL),
}
"""What is commanded in each, from the end of a straight run-up on."""
EXPECTED = {
    "turn to port": ("heading", -1.0),
    "turn to starboard": ("heading", 1.0),
    "dive": ("depth", 1.0),
    "climb": ("depth", -1.0),
    "roll to starboard": ("roll", 1.0),
    "roll to port": ("roll", -1.0),
}
"""What each must change, and which way."""
LEAST = {"heading": 5.0, "roll": 2.0, "depth": 0.1}
"""Changes (deg, deg, m) that count: the tail's phase at the start of a manoeuvre alone makes less than half of them."""
RESPONSES = {"heading": "heading (deg)", "roll": "roll (deg)", "pitch": "pitch (deg)", "depth": "depth (m)"}
INPUTS = sorted({name for commands in MANOEUVRES.values() for name in commands})
SEQUENCE = {
    0.0: "straight",
    10.0: "turn to port",
    20.0: "turn to starboard",
    30.0: "dive",
    40.0: "climb",
    50.0: "roll to starboard",
    60.0: "roll to port",
    70.0: "straight",
}
"""Manoeuvres one after the other, by when each begins (s); the scenario `raybot_manoeuvres` is the same."""
RUN_UP, DURATION, SEQUENCE_DURATION = 10.0, 25.0, 80.0
LATE = 5.0
"""Last part of a manoeuvre, whose mean roll and pitch count (s): six beats of the cruise."""
PERIOD = 0.02


def measure(simulations: Sequence[Simulation]) -> list[Readings]:
    """Return what each manoeuvre changes, and the six-degree states of all of them one after the other."""
    one_each = _scheduled([{0.0: "straight", RUN_UP: name} for name in MANOEUVRES] * len(simulations))
    apart = swim(repeated(simulations, len(MANOEUVRES)), one_each, DURATION, PERIOD)
    in_turn = swim(simulations, _scheduled([SEQUENCE] * len(simulations)), SEQUENCE_DURATION, PERIOD)
    changes = _changes(apart)
    states = six_degree_states(in_turn)
    number = len(MANOEUVRES)
    return [
        {
            **_read({name: values[number * k : number * (k + 1)] for name, values in changes.items()}),
            "time": in_turn.time[::5],
            **{f"state {name}": values[k, ::5] for name, values in states.items()},
        }
        for k in range(len(simulations))
    ]


def _scheduled(schedules: Sequence[Mapping[float, str]]) -> Law:
    """Return the law that commands each vehicle the manoeuvres of its own schedule."""

    def law(flock: Flock) -> Mapping[str, Array]:
        now = [MANOEUVRES[commanded(schedule, flock.time)] for schedule in schedules]
        return {name: np.array([commands.get(name, 0.0) for commands in now]) for name in INPUTS}

    return law


def commanded(schedule: Mapping[float, str], time: float) -> str:
    """Return the manoeuvre of a schedule at a time (s)."""
    return schedule[max(start for start in schedule if start <= time + 1e-9)]


def _changes(passage: Passage) -> dict[str, Array]:
    """Return heading and depth gained since the run-up, and late roll and pitch, of each vehicle."""
    states = six_degree_states(passage)
    first, late = round(RUN_UP / PERIOD), round(LATE / PERIOD)
    return {
        "heading": states["heading"][:, -1] - states["heading"][:, first],
        "depth": states["down"][:, -1] - states["down"][:, first],
        "roll": states["roll"][:, -late:].mean(axis=1),
        "pitch": states["pitch"][:, -late:].mean(axis=1),
    }


def _read(changes: Mapping[str, Array]) -> Readings:
    """Return all responses by manoeuvre, over those of straight swimming, and how many go as commanded."""
    over = {name: values - values[0] for name, values in changes.items()}
    names = list(MANOEUVRES)
    right = [sign * over[response][names.index(name)] > LEAST[response] for name, (response, sign) in EXPECTED.items()]
    readings: Readings = {
        f"{response} {name}": float(over[response][k]) for response in over for k, name in enumerate(names)
    }
    table = np.stack([over[name] for name in RESPONSES], axis=1)
    return {**readings, "right": float(np.sum(right)) if np.all(np.isfinite(table)) else np.nan, "changes": table}


def judge(readings: Readings) -> Verdict:
    """Say whether each manoeuvre goes the way that was commanded."""
    told = [
        f"{name}: {response} {readings[f'{response} {name}']:+.3g} {'m' if response == 'depth' else 'deg'}"
        for name, (response, _) in EXPECTED.items()
    ]
    coupling = (
        f"turning rolls it by {readings['roll turn to port']:+.2g} and {readings['roll turn to starboard']:+.2g} "
        f"deg, rolling turns it by {readings['heading roll to starboard']:+.3g} and "
        f"{readings['heading roll to port']:+.3g} deg"
    )
    return Verdict(readings["right"] == len(EXPECTED), "; ".join([*told, coupling]))


def draw(readings: Readings) -> list[Picture]:
    """Draw the six-degree states of all manoeuvres in turn, and what each changes."""
    states = {name: np.asarray(readings[f"state {name}"]) for name in PANELS}
    time = np.asarray(readings["time"])
    letters = dict(zip(SEQUENCE, "abcdefgh", strict=True))
    first = draw_six_degrees(time, states, letters)
    told = ", ".join(f"{letters[start]} {name}" for start, name in SEQUENCE.items())
    caption = (
        "Six-degree states of RayBot's disc, one manoeuvre after the other, as figure 11: places on the left, "
        f"velocities in the disc's own axes on the right; {told}. Tail {np.degrees(TURN):g} deg to a side, dive of "
        f"{np.degrees(DIVE):g} deg by pelvic fins and tail, planes {np.degrees(ROLL):g} deg up and down. Yaw and "
        "sway show the tail beat."
    )
    coupled = (
        f"What each manoeuvre changes over straight swimming: heading and depth over {DURATION - RUN_UP:g} s, roll "
        f"and pitch in the last {LATE:g} s. Filled: what is commanded; hollow: what comes with it."
    )
    return [Picture(first, caption), Picture(_bars(np.asarray(readings["changes"])), coupled)]


def _bars(changes: Array) -> "Figure":
    from matplotlib.figure import Figure

    names = list(MANOEUVRES)[1:]
    figure = Figure((8.0, 3.0), layout="constrained")
    for k, (axes, (response, label)) in enumerate(
        zip(figure.subplots(1, 4, sharey=True), RESPONSES.items(), strict=True)
    ):
        wanted = [
            EXPECTED[name][0] == response or (response, EXPECTED[name][0]) == ("pitch", "depth") for name in names
        ]
        colours = [COLOURS[0] if each else "none" for each in wanted]
        axes.barh(range(len(names)), changes[1:, k], color=colours, edgecolor=COLOURS[0])
        axes.set(xlabel=label)
        axes.set_yticks(range(len(names)), names)
        axes.invert_yaxis() if k == 0 else None
        axes.grid(visible=False, axis="y")
    return figure


SIX_DOF = Experiment(
    id="raybot.six_dof",
    source="figure 11",
    title="Turns, rolls and dives",
    published="pectoral planes and tail give turns, rolls and dives",
    counts=(
        f"all {len(EXPECTED)} manoeuvres change what they are meant to change, in the commanded direction, by more "
        f"than {LEAST['heading']:g} deg of heading, {LEAST['depth']:g} m of depth or {LEAST['roll']:g} deg of roll"
    ),
    unit=f"of {len(EXPECTED)}",
    reading="right",
    vehicle="raybot",
    settings={"run.start": {"position": [0, 0, 5]}},
    method=(
        f"After {RUN_UP:g} s of straight cruise each manoeuvre is commanded for {DURATION - RUN_UP:g} s by a "
        "control law; responses are over those of a run that goes on straight. A positive gait.turn swings the "
        "tail's tip to port, and RayBot turns to port. The same commands, one manoeuvre after the other, are the "
        "scenario raybot_manoeuvres."
    ),
    shown={
        "heading turn to port": "heading, turn to port (deg)",
        "depth dive": "depth, dive (m)",
        "roll roll to starboard": "roll, roll to starboard (deg)",
        "heading roll to starboard": "heading, roll to starboard (deg)",
    },
    measure=measure,
    judge=judge,
    draw=draw,
    fixed=(REST, "gait"),
    tied=whole_mass,
    samples=32,
)
