"""`narcine view`: see and steer a vehicle in the browser, play a run back, or follow a simulation elsewhere."""

import re
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

if TYPE_CHECKING:
    from rich.console import Console

    from narcine.description.load import Description
    from narcine.viewing.live.act import Act
    from narcine.viewing.live.choosing import Chooser
    from narcine.viewing.live.operating import Operating
    from narcine.viewing.live.repeating import Settings

FEED = re.compile(r"^(?:[\w.-]+|\[[0-9a-fA-F:]+\]):\d+$")
FIRST_PORT = 8080
PATIENCE = 1.0
"""Time (s) to wait for a feed before saying so."""
CURRENT_RESPONSE = "1 s"
"""Time in which a steered current is 90 % there."""


def view_command(
    source: str = "raybot",
    /,
    *,
    set_: Annotated[list[str] | None, Parameter(name="--set", negative=())] = None,
    host: str = "127.0.0.1",
    port: int | None = None,
    browser: bool = True,
    paused: Annotated[bool, Parameter(negative=())] = False,
    out: str | None = None,
) -> int:
    """See a vehicle or scenario swim in the browser and steer it, play a run back, or follow one in another process.

    Opens a page at http://127.0.0.1:8080, for this machine alone: sliders for every input, cameras, arrows of velocity
    and forces, curves and numbers. What the sliders do is logged, and `narcine replay` repeats it. Ctrl-C ends it.

    Examples
    --------
      narcine view
      narcine view bluerov_pair
      narcine view my_scenario.yaml --set water.surface=calm
      narcine view runs/raybot_001
      narcine view 127.0.0.1:9000

    Parameters
    ----------
    source
        name of a vehicle or scenario that ships, a file, a run (its folder or run.nc), or HOST:PORT of a feed
        (`narcine run --feed`)
    set_
        change a value of the file: path=value, as often as you like
    host
        address to serve at; 0.0.0.0 opens the page to the network, to all who have its token
    port
        port to serve at; 8080, or the next that is free, when not given
    browser
        open the page in the browser
    paused
        wait at the start
    out
        folder for the log of inputs and what is saved; runs/NAME_view_001 and so on when not given

    """
    from rich.console import Console

    from narcine.cli.settings import parse_settings

    console = Console(highlight=False)
    settings = parse_settings(set_ or [])
    check_port(host, port)
    with ExitStack() as stack:
        act, chooser = _act(source, settings, paused, out, console, stack)
        return _serve(act, chooser, host, port, browser, console)


def _act(
    source: str, settings: "dict[str, str]", paused: bool, out: str | None, console: "Console", stack: ExitStack
) -> "tuple[Act, Chooser | None]":
    """Return what a source shows, and what else can be chosen."""
    from narcine.cli.run_file import run_file

    file = run_file(source)
    if file is not None:
        return _playback(str(file), settings), None
    if FEED.match(source):
        return _following(source, settings, console), None
    return _operating(source, settings, paused, out, console, stack)


def _operating(
    source: str, settings: "dict[str, str]", paused: bool, out: str | None, console: "Console", stack: ExitStack
) -> "tuple[Act, Chooser]":
    from narcine.cli.folder import results_folder
    from narcine.cli.run import say_if_compiling
    from narcine.description.library import shipped_scenarios, shipped_vehicles
    from narcine.simulation.simulation import Simulation
    from narcine.viewing.live.choosing import Chooser
    from narcine.viewing.live.operating import Operating

    kept: list[Path] = []

    def folder_of(name: str) -> Path:
        if out is None or not kept:
            kept.append(stack.enter_context(results_folder(out, f"{name}_view", overwrite=True)))
        return kept[-1]

    def make(name: str, chosen: "Settings") -> "Operating":
        description = _steered(name, dict(chosen))
        simulation = Simulation(description)
        say_if_compiling(console, simulation.coupled)
        folder = folder_of(description.scenario.name)
        stack.callback(_say_where, folder, console)
        return Operating(simulation, lambda: _unused(folder, "inputs.jsonl"), lambda act: _save(act, folder), paused)

    chooser = Chooser([*shipped_vehicles(), *shipped_scenarios()], source, make, settings)
    return chooser.act, chooser


def _steered(name: str, settings: "dict[str, str]") -> "Description":
    """Return a description whose current is an input, so that it can be steered."""
    from narcine.description.load import load_description

    description = load_description(name, settings)
    if description.scenario.water.current_response is not None:
        return description
    path = "run.water.current_response" if description.kind == "vehicle" else "water.current_response"
    return load_description(name, {**settings, path: CURRENT_RESPONSE})


def _unused(folder: Path, *names: str) -> Path:
    """Return the first of names in a folder, numbered so that none of them is taken: run.nc, run_2.nc and so on."""
    number = 1
    while True:
        files = [folder / (name if number == 1 else name.replace(".", f"_{number}.")) for name in names]
        if not any(file.exists() for file in files):
            return files[0]
        number += 1


def _save(act: "Operating", folder: Path) -> list[Path]:
    """Write what was recorded so far, with a report, beside what was saved before; return the files."""
    from narcine.recording.write import write_run
    from narcine.viewing.replay.report import write_report

    dataset = act.live.recorded()
    report = _unused(folder, "report.html", "run.nc")
    run = report.with_name(report.name.replace("report", "run").replace(".html", ".nc"))
    write_run(dataset, run)
    write_report(dataset, report)
    return [report, run]


def _say_where(folder: Path, console: "Console") -> None:
    """Tell what a page left behind, and how to repeat it."""
    logs = sorted(folder.glob("inputs*.jsonl"))
    if logs:
        files = ", ".join(sorted(file.name for file in folder.iterdir() if not file.name.startswith(".")))
        console.print(f"{folder}: {files}; repeat it with: narcine replay {logs[0]}", soft_wrap=True)


def _playback(file: str, settings: "dict[str, str]") -> "Act":
    from narcine.cli.run_file import read_run
    from narcine.description.problems import DescriptionError, Place, Problem
    from narcine.simulation.simulation import Simulation
    from narcine.viewing.live.playback import Playback

    _refuse_settings(settings, file)
    run, description = read_run(Path(file))
    try:
        return Playback(run, Simulation(description))
    except ValueError as error:
        raise DescriptionError([Problem((), str(error), Place(file))]) from None


def _following(address: str, settings: "dict[str, str]", console: "Console") -> "Act":
    from narcine.description.problems import DescriptionError, Place, Problem
    from narcine.simulation.feed_messages import FeedError
    from narcine.simulation.follower import Follower
    from narcine.viewing.live.following import Following

    _refuse_settings(settings, address)
    try:
        follower = Follower(address)
    except ValueError as error:
        raise DescriptionError([Problem((), str(error), Place(address))]) from None
    if not follower.wait(PATIENCE):
        console.print(f"waiting for a simulation at {address}: narcine run NAME --feed {address}", soft_wrap=True)
    while follower.description is None:
        follower.wait(PATIENCE)
    try:
        return Following(follower)
    except FeedError as error:
        raise DescriptionError([Problem((), str(error), Place(address))]) from None


def _refuse_settings(settings: "dict[str, str]", source: str) -> None:
    from narcine.description.problems import DescriptionError, Place, Problem

    if settings:
        message = f"{source} is as it is; --set changes what a file describes"
        raise DescriptionError([Problem((), message, Place(f"--set {next(iter(settings))}"))])


def _serve(
    act: "Act", chooser: "Chooser | None", host: str, port: int | None, browser: bool, console: "Console"
) -> int:
    """Serve the page until Ctrl-C."""
    import webbrowser

    from narcine.viewing.live.guard import LOOPBACK, Guard, guarded_server, stop_quietly
    from narcine.viewing.live.page import Page

    guard = Guard(host)
    server = guarded_server(guard, FIRST_PORT if port is None else port)
    page = Page(server, act, chooser)
    try:
        console.print(f"narcine: {act.simulation.scenario.name} at {guard.address}", soft_wrap=True)
        if host not in LOOPBACK:
            console.print(
                f"warning: the page is open to the network at {host}: whoever has the token in its address can see and "
                "steer the simulation, and nothing is encrypted",
                style="yellow",
                soft_wrap=True,
            )
        console.print("Ctrl-C ends it.")
        if browser:
            webbrowser.open(guard.address)
        page.run()
    except KeyboardInterrupt:
        sys.stderr.write("\n")
    finally:
        stop_quietly(server)
        page.act.close()
    return 0


def check_port(host: str, port: int | None) -> None:
    """Refuse a host or port that cannot be served at."""
    import errno
    import socket

    from narcine.description.problems import DescriptionError, Place, Problem

    if port is not None and not 0 <= port <= 65535:
        raise DescriptionError([Problem((), "must be a port, 0 to 65535", Place(f"--port {port}"))])
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port or 0))
        except socket.gaierror as error:
            raise DescriptionError([Problem((), f"is no address: {error}", Place(f"--host {host}"))]) from None
        except OSError as error:
            at_port = {
                errno.EADDRINUSE: "is taken by another program; choose another, or leave --port out",
                errno.EACCES: "needs the rights of an administrator; choose one from 1024 on, or leave --port out",
            }
            if port and error.errno in at_port:
                raise DescriptionError([Problem((), at_port[error.errno], Place(f"--port {port}"))]) from None
            foreign = error.errno == errno.EADDRNOTAVAIL
            said = "is no address of this machine" if foreign else str(error.strerror or error)
            raise DescriptionError([Problem((), said, Place(f"--host {host}"))]) from None
