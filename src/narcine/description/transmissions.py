"""Whether tendons and plates fit the motors, bodies and joints that they name."""

from collections.abc import Iterator
from re import fullmatch

from narcine.description.inputs import coordinates
from narcine.description.names import NAME_PATTERN, NO_NAME, Finding, known
from narcine.description.problems import Path
from narcine.description.transmission import Plates, Tendon, Transmission
from narcine.description.vehicle import Vehicle


def check_shaft_name(path: Path, name: str, vehicle: Vehicle) -> Iterator[Finding]:
    """Yield that the drive of a shaft has a name that something else has, or that is none."""
    if name in vehicle.joints or name in coordinates(vehicle.joints):
        yield path, "is a joint's name: a motor turns a shaft of its own, from which transmissions go to joints"
    elif not fullmatch(NAME_PATTERN, name):
        yield path, NO_NAME
    elif name == "gait":
        yield path, "the name is taken by the gait; commands need one name each"


def check_transmissions(vehicle: Vehicle, bodies: set[str], broken: dict[str, set[str]]) -> Iterator[Finding]:
    """Yield what is wrong with tendons and plates: their motors, bodies and joints."""
    for name, transmission in vehicle.transmissions.items():
        path: Path = ("transmissions", name)
        yield from _check_motor((*path, "motor"), transmission.motor, vehicle, broken.get("drives", set()))
        if transmission.type == "tendon":
            unknown = [
                finding
                for place, guide in enumerate(transmission.guides)
                for finding in known((*path, "guides", place, "body"), guide.body, bodies, "body")
            ]
            yield from unknown
            if not (unknown or broken.get("joints") or broken.get("bodies")):
                yield from _check_route((*path, "guides"), transmission, vehicle)
        elif not broken.get("joints"):
            yield from _check_bends((*path, "joints"), transmission, vehicle)
    yield from _check_shares(vehicle)


def _check_motor(path: Path, motor: str, vehicle: Vehicle, broken: set[str]) -> Iterator[Finding]:
    movable = coordinates(vehicle.joints)
    shafts = {name for name, drive in vehicle.drives.items() if drive.type in ("motor", "torque")} - set(movable)
    if motor in movable:
        yield path, "is a joint's name: it needs a drive of type motor or torque with a name of its own"
    elif motor in vehicle.drives and motor not in shafts:
        yield path, f"is a {vehicle.drives[motor].type} drive; a transmission needs a motor or torque"
    elif motor not in broken:
        yield from known(path, motor, shafts, "motor")


def _check_bends(path: Path, plates: Plates, vehicle: Vehicle) -> Iterator[Finding]:
    movable = coordinates(vehicle.joints)
    for joint in plates.joints:
        here = (*path, joint)
        missing = list(known(here, joint, movable, "joint coordinate"))
        yield from missing
        if not missing and movable[joint] != "angle":
            yield here, "is a slider; plates bend hinges"
        elif joint in vehicle.drives and vehicle.drives[joint].type == "prescribed":
            yield here, "is prescribed: plates cannot bend it"


def _check_route(path: Path, tendon: Tendon, vehicle: Vehicle) -> Iterator[Finding]:
    """Yield that a tendon crosses no joint, or bodies that no joints hold at a distance."""
    hung = {joint.child: joint for joint in vehicle.joints.values()}

    def carrier(body: str, across: tuple[str, ...]) -> str:
        """Return the body from which another hangs by joints of some types."""
        seen = {body}
        while body in hung and hung[body].type in across and hung[body].parent not in seen:
            body = hung[body].parent
            seen.add(body)
        return body

    names = [guide.body for guide in tendon.guides]
    if len({carrier(name, ("fixed",)) for name in names}) == 1:
        yield path, "lie on bodies that are fixed to each other; a tendon that crosses no joint moves nothing"
    elif len({carrier(name, ("fixed", "hinge", "slider", "universal", "ball")) for name in names}) > 1:
        yield path, "lie on bodies that float apart; how long a tendon is follows from the joints between its bodies"


def _check_shares(vehicle: Vehicle) -> Iterator[Finding]:
    """Yield transmissions that load one shaft without dynamics the same way: nothing says what each of them gets."""
    loads: dict[str, list[str]] = {}
    for name, transmission in vehicle.transmissions.items():
        drive = vehicle.drives.get(transmission.motor)
        if drive is None or drive.type != "torque":
            continue
        before = loads.setdefault(transmission.motor, [])
        rival = next((each for each in before if _pull_together(vehicle.transmissions[each], transmission)), None)
        if rival is not None:
            yield (
                ("transmissions", name, "motor"),
                f"is a torque that {rival!r} takes the same way: nothing says how they share it; "
                "take a drive of type motor, or one of its own",
            )
        before.append(name)


def _pull_together(first: Transmission, second: Transmission) -> bool:
    """Say whether a torque of some sign moves both."""
    return first.type != "tendon" or second.type != "tendon" or first.spool * second.spool > 0.0
