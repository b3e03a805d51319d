"""`narcine report`: a run as one page that opens in any browser."""

from pathlib import Path


def report_command(run: Path, file: Path | None = None, /) -> int:
    """Write a run as one page: a 3-D replay with curves, numbers and the description.

    The page needs no network and no other file. `narcine run --html` writes it with the run.

    Examples
    --------
      narcine report runs/raybot_001/run.nc
      narcine report runs/raybot_001/run.nc ray.html

    Parameters
    ----------
    run
        a run.nc
    file
        name of the page; report.html beside the run when not given

    """
    import sys

    from narcine.cli.run_file import open_run, warn_of_missing_shapes
    from narcine.description.problems import DescriptionError, Place, Problem
    from narcine.viewing.replay.report import write_report

    file = run.with_name("report.html") if file is None else file
    if file.suffix.lower() not in (".html", ".htm"):
        raise DescriptionError([Problem((), "a report ends in .html", Place(str(file)))])
    dataset = open_run(run)
    warn_of_missing_shapes(dataset)
    write_report(dataset, file)
    sys.stdout.write(f"{file}: {file.stat().st_size / 1e6:.2f} MB\n")
    return 0
