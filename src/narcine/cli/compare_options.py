"""Words on the command line of `narcine compare`, as the settings that they stand for."""

from typing import TYPE_CHECKING

from narcine.cli.pictures import refuse

if TYPE_CHECKING:
    from narcine.identification.comparing.alignment import Capture
    from narcine.identification.comparing.smoothing import SmoothingSettings

Triple = tuple[float, float, float]


def quantity(option: str, text: str | None, dimension: str, above: float | None = None) -> float | None:
    """Return a number in SI units as typed; None where nobody typed one."""
    from narcine.cli import typed

    return None if text is None else typed.quantity(option, text, dimension, above)


def triple(option: str, text: str, dimension: str) -> Triple:
    """Return three numbers between commas; a unit behind the last alone is that of all."""
    from narcine.description.quantities import number_and_unit

    parts = [part.strip() for part in text.strip("[]() ").split(",")]
    if len(parts) != 3:
        raise refuse(f"{option} {text}", "must be three numbers with commas between, as in 0.1, 0, -0.2")
    units = [written[1] for part in parts if (written := number_and_unit(part)) is not None]
    if len(units) == 3 and units[2] and not units[0] and not units[1]:
        parts = [parts[0] + units[2], parts[1] + units[2], parts[2]]
    first, second, third = (quantity(option, part, dimension) or 0.0 for part in parts)
    return first, second, third


def capture(lever: str, marker_attitude: str, axes: str, yaw: str) -> "Capture":
    """Return how the motion capture sees the body."""
    from narcine.identification.comparing.alignment import Capture, axes_matrix

    words = tuple(word.strip().lower() for word in axes.split(","))
    try:
        if len(words) != 3:
            raise ValueError("must say what north, east and down are, as in x,-y,-z")
        axes_matrix(words)
    except ValueError as error:
        raise refuse(f"--axes {axes}", str(error)) from None
    return Capture(
        triple("--lever", lever, "length"),
        triple("--marker-attitude", marker_attitude, "angle"),
        words,
        quantity("--frame-yaw", yaw, "angle") or 0.0,
    )


def smoothing(white: str, noise: str | None, attitude_noise: str | None, bandwidth: str | None) -> "SmoothingSettings":
    """Return how poses are smoothed."""
    from narcine.identification.comparing.kinematic_model import ORDERS, KinematicModel
    from narcine.identification.comparing.smoothing import SmoothingSettings

    if white not in ORDERS:
        raise refuse(f"--white {white}", f"must be one of {', '.join(ORDERS)}")
    return SmoothingSettings(
        KinematicModel(white),
        quantity("--noise", noise, "length", above=0.0),
        quantity("--attitude-noise", attitude_noise, "angle", above=0.0),
        quantity("--bandwidth", bandwidth, "frequency", above=0.0),
    )
