"""What `narcine compare` leaves: tables and pictures on disk, and words on the terminal."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.console import Console

    from narcine.identification.comparing.comparison import Comparison, ComparisonSettings

    Drawn = tuple[str, Figure]

TABLE, DETAILS, PAGE = "comparison.csv", "comparison.json", "comparison.html"


def write_results(found: "list[Comparison]", settings: "ComparisonSettings", folder: Path, title: str) -> None:
    """Write tables, pictures, courses and the page."""
    from narcine.identification.comparing.comparison_file import write_courses, write_details, write_table
    from narcine.recording.write import whole_file
    from narcine.viewing.comparison import draw_correlations, draw_distances
    from narcine.viewing.comparison_page import write_comparison_page
    from narcine.viewing.figures import style

    write_table(found, folder / TABLE)
    write_details(found, settings, folder / DETAILS)
    for each in found:
        write_courses(each, folder / f"{each.name}_courses.csv")
    with style():
        together: dict[str, Drawn] = {}
        if len(found) > 1:
            together["dtw"] = ("Average Euclidean distance along the warping path, by dataset", draw_distances(found))
            together["pearson"] = ("Pearson's R of each quantity, by dataset", draw_correlations(found))
        apart = [_drawn(each) for each in found]
        for drawn in (together, *apart):
            for name, (_, figure) in drawn.items():
                with whole_file(folder / f"{name}.png") as unfinished:
                    figure.savefig(unfinished, dpi=110)
        pictures = [dict(drawn.values()) for drawn in (together, *apart)]
        write_comparison_page(folder / PAGE, f"{title}: simulation and experiment", found, pictures[0], pictures[1:])


def _drawn(comparison: "Comparison") -> "dict[str, Drawn]":
    """Return the pictures of a dataset by the names of their files."""
    from narcine.viewing.comparison import draw_motion, draw_path

    drawn = {}
    if comparison.measured.place is not None:
        caption = "Path in the plane, from its start (dot); north and east over time"
        drawn[f"{comparison.name}_path"] = (caption, draw_path(comparison))
    caption = "Heading, speed over ground in the plane, and yaw rate over time"
    drawn[f"{comparison.name}_motion"] = (caption, draw_motion(comparison))
    return drawn


def show_results(found: "list[Comparison]", folder: Path, errors: "Console") -> None:
    """Print the tables, what was applied, what makes one doubt, and what was written."""
    from rich.console import Console
    from rich.table import Table

    from narcine.viewing.comparison_tables import tables

    console = Console(highlight=False)
    for told in tables(found):
        table = Table(title=told.title, title_justify="left", title_style="bold", box=None, pad_edge=False)
        for number, heading in enumerate(told.headings):
            table.add_column(heading, justify="right" if number else "left", no_wrap=not number)
        for row in told.rows:
            table.add_row(*row)
        console.print(table)
        if told.note:
            console.print(told.note, style="dim")
        console.print()
    shared = [line for line in found[0].applied if len(found) > 1 and all(line in each.applied for each in found)]
    _list_lines(console, "all datasets", shared)
    for each in found:
        _list_lines(console, each.name, [line for line in each.applied if line not in shared])
        for line in each.doubts:
            errors.print(f"warning: {each.name}: {line}", style="yellow", soft_wrap=True)
    files = ", ".join(sorted(file.name for file in folder.iterdir() if not file.name.startswith(".")))
    console.print(f"{folder}: {files}", soft_wrap=True)


def _list_lines(console: "Console", heading: str, lines: list[str]) -> None:
    if lines:
        console.print(f"{heading}:", style="bold")
    for line in lines:
        console.print(f"  {line}", soft_wrap=True)
