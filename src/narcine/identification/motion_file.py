"""Files of motion, whatever wrote them: a run, a table, a log of messages."""

from pathlib import Path

from narcine.identification.columns import refuse_file
from narcine.identification.motion import Motion
from narcine.identification.motion_csv import read_motion_csv
from narcine.identification.motion_run import motion_of_run
from narcine.recording.write import read_run

KINDS = (".nc", ".csv", ".mcap")


def read_motion(file: Path, vehicle: str | None = None, body: str | None = None) -> Motion:
    """Return the motion in a run.nc, a CSV file or an MCAP log, or say what is wrong with it.

    Of a run with several vehicles one must be named, or one of its bodies.
    """
    kind = file.suffix.lower()
    if kind not in KINDS:
        raise refuse_file(file, f"must be a run, a table or a log of motion: {', '.join(KINDS)}")
    if not file.is_file():
        raise refuse_file(file, "there is no such file")
    if kind == ".csv":
        return read_motion_csv(file)
    try:
        if kind == ".nc":
            return motion_of_run(read_run(file), str(file), vehicle, body)
    except (OSError, KeyError):
        raise refuse_file(file, "is no run: `narcine run` writes run.nc, a netCDF file") from None
    except ValueError as error:
        raise refuse_file(file, str(error)) from None
    raise refuse_file(file, "MCAP logs cannot be read yet")
