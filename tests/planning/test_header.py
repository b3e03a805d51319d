"""The C header, compiled and asked everything."""

import shutil
import subprocess

import numpy as np
import pytest

from narcine.planning.header import LIGHT_UNITS, c_header
from narcine.planning.lookup import all_inputs, compile_lookup, light_number
from narcine.planning.sight import direction_of_light, sight_of
from tests.planning.motions import AVOID, SEARCH, TRACK, made_up

COMPILER = shutil.which("gcc") or shutil.which("cc")
ASK_ALL = """
#include <stdio.h>
#include "plan.h"
int main(void)
{
    for (uint32_t past = 0; past < PLAN_HISTORIES; past++)
        for (uint32_t obstacles = 0; obstacles < PLAN_PATTERNS; obstacles++) {
            putchar(plan_next(past, obstacles, plan_light(0, 0)));
            for (uint32_t zone = 1; zone <= PLAN_ZONES + 0u; zone++)
                for (uint32_t bearing = 0; bearing < PLAN_BEARINGS; bearing++)
                    putchar(plan_next(past, obstacles, plan_light(zone, bearing)));
        }
    return 0;
}
"""
ASK_EYES = """
#include <stdio.h>
#include "plan.h"
int main(void)
{
    uint16_t light[PLAN_CELLS];
    while (fread(light, sizeof light, 1, stdin) == 1)
        printf("%u %u\\n", plan_zone(light), plan_bearing(light));
    printf("%u\\n", plan_past(plan_begin(), 3));
    return 0;
}
"""

pytestmark = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler to compile the header with")


def answers(folder, lookup, program, asked=b""):
    (folder / "plan.h").write_text(c_header(lookup, "a fish"))
    (folder / "ask.c").write_text(program)
    flags = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-Wno-type-limits", "-Wno-unused-function"]
    subprocess.run([COMPILER, *flags, "ask.c", "-o", "ask"], cwd=folder, check=True)
    return subprocess.run([folder / "ask"], input=asked, capture_output=True, check=True).stdout


@pytest.mark.parametrize("history", [0, 1, 2])
@pytest.mark.parametrize("planner", [TRACK, SEARCH, AVOID], ids=["track", "search", "avoid"])
def test_the_header_answers_as_the_planner_does(planner, history, tmp_path):
    motion = made_up(history, frequencies=(1.0,))
    lookup = compile_lookup(planner, motion, 2**20)
    said = np.frombuffer(answers(tmp_path, lookup, ASK_ALL), np.uint8)
    sight, before = all_inputs(planner, motion)
    assert np.array_equal(said, lookup.choose(sight, before))
    assert np.array_equal(light_number(planner, sight), np.tile(np.arange(planner.lights), len(said) // planner.lights))


def test_the_header_sees_as_the_planner_does(tmp_path):
    lookup = compile_lookup(TRACK, made_up(1))
    random = np.random.default_rng(0)
    light = random.integers(0, 2000, (4000, 7)).astype(np.uint16)
    light[:500, 3:] = light[:500, 3::-1]
    light[500:600] = 65535
    light[600:700] //= 20
    *said, past = answers(tmp_path, lookup, ASK_EYES, light.tobytes()).decode().splitlines()
    zone, bearing = np.array([line.split() for line in said], int).T
    sight = sight_of(TRACK, np.zeros((len(light), 3)), light / LIGHT_UNITS)
    seen = sight.zone > 0
    at = np.degrees(direction_of_light(TRACK, light / LIGHT_UNITS)) / 10.0 % 1.0
    clear = seen & (np.abs(at - 0.5) > 1e-9)
    assert np.array_equal(zone, sight.zone)
    assert clear.sum() > 3500
    assert np.array_equal(bearing[clear], sight.bearing[clear])
    assert int(past) == 3
