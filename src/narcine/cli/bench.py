"""`narcine bench`: how fast this engine is beside MuJoCo."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter


def bench_command(
    *,
    view: Annotated[bool, Parameter(negative=())] = False,
    json_: Annotated[Path | None, Parameter(name="--json")] = None,
) -> int:
    """Measure speed against MuJoCo on the same tree, in the same run, each figure the median of five.

    Parameters
    ----------
    view
        measure the page of `narcine view` instead: what 20 bodies cost at 60 frames a second, and how late they come
    json_
        also write all figures to this file

    """
    if view:
        return _bench_view(json_)
    from importlib.util import find_spec

    if find_spec("mujoco") is None:
        sys.stderr.write("narcine bench needs MuJoCo as its peer: pip install 'narcine[bench]'\n")
        return 2
    from rich.console import Console

    from narcine.benchmark.fish import measure_fish
    from narcine.benchmark.formulations import measure_formulations
    from narcine.benchmark.measure import measure_all
    from narcine.benchmark.snakes import measure_snakes
    from narcine.benchmark.swims import measure_swims
    from narcine.benchmark.waters import measure_waters
    from narcine.cli.run import say_if_compiling

    console = Console(highlight=False, soft_wrap=True)
    say_if_compiling(console)
    figures = measure_all(console.print)
    figures |= measure_waters(console.print)
    figures |= measure_formulations(console.print)
    figures |= measure_swims(console.print)
    figures |= measure_snakes(console.print)
    figures |= measure_fish(console.print)
    console.print(f"machine: {figures['machine']}, {figures['cores']} cores")
    console.print(f"cost of 40 bodies over 10: {figures['growth']:.2f}")
    console.print(f"a derivative costs {figures['derivative_over_run']:.2f} runs")
    console.print(
        f"first compilation {figures['first_compile_s']:.1f} s, start from the cache {figures['warm_start_s']:.2f} s"
    )
    console.print(f"peak memory of a 60 s RayBot run {figures['peak_mib']:.0f} MiB")
    _write_json(figures, json_)
    return 0


def _bench_view(json_: Path | None) -> int:
    from rich.console import Console

    from narcine.benchmark.viewing import measure_viewing
    from narcine.cli.run import say_if_compiling
    from narcine.viewing.browser import BrowserMissing

    console = Console(highlight=False, soft_wrap=True)
    say_if_compiling(console)
    try:
        figures = measure_viewing(console.print)
    except BrowserMissing as missing:
        sys.stderr.write(f"{missing}\n")
        return 2
    console.print(
        f"{figures['view_bodies']} bodies at {figures['view_frames_per_second']:.0f} frames a second take "
        f"{100.0 * figures['view_core_share']:.0f} % of a core; they reach the browser in "
        f"{figures['view_arrived_ms']:.1f} ms and are drawn after {figures['view_drawn_ms']:.0f} ms (medians); "
        f"the simulation ran at {figures['view_pace']:.2f} of real time"
    )
    _write_json(figures, json_)
    return 0


def _write_json(figures: dict[str, Any], file: Path | None) -> None:
    from narcine.recording.write import whole_file

    if file is not None:
        with whole_file(file) as unfinished:
            unfinished.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
