"""The command `narcine`: its subcommands, and how their failures reach the user."""

import sys
from typing import NoReturn

from cyclopts import App

from narcine import __version__

HELP = "Describe a bio-inspired or articulated underwater vehicle in a file, and swim it."

EXAMPLES = """Examples:
  narcine list                                  what ships
  narcine run raybot                            swim RayBot for 20 s
  narcine run raybot --set gait.frequency=1.5   with a faster tail beat
  narcine view raybot                           see it in the browser and steer it
  narcine new my_fish.yaml                      a commented file to start from
  narcine check my_fish.yaml                    mass, trim, forces, energy
  narcine reproduce raybot                      what was published, run again
  narcine mission zigzag_base                   legs, control and safety rules
  narcine map raybot --over gait.lag=0.5:2:7    speed, power, cost over a number
"""

COMMANDS = (
    (
        "run",
        "run:run_command",
        "Swim a vehicle or a scenario.",
        (
            "raybot",
            'raybot --set gait.frequency=1.5 --set "gait.amplitude=30 deg"',
            "my_scenario.yaml --out results/1",
            "remus100 --commands rudder_log.csv",
            "raybot --html",
            "raybot --feed 9000 --pace 2",
        ),
    ),
    (
        "mission",
        "mission:mission_command",
        "Fly missions in software-in-the-loop: legs, control, safety rules.",
        (
            "zigzag_base",
            "zigzag_morpheus_fins zigzag_morpheus_plain zigzag_ematt",
            "depth_steps --set frontseat.modes.cruise.depth.kp=0.3",
            "my_mission.yaml --out results/1",
            "circle --realtime",
            "circle --pace 10",
        ),
    ),
    (
        "view",
        "view:view_command",
        "See a vehicle in the browser and steer it, play a run back, or follow a simulation elsewhere.",
        ("", "bluerov_pair", "runs/raybot_001", "127.0.0.1:9000"),
    ),
    (
        "replay",
        "replay:replay_command",
        "Repeat a run from its input log, and compare.",
        ("dive.jsonl", "dive.jsonl --out results/dive", "dive.jsonl --tolerance 1e-3"),
    ),
    (
        "report",
        "report:report_command",
        "Write a run as one page: 3-D replay, curves, numbers.",
        ("runs/raybot_001/run.nc", "runs/raybot_001/run.nc ray.html"),
    ),
    (
        "film",
        "film:film_command",
        "Write a run as a film.",
        (
            "runs/raybot_001/run.nc ray.mp4",
            "runs/raybot_001/run.nc ray.mp4 --camera side --from 5 --to 10 --speed 0.5",
            "runs/raybot_001/run.nc ray.gif --size 480x270 --fps 15 --to 4",
        ),
    ),
    (
        "snapshot",
        "snapshot:snapshot_command",
        "Write a picture of a run at a moment, or of a vehicle as it starts.",
        (
            "raybot ray.png",
            "runs/raybot_001/run.nc ray.png --time 12.5 --camera top",
            "bluerov_pair pair.png --size 1920x1080",
        ),
    ),
    (
        "check",
        "check:check_command",
        "Weigh a vehicle and balance its forces and energy.",
        ("raybot", "my_fish.yaml --json audit.json"),
    ),
    (
        "stability",
        "stability:stability_command",
        "Tell whether a vehicle keeps its course, how it turns, and what forward fins change.",
        (
            "remus100",
            "remus100 --speed 1.5m/s --fin-position 0:0.8:17 --fin-size 0.5,1,2",
            'remus100 --thrust "1400 rpm" --set actuators.rudder.inflow=local --out results/remus',
        ),
    ),
    (
        "tune",
        "tune:tune_command",
        "Suggest gains of a vehicle's loops at a speed, and tell how it answers steps.",
        (
            "morpheus --speed 1.5",
            "base --speed 1.2 --out results/base",
            "base --speed 1.2 --flown runs/depth_steps_001/mission.mcap",
        ),
    ),
    (
        "reproduce",
        "reproduce:reproduce_command",
        "Run published experiments and put ours beside theirs.",
        ("", "raybot", "raybot.buoyancy --sensitivity", "raybot --out results/raybot --json raybot.json", "--list"),
    ),
    (
        "map",
        "map:map_command",
        "Map speed, power and cost of transport over any numbers of a vehicle.",
        (
            "raybot --over gait.frequency=0.5:2.5:9",
            'raybot --over gait.frequency=0.5:2.5:9 --over "gait.amplitude=10 deg:50 deg:5"',
            "raybot --over bodies.disc.mass=1.2:2:5 --duration 60 --out maps/mass",
            "perambulator --over gait.amplitude=0.2:1:9 --over gait.frequency=0.2:0.8:7 --over gait.lag=0.4,0.6,0.8",
        ),
    ),
    (
        "track",
        "track:track_command",
        "Tell speed and turn rate out of positions that an overhead camera saw.",
        ("runs/minifish_001/run.nc", "runs/minifish_001/run.nc --noise 5mm --dropout 0.3", "filmed.csv --out results"),
    ),
    (
        "identify tow",
        "identify_tow:identify_tow_command",
        "Tell drag with 95 % intervals out of runs in a towing tank.",
        (
            "runs.csv",
            'runs.csv --exclude "surge < 0.15 m/s: below the sensitivity of the cells" --out results',
            "runs.csv --vehicle bluerov --extrapolate sway=heave --write my_rov.yaml",
            "picked.csv --axis pitch",
        ),
    ),
    (
        "identify thruster",
        "identify_thruster:identify_thruster_command",
        "Tell shaft speed, thrust and thrust loss out of a bollard test or of towing runs with thrusters turning.",
        (
            "t200_16V.csv",
            "t200_16V.csv --vehicle bluerov --actuators surge_port,surge_starboard --write my_rov.yaml",
            "driven.csv --vehicle bluerov --actuators surge_port,surge_starboard",
            'driven.csv --thrusters 2 --drag 34.96,0 --diameter "76 mm"',
        ),
    ),
    (
        "compare",
        "compare:compare_command",
        "Hold a simulation against an experiment.",
        (
            "runs/bluerov_pair_001/run.nc captured.csv --vehicle pair_1",
            "bluerov_pair captured_1.csv captured_2.csv --vehicle pair_1",
            'bluerov captured.csv --lever "0.1, 0, -0.2" --axes x,-y,-z',
            "--pairs pairs.csv --out results",
        ),
    ),
    (
        "identify fit",
        "identify_fit:fit_command",
        "Fit numbers of a vehicle to measured runs of it.",
        (
            'tank.csv --model bluerov --parameters "bodies.hull.drag.quadratic.*" --tie "actuators.*.thrust.0"',
            "a.csv b.csv --model bluerov --parameters bodies.hull.mass --noise position=1mm,attitude=0.2deg",
            "a.csv --holdout b.csv --model my_rov.yaml --parameters bodies.hull.mass --write fitted.yaml",
            'decay.csv --model pendulum --parameters bodies.bob.mass --prior "bodies.bob.mass=1.4+-0.1"',
        ),
    ),
    (
        "plan",
        "plan:plan_command",
        "Learn how a vehicle with a planner moves, and make its decisions beforehand.",
        (
            "minifish --planner track",
            "minifish --planner avoid --out plans/avoid",
            "minifish --planner track --history 2 --set planner.budget=400000",
            'my_fish.yaml --set "planner.actions.turn=[-30 deg, 0, 30 deg]"',
        ),
    ),
    (
        "lab tow",
        "lab_tow:tow_command",
        "Tow a vehicle through a tank that is not there, and write what its load cells read.",
        (
            "bluerov",
            "bluerov --axis surge,heave --speeds -1:1:20 --repeats 3 --out tow.csv",
            "bluerov --axis pitch --speeds 0.2:1.4:7 --out pitch.csv",
            "bluerov --speeds 0:0.9:7 --thrusters surge_port,surge_starboard --pulse 1300:1700:9",
            "raybot --speeds 0.1:0.5:5 --noise 0.02N --coloured 0.01N --offset 0.05N --drift 0.01N",
        ),
    ),
    (
        "lab pmm",
        "lab_pmm:pmm_command",
        "Swing a vehicle on a planar motion mechanism that is not there, and write what its balance reads.",
        (
            "bluerov",
            "bluerov --plane vertical --width 2% --out heave.csv",
            "bluerov --motion sway,turn --amplitude 0.1:0.4:4 --frequency 0.05,0.1,0.2 --cycles 10",
            "remus100 --speed 1.5m/s --noise 1N --out remus.csv",
        ),
    ),
    (
        "lab plan",
        "lab_plan:plan_command",
        "Tell how many towing runs an interval of a given width takes.",
        (
            "bluerov --axis surge --width 1%",
            "bluerov --axis pitch --speeds 0.2:1.4:7 --of linear --width 10%",
            "bluerov --axis heave --width 2% --calibration 0.5% --noise 1N --steady 20s",
        ),
    ),
    (
        "lab decay",
        "lab_decay:decay_command",
        "Let a vehicle go on springs, by its own righting moment or as a pendulum, and write how it swings.",
        (
            "bluerov --axis heave --spring 40N/m --offset 10cm",
            "bluerov --axis roll --offset 20deg --out roll.csv",
            "bluerov --axis surge --arm 1.5m --offset 15deg --set bodies.hull.mass=9",
        ),
    ),
    (
        "lab motion",
        "lab_motion:motion_command",
        "Let a vehicle run under cameras that are not there, and write what they see.",
        (
            "bluerov",
            "bluerov --commands thrust.csv --duration 60 --lost 5% --lever 0.1,0,-0.2",
            "raybot --duration 60 --joints 0.5deg --seed 3",
        ),
    ),
    (
        "identify pmm",
        "identify_pmm:pmm_command",
        "Tell added inertia and damping out of captive oscillations, with intervals.",
        (
            "bluerov_pmm.csv",
            "bluerov_pmm.csv --vehicle bluerov --write my_rov.yaml",
            "heave.csv --vehicle my_rov.yaml --set bodies.hull.mass=7.5 --out results",
        ),
    ),
    ("list", "library:list_command", "List the vehicles, scenarios, missions and measurements that ship.", ("",)),
    (
        "new",
        "library:new_command",
        "Write a commented vehicle file to start from, or a copy of what ships.",
        ("my_fish.yaml", "snake --modules 16", "my_auv.yaml --like base", "my_mission.yaml --like zigzag_base"),
    ),
    (
        "import",
        "importing:import_command",
        "Write a vehicle file from a robot's URDF or SDF.",
        ("robot.urdf", "model.sdf --out my_robot.yaml"),
    ),
    (
        "added-inertia",
        "added_inertia:added_inertia_command",
        "Solve for the added inertia of bodies by boundary elements.",
        ("my_robot.yaml", "my_robot.yaml hull fin --panels 4000", "my_robot.yaml hull --out hull.added.yaml"),
    ),
    (
        "schema",
        "library:schema_command",
        "Write the JSON schema of vehicle, scenario or mission files, so that editors complete them.",
        ("--out vehicle.schema.json", "scenario --out scenario.schema.json"),
    ),
    (
        "bench",
        "bench:bench_command",
        "Measure speed against MuJoCo on the same tree.",
        ("", "--view", "--json bench.json"),
    ),
)

GROUPS = {
    "identify": "Numbers of a vehicle out of measurements: towing tank, thruster tests, motion.",
    "lab": "A laboratory that is not there: what tanks would measure of a vehicle, to plan experiments with.",
}
"""Commands that have commands of their own."""


def _help(name: str, examples: tuple[str, ...]) -> str:
    return "Examples:" + "".join(f"\n  narcine {name} {example}".rstrip() for example in examples) + "\n"


app = App(name="narcine", help=HELP, help_epilogue=EXAMPLES, version=__version__, help_format="plaintext")
groups: dict[str, App] = {}
for name, summary in GROUPS.items():
    groups[name] = App(name=name, help=summary, help_epilogue="", help_format="plaintext")
    app.command(groups[name])
for name, target, summary, examples in COMMANDS:
    group_name, _, own_name = name.rpartition(" ")
    owner = groups[group_name] if group_name else app
    owner.command(f"narcine.cli.{target}", name=own_name, help=summary, help_epilogue=_help(name, examples))


def main() -> NoReturn:
    """Run the command line; a user's mistake shows its message alone, and ends with status 2."""
    from narcine.description.problems import DescriptionError

    try:
        result = app(result_action="return_value")
    except DescriptionError as error:
        _print_problems(error)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.stderr.write("\ninterrupted\n")
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(0)
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        sys.stderr.write(f"{name}{error.strerror or error}\n")
        sys.exit(2)
    except MemoryError as error:
        sys.stderr.write(f"not enough memory: {error}\n" if str(error) else "not enough memory\n")
        sys.exit(2)
    sys.exit(result if isinstance(result, int) else 0)


def _print_problems(error: Exception) -> None:
    problems = error.problems  # type: ignore[attr-defined]
    for problem in problems:
        sys.stderr.write(f"{problem}\n")
    if len(problems) > 1:
        sys.stderr.write(f"{len(problems)} problems\n")
