"""`narcine bench`: how fast this engine is beside MuJoCo."""

import json
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter


def bench_command(*, json_: Annotated[Path | None, Parameter(name="--json")] = None) -> int:
    """Measure speed against MuJoCo on the same tree, in the same run, each figure the median of five.

    Parameters
    ----------
    json_
        also write all figures to this file

    """
    from importlib.util import find_spec

    if find_spec("mujoco") is None:
        sys.stderr.write("narcine bench needs MuJoCo as its peer: pip install 'narcine[bench]'\n")
        return 2
    from rich.console import Console

    from narcine.benchmark.formulations import measure_formulations
    from narcine.benchmark.measure import measure_all
    from narcine.benchmark.waters import measure_waters
    from narcine.cli.run import say_if_compiling
    from narcine.recording.write import whole_file

    console = Console(highlight=False, soft_wrap=True)
    say_if_compiling(console)
    figures = measure_all(console.print)
    figures |= measure_waters(console.print)
    figures |= measure_formulations(console.print)
    console.print(f"machine: {figures['machine']}, {figures['cores']} cores")
    console.print(f"cost of 40 bodies over 10: {figures['growth']:.2f}")
    console.print(f"a derivative costs {figures['derivative_over_run']:.2f} runs")
    console.print(
        f"first compilation {figures['first_compile_s']:.1f} s, start from the cache {figures['warm_start_s']:.2f} s"
    )
    console.print(f"peak memory of a 60 s RayBot run {figures['peak_mib']:.0f} MiB")
    if json_ is not None:
        with whole_file(json_) as unfinished:
            unfinished.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    return 0
