"""Which couplings a scenario has, by the names that events use, and whether their bodies and events fit."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from narcine.description.coupling import Coupling, Event
from narcine.description.joint import WORLD
from narcine.description.names import Finding, known
from narcine.description.problems import Path
from narcine.description.scenario import Scenario


@dataclass(frozen=True)
class Fastening:
    """A coupling with the full names of its bodies, and where it is written."""

    record: Coupling
    first: str
    second: str
    path: Path


def fastenings(scenario: Scenario) -> dict[str, Fastening]:
    """Return all couplings by name: those inside vehicles, then those between them."""
    several = len(scenario.vehicles) > 1
    alone = next(iter(scenario.vehicles.values())).vehicle.name == scenario.name and not several
    found: dict[str, Fastening] = {}
    for name, placed in scenario.vehicles.items():
        prefix = f"{name}." if several else ""
        home: Path = () if alone else ("vehicles", name, "vehicle")
        for key, record in placed.vehicle.couplings.items():
            first, second = (each if each == WORLD else prefix + each for each in (record.first, record.second))
            found[prefix + key] = Fastening(record, first, second, (*home, "couplings", key))
    for key, record in scenario.couplings.items():
        found[key] = Fastening(record, record.first, record.second, ("couplings", key))
    return found


def check_couplings(path: Path, couplings: Mapping[str, Coupling], bodies: Collection[str]) -> Iterator[Finding]:
    """Yield bodies that there are not."""
    for name, coupling in couplings.items():
        yield from known((*path, name, "first"), coupling.first, {*bodies, WORLD}, "body")
        if coupling.second == WORLD:
            yield (*path, name, "second"), "the world can only be `first`"
        else:
            yield from known((*path, name, "second"), coupling.second, bodies, "body")


def check_events(path: Path, events: Sequence[Event], couplings: Mapping[str, Coupling]) -> Iterator[Finding]:
    """Yield events of couplings that there are not, and of such as already hold or are loose."""
    held = {name: coupling.docked for name, coupling in couplings.items()}
    for number, event in sorted(enumerate(events), key=lambda entry: entry[1].time):
        deed = "dock" if event.dock is not None else "undock"
        unknown = list(known((*path, number, deed), event.coupling, held, "coupling"))
        yield from unknown
        if unknown:
            continue
        if held[event.coupling] == (deed == "dock"):
            yield (*path, number, deed), f"{'holds' if deed == 'dock' else 'is loose'} at that time already"
        held[event.coupling] = deed == "dock"
        if deed == "dock" and couplings[event.coupling].type == "distance":
            yield (*path, number, deed), "is a distance, which holds from the start; rigid, ball, hinge and slider dock"
