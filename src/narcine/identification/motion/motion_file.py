"""Files of motion, whatever wrote them: a run, a table, a log of messages."""

from pathlib import Path

from narcine.description.library import find_measurements
from narcine.identification.columns import refuse_file
from narcine.identification.motion.motion import Motion
from narcine.identification.motion.motion_csv import read_motion_csv
from narcine.identification.motion.motion_mcap import read_motion_mcap
from narcine.identification.motion.motion_run import motion_of_run
from narcine.recording.write import read_run

KINDS = (".nc", ".csv", ".mcap")
TOPICS = ".mcap#"
"""What stands between a log and topics that are named: log.mcap#/mocap/rov."""


def file_of(name: Path) -> Path:
    """Return the file that a name stands for, without the topics of a log behind it."""
    log, separator, _ = str(name).partition(TOPICS)
    return Path(log + TOPICS[:-1]) if separator else name


def read_motion(file: Path, vehicle: str | None = None, body: str | None = None) -> Motion:
    """Return the motion in a run.nc, a CSV file or an MCAP log, here or among those that ship, or say what is wrong.

    Of a run with several vehicles one must be named, or one of its bodies; of a log with several topics of one role,
    one topic behind its name: log.mcap#/mocap/rov, or several with commas between them.
    """
    topics = str(file).partition(TOPICS)[2]
    file = find_measurements(file_of(file))
    kind = file.suffix.lower()
    if kind not in KINDS:
        raise refuse_file(file, f"must be a run, a table or a log of motion: {', '.join(KINDS)}")
    if not file.is_file():
        raise refuse_file(file, "there is no such file; `narcine list` shows data that ship")
    if kind == ".csv":
        return read_motion_csv(file)
    if kind == ".mcap":
        return read_motion_mcap(file, topics or None)
    try:
        return motion_of_run(read_run(file), str(file), vehicle, body)
    except (OSError, KeyError):
        raise refuse_file(file, "is no run: `narcine run` writes run.nc, a netCDF file") from None
    except ValueError as error:
        raise refuse_file(file, str(error)) from None
