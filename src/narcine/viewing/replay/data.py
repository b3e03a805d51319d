"""What the page of a replay knows of a run: poses, meshes, waves and curves, packed into one JSON text."""

import base64
import json
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from narcine.recording.dataset import finite_records, rotation_matrices
from narcine.recording.trajectory import Array
from narcine.viewing.eyes import LIT_BEAM, LIT_OPACITY
from narcine.viewing.figures import COLOURS
from narcine.viewing.places import obstacle_places_of
from narcine.viewing.replay.panels import Panel, panels_of
from narcine.viewing.scene import UNKNOWN_SIZE, VEHICLES, Scene, colour_of, scene_of
from narcine.viewing.sea import sea_of
from narcine.viewing.silhouettes import scenario_of_run
from narcine.viewing.things import Thing

if TYPE_CHECKING:
    import xarray

    from narcine.description.scenario import Scenario

RATE = 30.0
"""Records per second that the eye needs."""
MOST_NUMBERS = 700_000
"""Numbers that poses and curves may take; a run that is longer is shown with fewer records per second."""
MOST_WAVES = 48
"""Components of a sea that the page can draw; the highest are kept."""


def replay_data(run: "xarray.Dataset", rate: float = RATE, studio: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return all that the page needs to show a run; in a studio the stage alone is shown, for pictures."""
    scenario = scenario_of_run(run)
    scene = scene_of(scenario, [str(name) for name in run["body"].values]) if scenario else _bare_scene(run)
    records = records_to_show(run, rate, None if studio else MOST_NUMBERS)
    roots = list(scene.roots)
    position = run["position"].values[records]
    origin = np.round(position[0, roots[0]], 3)
    return {
        "title": str(run.attrs.get("title", "run")),
        "studio": studio,
        "time": pack(run["time"].values[records], np.float64),
        "origin": origin.tolist(),
        "bodies": list(scene.bodies),
        "position": pack(position - origin, np.float32),
        "attitude": pack(run["attitude"].values[records], np.float32),
        "speed": pack(run["speed"].values[records], np.float32),
        "obstacles": _packed_movers(run, scene, records, origin),
        "reading": _packed_readings(run, scene, records),
        "vehicles": [_packed_vehicle(run, scene, number) for number in range(len(scene.vehicles))],
        "things": [_packed_thing(thing, scene, run, records, origin) for thing in _seen_things(run, scene)],
        "surface": scene.surface,
        "swell": _swell(scenario) if scenario else [],
        "pool": None if scene.pool is None else [(corner - origin).tolist() for corner in scene.pool],
        "floor": scene.floor if scenario and scenario.world.ground else _floor(position, scene),
        "panels": [] if studio else [_packed_panel(panel, scene) for panel in panels_of(run, records)],
    }


def as_script(data: dict[str, Any]) -> str:
    """Return JSON that ends no script element and opens no comment, whatever names say."""
    text = json.dumps(data, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def pack(values: NDArray[Any], kind: DTypeLike) -> str:
    """Return numbers as base64, in the order of bytes of all browsers."""
    return base64.b64encode(np.ascontiguousarray(values, np.dtype(kind).newbyteorder("<")).tobytes()).decode("ascii")


def records_to_show(run: "xarray.Dataset", rate: float, most: int | None = None) -> NDArray[np.intp]:
    """Return which records are shown: every one or every few, at most at a rate, and always the last.

    A run that explodes is shown as far as its numbers are finite.
    """
    count = finite_records(run)
    time = run["time"].values[:count]
    if count < 3:
        return np.arange(count)
    step = float(np.median(np.diff(time)))
    stride = max(1, int(np.ceil(1.0 / rate / step - 1e-6)))
    if most is not None:
        numbers = 7 * run.sizes["body"] + 2 * run.sizes["joint"] + run.sizes["input"] + 6 * run.sizes["vehicle"] + 12
        numbers += 2 * run.sizes.get("sensor", 0) + 3 * run.sizes.get("obstacle", 0)
        stride = max(stride, int(np.ceil(count * numbers / most)))
    return np.append(np.arange(0, count - 1, stride), count - 1)


def _packed_vehicle(run: "xarray.Dataset", scene: Scene, number: int) -> dict[str, Any]:
    """Return a vehicle with its middle, in its root's axes, and its size, as it is at the start."""
    root = scene.roots[number]
    prefix = f"{scene.vehicles[number]}." if len(scene.vehicles) > 1 else ""
    own = [body for body, name in enumerate(scene.bodies) if name.startswith(prefix)]
    position, attitude = run["position"].values[0], run["attitude"].values[0]
    points = [position[root][None]] + [
        position[thing.body] + thing.vertices @ rotation_matrices(attitude[thing.body]).T
        for thing in scene.things
        if thing.body in own and thing.sensor is None
    ]
    inside = (np.concatenate(points) - position[root]) @ rotation_matrices(attitude[root])
    low, high = inside.min(axis=0), inside.max(axis=0)
    return {
        "name": scene.vehicles[number],
        "root": root,
        "colour": scene.colours[number],
        "middle": ((low + high) / 2.0).round(4).tolist(),
        "size": round(max(float(np.linalg.norm(high - low)), 1e-3) if len(points) > 1 else UNKNOWN_SIZE, 4),
    }


def _seen_things(run: "xarray.Dataset", scene: Scene) -> list[Thing]:
    """Return what is seen of a run; sensors only where it has their readings."""
    has_readings = run.sizes.get("sensor", 0) == len(scene.eyes)
    return [thing for thing in scene.things if thing.sensor is None or has_readings]


def _packed_thing(
    thing: Thing, scene: Scene, run: "xarray.Dataset", records: NDArray[np.intp], origin: Array
) -> dict[str, Any]:
    fixed = thing.body is None and thing.obstacle is None
    packed = {
        "name": thing.name,
        "kind": thing.kind,
        "body": thing.body,
        "obstacle": thing.obstacle,
        "colour": thing.colour,
        "opacity": thing.opacity,
        "vertices": pack(thing.vertices - origin if fixed else thing.vertices, np.float32),
        "normals": pack(thing.normals, np.float32),
        "faces": pack(thing.faces, np.uint32),
        "turn": _turn(run, thing, records),
    }
    if thing.sensor is None:
        return packed
    eye = scene.eyes[thing.sensor]
    seen = {"number": eye.number, "vehicle": eye.vehicle, "at": eye.at.tolist(), "label": eye.label}
    lit = {"longest": eye.longest, "half": eye.half_bright, "colour": LIT_BEAM, "opacity": LIT_OPACITY}
    return packed | {"sensor": seen | lit}


def _packed_movers(
    run: "xarray.Dataset", scene: Scene, records: NDArray[np.intp], origin: Array
) -> dict[int, dict[str, Any]]:
    """Return what carries things without being a body: where it is at each record, or where it stays."""
    places = obstacle_places_of(run, scene)[records]
    carriers = sorted({thing.obstacle for thing in scene.things if thing.obstacle is not None})
    return {
        carrier: {
            "moves": carrier in scene.movers,
            "lamp": carrier in scene.lamps,
            "places": pack((places if carrier in scene.movers else places[:1])[:, carrier] - origin, np.float32),
        }
        for carrier in carriers
    }


def _packed_readings(run: "xarray.Dataset", scene: Scene, records: NDArray[np.intp]) -> str:
    """Return what sensors read at each record."""
    if "reading" not in run or run.sizes["sensor"] != len(scene.eyes):
        return ""
    return pack(run["reading"].values[records], np.float32)


def _turn(run: "xarray.Dataset", thing: Thing, records: NDArray[np.intp]) -> dict[str, Any] | None:
    """Return how a thing turns and slides on its body: axis, point, the angle and how far it is out at each record."""
    names = [str(name) for name in run["actuator"].values]
    if thing.turn is None or thing.turn.angle not in names:
        return None
    turn = thing.turn
    states = run["actuator_state"].values[records]
    packed = {"axis": turn.axis, "at": turn.at, "angle": pack(states[:, names.index(turn.angle)], np.float32)}
    if turn.deployment in names:
        packed["out"] = pack(states[:, names.index(turn.deployment)], np.float32)
        packed["wayIn"] = turn.way_in
    return packed


def _packed_panel(panel: Panel, scene: Scene) -> dict[str, Any]:
    colours = scene.colours if panel.names == scene.vehicles else [colour_of(colour) for colour in COLOURS]
    series = [
        {
            "name": name,
            "colour": colours[number % len(colours)],
            "dashed": number >= len(COLOURS),
            "values": pack(panel.values[:, number], np.float32),
        }
        for number, name in enumerate(panel.names)
    ]
    flags = {"down": panel.down, "held": panel.held}
    return {"title": panel.title, "note": panel.note, "least": panel.least, **flags, "series": series}


def _floor(position: Array, scene: Scene) -> float:
    """Return the depth of a grid below all that a run passes through."""
    return float(position[..., 2].max()) + 0.6 * max(scene.sizes)


def _swell(scenario: "Scenario") -> list[list[float]]:
    """Return the highest waves of a scenario, as `sea_of` writes them."""
    sea = sea_of(scenario)
    rows: list[list[float]] = sea[np.argsort(-sea[:, 0], kind="stable")[:MOST_WAVES]].tolist()
    return rows


def _bare_scene(run: "xarray.Dataset") -> Scene:
    """Return what is left to see of a run whose meshes are gone: nothing but tracks."""
    bodies = tuple(str(name) for name in run["body"].values)
    vehicles = tuple(str(name) for name in run["vehicle"].values)
    roots = tuple(bodies.index(str(name)) for name in run["root"].values)
    sizes = (UNKNOWN_SIZE,) * len(vehicles)
    colours = tuple(colour_of(VEHICLES[number % len(VEHICLES)]) for number in range(len(vehicles)))
    middles = tuple((root,) for root in roots)
    return Scene((), bodies, vehicles, roots, sizes, colours, run.attrs.get("surface", "none"), 0.0, middles)
