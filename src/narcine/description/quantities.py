"""Numbers with units: plain numbers are SI, text carries a unit that fits (`30 deg`, `3.0 l`, `1400 rpm`)."""

import math
import re
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Annotated, Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, PlainValidator, WithJsonSchema
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from narcine.description.record import PROVENANCE_KEYS

_TURN = 2.0 * math.pi
UNITS: dict[str, dict[str, float]] = {
    "length": {"m": 1.0, "cm": 1e-2, "mm": 1e-3, "km": 1e3},
    "area": {"m2": 1.0, "cm2": 1e-4, "mm2": 1e-6},
    "volume": {"m3": 1.0, "l": 1e-3, "ml": 1e-6, "cm3": 1e-6},
    "mass": {"kg": 1.0, "g": 1e-3},
    "inertia": {"kg m2": 1.0, "g cm2": 1e-7},
    "time": {"s": 1.0, "ms": 1e-3, "min": 60.0},
    "frequency": {"Hz": 1.0, "rad/s": 1.0 / _TURN},
    "angle": {"rad": 1.0, "deg": math.pi / 180.0},
    "rate": {"rad/s": 1.0, "deg/s": math.pi / 180.0, "rpm": _TURN / 60.0, "rev/s": _TURN},
    "speed": {"m/s": 1.0, "cm/s": 1e-2, "mm/s": 1e-3, "kn": 1852.0 / 3600.0},
    "acceleration": {"m/s2": 1.0},
    "angular acceleration": {"rad/s2": 1.0, "deg/s2": math.pi / 180.0},
    "density": {"kg/m3": 1.0, "g/cm3": 1e3},
    "density gradient": {"kg/m4": 1.0},
    "force": {"N": 1.0, "kgf": 9.80665},
    "power": {"W": 1.0, "kW": 1e3},
    "effort": {"N m": 1.0, "mN m": 1e-3, "kg cm": 0.0980665, "N": 1.0},
    "angular stiffness": {"N m/rad": 1.0, "N m/deg": 180.0 / math.pi},
    "linear stiffness": {"N/m": 1.0, "N/mm": 1e3},
    "angular damping": {"N m s/rad": 1.0},
    "linear damping": {"N s/m": 1.0},
    "bending stiffness": {"N m2": 1.0},
    "bending damping": {"N m2 s": 1.0},
    "mass per length": {"kg/m": 1.0, "g/m": 1e-3},
    "torque": {"N m": 1.0, "mN m": 1e-3, "kg cm": 0.0980665},
    "coordinate": {"rad": 1.0, "deg": math.pi / 180.0, "m": 1.0, "cm": 1e-2, "mm": 1e-3},
    "coordinate rate": {"rad/s": 1.0, "deg/s": math.pi / 180.0, "m/s": 1.0, "mm/s": 1e-3},
    "fade": {"s/m": 1.0},
    "viscosity": {"Pa s": 1.0},
    "pulse": {"us": 1.0},
    "angular gain": {"us/rad": 1.0, "us/deg": 180.0 / math.pi},
    "linear gain": {"us/m": 1.0, "us/cm": 1e2},
    "angular integral gain": {"us/rad/s": 1.0, "us/deg/s": 180.0 / math.pi},
    "linear integral gain": {"us/m/s": 1.0, "us/cm/s": 1e2},
    "angular derivative gain": {"us s/rad": 1.0, "us s/deg": 180.0 / math.pi},
    "linear derivative gain": {"us s/m": 1.0, "us s/cm": 1e2},
    "angular steering gain": {"rad/rad": 1.0, "deg/deg": 1.0},
    "linear steering gain": {"rad/m": 1.0, "deg/m": math.pi / 180.0, "deg/cm": math.pi / 1.8},
    "angular integral steering gain": {"rad/rad/s": 1.0, "deg/deg/s": 1.0},
    "linear integral steering gain": {"rad/m/s": 1.0, "deg/m/s": math.pi / 180.0},
    "angular derivative steering gain": {"rad s/rad": 1.0, "deg s/deg": 1.0, "s": 1.0},
    "linear derivative steering gain": {"rad s/m": 1.0, "deg s/m": math.pi / 180.0},
    "pressure": {"Pa": 1.0, "hPa": 1e2, "kPa": 1e3, "mbar": 1e2, "bar": 1e5},
    "temperature": {"degC": 1.0},
    "voltage": {"V": 1.0, "mV": 1e-3},
    "current": {"A": 1.0, "mA": 1e-3},
    "resistance": {"ohm": 1.0, "mohm": 1e-3},
    "charge": {"C": 1.0, "A h": 3600.0, "mA h": 3.6},
    "illuminance": {"lx": 1.0},
    "share": {"%": 1e-2},
    "luminous intensity": {"cd": 1.0, "mcd": 1e-3},
    "ratio": {},
}

PLAIN = {"share": "parts of one"}
"""What plain numbers mean where that is none of the units."""

SEVERAL_KINDS = (
    "coordinate",
    "coordinate rate",
    "effort",
    "servo stiffness",
    "servo damping",
    "signal",
    "input",
    "gain",
    "integral gain",
    "derivative gain",
    "hold output",
)
"""Dimensions that stand for one of several, by the kind of joint or input."""

UNITS["servo stiffness"] = {**UNITS["angular stiffness"], **UNITS["linear stiffness"]}
UNITS["servo damping"] = {**UNITS["angular damping"], **UNITS["linear damping"]}
for _gain in ("gain", "integral gain", "derivative gain"):
    _kinds = [
        f"{way} {kind}" for way in ("angular", "linear") for kind in (_gain, _gain.replace("gain", "steering gain"))
    ]
    UNITS[_gain] = {unit: factor for kind in _kinds for unit, factor in UNITS[kind].items()}
UNITS["hold output"] = {**UNITS["pulse"], **UNITS["angle"]}
UNITS["signal"] = {**UNITS["coordinate"], **UNITS["effort"]}
_KINDS_OF_INPUT = ("rate", "signal", "speed", "frequency", "pulse", "volume")
UNITS["input"] = {}
for _kind in _KINDS_OF_INPUT:
    UNITS["input"] = {**UNITS[_kind], **UNITS["input"]}

AMBIGUOUS = tuple(
    unit
    for unit, factor in UNITS["input"].items()
    if any(UNITS[kind].get(unit, factor) != factor for kind in _KINDS_OF_INPUT)
)
"""Units that mean another number of SI units from one kind of input to the next: rad/s of a rate and of a frequency."""

DIRECTIONS: dict[str, tuple[float, float, float]] = {
    "forward": (1.0, 0.0, 0.0),
    "aft": (-1.0, 0.0, 0.0),
    "starboard": (0.0, 1.0, 0.0),
    "port": (0.0, -1.0, 0.0),
    "down": (0.0, 0.0, 1.0),
    "up": (0.0, 0.0, -1.0),
}

SOURCED_KEYS = ("value", "unit", *PROVENANCE_KEYS, "range")
"""Keys of a value that says where it comes from."""

_DECIMAL_COMMA = re.compile(r"^,\d")
_NUMBER_WITH_UNIT = re.compile(r"^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(.*?)\s*$")


def fail(message: str) -> PydanticCustomError:
    """Return the error that a validator raises; its text reaches the user as it is."""
    return PydanticCustomError("narcine", "{message}", {"message": message})


def suggestion(word: object, allowed: list[str] | tuple[str, ...]) -> str:
    """Return a near miss as a clause, or nothing."""
    close = get_close_matches(str(word), list(allowed), n=1, cutoff=0.6)
    return f"; did you mean {close[0]!r}?" if close else ""


class Amount(float):
    """A number in SI units that remembers the unit in which it was written."""

    unit: str = ""


def fits(value: float, dimension: str) -> bool:
    """Say whether the unit in which a number was written, if any, fits a dimension."""
    unit = getattr(value, "unit", "")
    return not unit or unit in UNITS[dimension]


def as_input(value: float, dimension: str) -> float:
    """Return a number that was read as any input in SI units of its dimension; one whose unit does not fit as it is."""
    unit = getattr(value, "unit", "")
    if not unit or not fits(value, dimension):
        return value
    return float(value) * (UNITS[dimension][unit] / UNITS["input"][unit])


def article(word: str) -> str:
    """Return the article of a word."""
    return "an" if word[0] in "aeiou" else "a"


def _misspelt(block: dict[str, Any]) -> str:
    return next((hint for key in block if key not in SOURCED_KEYS and (hint := suggestion(key, SOURCED_KEYS))), "")


def _wrong_unit(unit: str, dimension: str) -> str:
    if _DECIMAL_COMMA.match(unit):
        return "a decimal comma is not understood, write a point"
    owner = next((each for each, units in UNITS.items() if unit in units), None)
    return f"{unit!r} is a unit of {owner}, not of {dimension}" if owner else f"unknown unit {unit!r}"


def number_and_unit(text: str) -> tuple[float, str] | None:
    """Return the number that a text begins with and what follows it; None where it does not begin with one."""
    match = _NUMBER_WITH_UNIT.match(text)
    return (float(match[1]), match[2]) if match else None


def _plain_unit(dimension: str) -> str:
    """Return what plain numbers of a dimension are counted in."""
    if dimension in SEVERAL_KINDS:
        return "SI units"
    return PLAIN.get(dimension, next(iter(UNITS[dimension]), ""))


def parse_number(value: Any, dimension: str) -> float:
    """Return a quantity in SI units."""
    units = UNITS[dimension]
    kinds = _plain_unit(dimension)
    wanted = f"a number in {kinds}" if units else "a number"
    if isinstance(value, dict):
        raise fail(f"must be {wanted}, or a block with the keys {', '.join(SOURCED_KEYS)}{_misspelt(value)}")
    if value is None:
        raise fail(f"is empty; must be {wanted}")
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise fail(f"must be {wanted}")
    if isinstance(value, str):
        written = number_and_unit(value)
        if written is None:
            example = f", or text with a unit such as '1 {next(iter(units))}'" if units else ""
            raise fail(f"must be {wanted}{example}")
        number, unit = written
        if unit and unit not in units:
            allowed = f"allowed for {article(dimension)} {dimension}: {', '.join(units)}" if units else "it has none"
            raise fail(f"{_wrong_unit(unit, dimension)}; {allowed}{suggestion(unit, list(units))}")
        value = Amount(number * units[unit]) if unit else number
        if unit:
            value.unit = unit
    if not math.isfinite(value):
        raise fail("must be a finite number")
    return value if isinstance(value, Amount) else float(value)


def unit_note(dimension: str) -> str:
    """Return how a quantity may be written."""
    units = list(UNITS[dimension])
    plain = _plain_unit(dimension)
    return f"{dimension}: plain numbers in {plain}, or with a unit: {', '.join(units)}" if units else "plain numbers"


def sourced_schema(value: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON schema of a value that says where it comes from."""
    return {
        "type": "object",
        "properties": {
            "value": value,
            "unit": {"type": "string"},
            "source": {"type": "string"},
            "assumed": {"type": "string"},
            "range": {"type": "array", "minItems": 2, "maxItems": 2},
        },
        "required": ["value"],
        "additionalProperties": False,
    }


NUMBER_SCHEMA: dict[str, Any] = {"anyOf": [{"type": "number"}, sourced_schema({"type": "number"})]}
"""A plain number, or one that says where it comes from."""


@dataclass(frozen=True)
class Quantity:
    """Marks a field as a number of a dimension, or as a list of `size` such numbers, with bounds."""

    dimension: str
    above: float | None = None
    at_least: float | None = None
    at_most: float | None = None
    size: int | None = None

    def parse(self, value: Any) -> float:
        """Return one number in SI units, within the bounds."""
        number = parse_number(value, self.dimension)
        if self.above is not None and not number > self.above:
            raise fail(f"must be greater than {self._shown(self.above)}")
        if self.at_least is not None and not number >= self.at_least:
            raise fail(f"must be at least {self._shown(self.at_least)}")
        if self.at_most is not None and not number <= self.at_most:
            raise fail(f"must be at most {self._shown(self.at_most)}")
        return number

    def _shown(self, bound: float) -> str:
        return (
            f"{bound:g} {PLAIN.get(self.dimension, next(iter(UNITS[self.dimension]), ''))}".rstrip() if bound else "0"
        )

    def as_list(self, value: Any) -> list[Any]:
        """Return a value as a list of the right length."""
        if hasattr(value, "tolist"):
            value = value.tolist()
        if not isinstance(value, list | tuple) or len(value) != self.size:
            raise fail(f"must be a list of {self.size} numbers ({unit_note(self.dimension)})")
        return list(value)

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Tell pydantic how to read the field."""
        item = core_schema.no_info_plain_validator_function(self.parse)
        if self.size is None:
            return item
        return core_schema.no_info_before_validator_function(self.as_list, core_schema.tuple_schema([item] * self.size))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Tell editors what the field may hold."""
        return self.json_schema()

    def _bounds(self) -> dict[str, float]:
        bounds = {"exclusiveMinimum": self.above, "minimum": self.at_least, "maximum": self.at_most}
        return {key: bound for key, bound in bounds.items() if bound is not None}

    def json_schema(self) -> dict[str, Any]:
        """Return the JSON schema of the quantity."""
        units = UNITS[self.dimension]
        forms: list[dict[str, Any]] = [{"type": "number", **self._bounds()}]
        if units:
            names = "|".join(units)
            forms.append({"type": "string", "pattern": rf"^\s*[-+]?[0-9.]+([eE][-+]?[0-9]+)?\s*({names})?\s*$"})
        item: dict[str, Any] = {"anyOf": forms} if units else forms[0]
        if self.size is not None:
            item = {"type": "array", "items": item, "minItems": self.size, "maxItems": self.size}
        return {"anyOf": [item, sourced_schema(item)], "description": unit_note(self.dimension)}


@dataclass(frozen=True)
class Count:
    """Marks a field as a whole number, which may say where it comes from, with bounds."""

    at_least: int
    at_most: int | None = None

    def parse(self, value: Any) -> int:
        """Return a whole number within the bounds."""
        if isinstance(value, bool) or not isinstance(value, int):
            raise fail("must be a whole number")
        if value < self.at_least:
            raise fail(f"must be at least {self.at_least}")
        if self.at_most is not None and value > self.at_most:
            raise fail(f"must be at most {self.at_most}")
        return value

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Tell pydantic how to read the field."""
        return core_schema.no_info_plain_validator_function(self.parse)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Tell editors what the field may hold."""
        item: dict[str, Any] = {"type": "integer", "minimum": self.at_least}
        if self.at_most is not None:
            item["maximum"] = self.at_most
        return {"anyOf": [item, sourced_schema(item)], "description": "a whole number"}


Vector3 = tuple[float, float, float]
Vector6 = tuple[float, float, float, float, float, float]
Length = Annotated[float, Quantity("length", above=0.0)]
Area = Annotated[float, Quantity("area", above=0.0)]
Volume = Annotated[float, Quantity("volume", at_least=0.0)]
Mass = Annotated[float, Quantity("mass", at_least=0.0)]
Time = Annotated[float, Quantity("time", above=0.0)]
Frequency = Annotated[float, Quantity("frequency", at_least=0.0)]
Angle = Annotated[float, Quantity("angle")]
PositiveAngle = Annotated[float, Quantity("angle", above=0.0)]
StallAngle = Annotated[float, Quantity("angle", above=0.0, at_most=math.pi / 2.0)]
Efficiency = Annotated[float, Quantity("ratio", above=0.0)]
Rate = Annotated[float, Quantity("rate", above=0.0)]
Density = Annotated[float, Quantity("density", at_least=0.0)]
Effort = Annotated[float, Quantity("effort", above=0.0)]
Coordinate = Annotated[float, Quantity("coordinate")]
Ratio = Annotated[float, Quantity("ratio")]
Coefficient = Annotated[float, Quantity("ratio", at_least=0.0)]
Pulse = Annotated[float, Quantity("pulse")]
Position = Annotated[Vector3, Quantity("length", size=3)]
Lengths3 = Annotated[Vector3, Quantity("length", above=0.0, size=3)]
Velocity = Annotated[Vector3, Quantity("speed", size=3)]
AngularVelocity = Annotated[Vector3, Quantity("rate", size=3)]
Attitude = Annotated[Vector3, Quantity("angle", size=3)]
"""Roll, pitch and yaw: Rz(yaw) Ry(pitch) Rx(roll), body to world or child to parent."""


def parse_direction(value: Any) -> Vector3:
    """Return a unit vector from a word or from three numbers."""
    if isinstance(value, str):
        if value not in DIRECTIONS:
            near = suggestion(value, list(DIRECTIONS))
            raise fail(f"must be a direction ({', '.join(DIRECTIONS)}) or three numbers{near}")
        return DIRECTIONS[value]
    if hasattr(value, "tolist"):
        value = value.tolist()
    if not isinstance(value, list | tuple) or len(value) != 3:
        raise fail(f"must be a direction ({', '.join(DIRECTIONS)}) or three numbers")
    x, y, z = (parse_number(item, "ratio") for item in value)
    length = math.sqrt(x * x + y * y + z * z)
    if length < 1e-9:
        raise fail("is a zero axis; give a direction that is not zero")
    return (x / length, y / length, z / length)


_THREE_NUMBERS = {"type": "array", "items": NUMBER_SCHEMA, "minItems": 3, "maxItems": 3}
DIRECTION_SCHEMA: dict[str, Any] = {"anyOf": [{"enum": list(DIRECTIONS)}, _THREE_NUMBERS]}
Direction = Annotated[Vector3, PlainValidator(parse_direction), WithJsonSchema(DIRECTION_SCHEMA)]
