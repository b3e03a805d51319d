"""Whether the gaits of a vehicle fit its drives."""

from collections.abc import Generator, Iterator

from narcine.description.chain_gait import ChainGait
from narcine.description.gait import Beat, CTurn, Gait, TailBeat
from narcine.description.gait_base import GaitBase
from narcine.description.inputs import drive_dimension
from narcine.description.motion import fitting
from narcine.description.names import Finding, known
from narcine.description.problems import Path
from narcine.description.vehicle import Vehicle

SENT_POINTS = ("servo", "motor")
"""Drives that make smooth motion of a signal that jumps."""


def check_gaits(vehicle: Vehicle, broken: dict[str, set[str]], drives_fit: bool) -> Generator[Finding, None, bool]:
    """Yield what is wrong with the gait and with those that can be picked, and return whether their names are known."""
    fit = True
    gaits: dict[Path, Gait] = {("gaits", name): gait for name, gait in vehicle.gaits.items()}
    if vehicle.gait is not None:
        gaits["gait",] = vehicle.gait
    for path, gait in gaits.items():
        sound = yield from _check_gait(path, gait, vehicle, broken, drives_fit)
        fit = fit and sound
    return fit


def _check_gait(
    path: Path, gait: Gait, vehicle: Vehicle, broken: dict[str, set[str]], fit: bool
) -> Generator[Finding, None, bool]:
    if gait.type == "undulation" and gait.rim is not None:
        unknown = list(known((*path, "rim"), gait.rim, {*vehicle.rims, *broken.get("rims", set())}, "rim"))
        yield from unknown
        if not gait.drives:
            if not unknown:
                yield (*path, "rim"), "moves nothing: the fins of this rim have no drives"
            return False
    drives = set(vehicle.drives) | broken.get("drives", set())
    if isinstance(gait, ChainGait):
        return (yield from _check_chain_gait(path, gait, vehicle, broken, fit))
    for place, name in enumerate(gait.drives):
        if isinstance(gait, Beat) and name in gait.drives[:place]:
            yield (*path, "drives", place), "stands in the gait twice"
            fit = False
        step: str | int = place if isinstance(gait, Beat) else name
        missing = list(known((*path, "drives", step), name, drives, "drive"))
        fit = fit and not missing
        yield from missing
        if not missing and fit and gait.type == "harmonic" and name in vehicle.drives:
            sine = gait.drives[name]
            yield from fitting((*path, "drives", name, "amplitude"), sine.amplitude, drive_dimension(vehicle, name))
            yield from fitting((*path, "drives", name, "mean"), sine.mean, drive_dimension(vehicle, name))
    fit = (yield from _check_dives(path, gait, drives)) and fit
    if fit and not broken.get("drives"):
        if gait.type != "harmonic":
            yield from _alike((*path, "drives"), list(gait.drives), vehicle, "a harmonic gait can do that")
            dimension = drive_dimension(vehicle, next(iter(gait.drives)))
            yield from fitting((*path, "amplitude"), gait.amplitude, dimension)
            yield from fitting((*path, "turn"), gait.turn, dimension)
        if isinstance(gait, TailBeat | CTurn):
            yield from _check_beat(path, gait, vehicle)
        yield from _check_depth_of_dives(path, gait, vehicle)
    return fit


def _check_beat(path: Path, gait: TailBeat | CTurn, vehicle: Vehicle) -> Iterator[Finding]:
    """Yield why drives cannot be sent points, or cannot bend."""
    for name in gait.drives:
        drive = vehicle.drives[name]
        if gait.resolution is not None and drive.type not in SENT_POINTS:
            yield (
                (*path, "resolution"),
                f"sends points that servos and motors follow; {name!r} is of type {drive.type} and would jump",
            )
        if gait.type == "c_turn" and drive_dimension(vehicle, name) != "angle":
            yield (*path, "bend"), f"is an angle; {name!r} is asked for {drive_dimension(vehicle, name)}"


def _check_dives(path: Path, gait: GaitBase, drives: set[str]) -> Generator[Finding, None, bool]:
    missing = [found for name in gait.dives for found in known((*path, "dives", name), name, drives, "drive")]
    yield from missing
    return not missing


def _check_depth_of_dives(path: Path, gait: GaitBase, vehicle: Vehicle) -> Iterator[Finding]:
    if gait.dives:
        yield from _alike((*path, "dives"), list(gait.dives), vehicle, "they share one number")
        yield from fitting((*path, "dive"), gait.dive, drive_dimension(vehicle, next(iter(gait.dives))))


def _check_chain_gait(
    path: Path, gait: ChainGait, vehicle: Vehicle, broken: dict[str, set[str]], fit: bool
) -> Generator[Finding, None, bool]:
    """Yield what is wrong with a gait of a chain: its drives, of which it needs some, and all of which turn."""
    if gait.chain is not None:
        yield from known((*path, "chain"), gait.chain, {*vehicle.chains, *broken.get("chains", set())}, "chain")
        if gait.chain not in vehicle.chains:
            return False
    drives = set(vehicle.drives) | broken.get("drives", set())
    for key in ("yaw", "pitch"):
        names: tuple[str, ...] = getattr(gait, key)
        if key in gait.needs and not names:
            what = "the chain has no axis of this name that is driven" if gait.chain else f"give `chain` or `{key}`"
            yield (*path, "chain" if gait.chain else key), f"moves joints that {key}: {what}"
            fit = False
        before = gait.yaw if key == "pitch" else ()
        for place, name in enumerate(names):
            if name in (*before, *names[:place]):
                yield (*path, key, place), "stands in the gait twice"
                fit = False
            missing = list(known((*path, key, place), name, drives, "drive"))
            yield from missing
            fit = fit and not missing
            if not missing and name in vehicle.drives and fit and drive_dimension(vehicle, name) != "angle":
                yield (*path, key, place), f"{name!r} is asked for {drive_dimension(vehicle, name)}, not for an angle"
    fit = (yield from _check_dives(path, gait, drives)) and fit
    if fit and not broken.get("drives"):
        yield from _check_depth_of_dives(path, gait, vehicle)
    return fit


def _alike(path: Path, drives: list[str], vehicle: Vehicle, hint: str) -> Iterator[Finding]:
    """Yield for each drive of another dimension than the first that they do not go together."""
    dimension = drive_dimension(vehicle, drives[0])
    for other in drives[1:]:
        if drive_dimension(vehicle, other) != dimension:
            yield path, f"mixes drives of different dimensions; {hint}"
