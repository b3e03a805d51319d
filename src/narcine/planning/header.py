"""A lookup table as a C header, for a microcontroller without floating-point numbers."""

from collections.abc import Iterable
from textwrap import fill

import numpy as np

from narcine.planning.actions import AMPLITUDE, FREQUENCY, TURN
from narcine.planning.lookup import Lookup

CENTIDEGREES = 18000 / np.pi
"""In a radian: angles in the header."""
LIGHT_UNITS = 10
"""In a lux: light in the header."""


def c_header(lookup: Lookup, title: str) -> str:
    """Return the header of a lookup table: the table, its sizes, actions in whole numbers, and how to ask it."""
    planner, motion = lookup.planner, lookup.motion
    histories, patterns, lights = lookup.table.shape
    sizes = {
        "PLAN_ACTIONS": len(motion.actions),
        "PLAN_HISTORY": motion.history,
        "PLAN_HISTORIES": histories,
        "PLAN_PATTERNS": patterns,
        "PLAN_LIGHTS": lights,
        "PLAN_ZONES": len(planner.weights),
        "PLAN_BEARINGS": planner.bearings,
        "PLAN_PERIOD_MS": round(1000 * motion.period),
        "PLAN_STRAIGHT": motion.straight,
    }
    return "\n".join(
        [
            *_opening(lookup, title),
            *(f"#define {name} {value}" for name, value in sizes.items()),
            "",
            *_actions(lookup),
            *_table(lookup),
            *_asking(),
            *(_seeing(lookup) if planner.photocells else ()),
            "#endif",
            "",
        ]
    )


def _opening(lookup: Lookup, title: str) -> list[str]:
    actions, period = len(lookup.motion.actions), lookup.motion.period
    return [
        f"/* What {_plain(title)} does next: {lookup.size} bytes, made by narcine plan.",
        " *",
        f" * Every {period:g} s ask plan_next(past, obstacles, light) for the next action, 0 to {actions - 1}.",
        " *   past       what was done: begin with plan_begin(), then past = plan_past(past, action)",
        (
            " *   obstacles  1 left + 2 middle + 4 right, of the infrared switches that were on in the last period"
            if lookup.planner.infrared
            else " *   obstacles  0: this planner heeds none"
        ),
        (
            " *   light      plan_light(zone, bearing), or 0 where no light is seen"
            if lookup.planner.photocells
            else " *   light      0: this planner heeds none"
        ),
        " * Angles are in 0.01 degrees, positive to starboard; frequencies in 0.001 Hz; light in 0.1 lx, cut, not",
        " * wrapped, at 65535. */",
        "#ifndef NARCINE_PLAN_H",
        "#define NARCINE_PLAN_H",
        "#include <stdint.h>",
        "",
    ]


def _plain(title: str) -> str:
    return title.replace("*/", "").replace("\n", " ")


def _numbers(kind: str, name: str, values: Iterable[int], note: str = "") -> list[str]:
    listed = ", ".join(str(value) for value in values)
    text = fill(listed, width=116, initial_indent="    ", subsequent_indent="    ")
    return [f"static const {kind} {name} = {{{f' /* {note} */' if note else ''}", text, "};", ""]


def _whole(values: object, units: float) -> list[int]:
    return [int(value) for value in np.rint(np.asarray(values, float) * units)]


def _actions(lookup: Lookup) -> list[str]:
    actions = lookup.motion.actions
    return [
        *_numbers("uint16_t", "plan_amplitude[PLAN_ACTIONS]", _whole(actions[:, AMPLITUDE], CENTIDEGREES), "0.01 deg"),
        *_numbers("uint16_t", "plan_frequency[PLAN_ACTIONS]", _whole(actions[:, FREQUENCY], 1000.0), "0.001 Hz"),
        *_numbers("int16_t", "plan_turn[PLAN_ACTIONS]", _whole(actions[:, TURN], CENTIDEGREES), "0.01 deg"),
    ]


def _table(lookup: Lookup) -> list[str]:
    size = "PLAN_HISTORIES * PLAN_PATTERNS * PLAN_LIGHTS"
    return _numbers("uint8_t", f"plan_table[{size}]", lookup.table.ravel().tolist(), "history, obstacles, light")


def _asking() -> list[str]:
    return [
        "static inline uint32_t plan_past(uint32_t past, uint32_t action)",
        "{",
        "    return (past * PLAN_ACTIONS + action) % PLAN_HISTORIES;",
        "}",
        "",
        "static inline uint32_t plan_begin(void)",
        "{",
        "    uint32_t past = 0;",
        "    for (uint32_t k = 0; k < PLAN_HISTORY + 0u; k++)",
        "        past = plan_past(past, PLAN_STRAIGHT);",
        "    return past;",
        "}",
        "",
        "static inline uint32_t plan_light(uint32_t zone, uint32_t bearing)",
        "{",
        "    return zone ? 1 + (zone - 1) * PLAN_BEARINGS + bearing : 0;",
        "}",
        "",
        "static inline uint8_t plan_next(uint32_t past, uint32_t obstacles, uint32_t light)",
        "{",
        "    return plan_table[(past * PLAN_PATTERNS + obstacles) * PLAN_LIGHTS + light];",
        "}",
        "",
    ]


def _seeing(lookup: Lookup) -> list[str]:
    planner = lookup.planner
    bounds = _whole(planner.zones, LIGHT_UNITS)
    return [
        f"#define PLAN_CELLS {len(planner.photocells)}",
        f"#define PLAN_AMBIENT {_whole([planner.ambient], LIGHT_UNITS)[0]}",
        *_numbers(
            "int16_t", "plan_cells[PLAN_CELLS]", _whole(planner.photocells, CENTIDEGREES), "bearings, port to starboard"
        ),
        "/* Zone of the brightest cell: 0 where no light is seen; a bound belongs to the brighter zone. */",
        "static inline uint32_t plan_zone(const uint16_t *light)",
        "{",
        "    uint16_t most = 0;",
        "    for (int k = 0; k < PLAN_CELLS; k++)",
        "        if (light[k] > most) most = light[k];",
        f"    return most <= PLAN_AMBIENT ? 0 : 1{''.join(f' + (most >= {bound})' for bound in bounds)};",
        "}",
        "",
        "/* Sums of what cell k and its neighbours read above the ambient light, and of that times their bearings. */",
        "static inline void plan_around(const uint16_t *light, int k, int64_t *sum, int64_t *moment)",
        "{",
        "    *sum = *moment = 0;",
        "    for (int j = k - 1; j <= k + 1; j++)",
        "        if (j >= 0 && j < PLAN_CELLS && light[j] > PLAN_AMBIENT) {",
        "            *sum += light[j] - PLAN_AMBIENT;",
        "            *moment += (int64_t)(light[j] - PLAN_AMBIENT) * plan_cells[j];",
        "        }",
        "}",
        "",
        "/* Bin of the light's direction: 0 dead ahead, from there to starboard and round. The direction n / d is the",
        " * mean of moment / sum around the first and the last brightest cell, in whole numbers below 2^63; the",
        " * nearest bin is |n| B / (36000 d) + 1/2 without its fraction, B the number of bins, on the side of n. */",
        "static inline uint32_t plan_bearing(const uint16_t *light)",
        "{",
        "    int first = 0, last = 0;",
        "    for (int k = 1; k < PLAN_CELLS; k++) {",
        "        if (light[k] > light[first]) first = k;",
        "        if (light[k] >= light[last]) last = k;",
        "    }",
        "    int64_t sum, moment, other_sum, other_moment;",
        "    plan_around(light, first, &sum, &moment);",
        "    plan_around(light, last, &other_sum, &other_moment);",
        "    int64_t n = moment * other_sum + other_moment * sum, d = 2 * sum * other_sum;",
        "    if (d == 0) return 0;",
        "    if (other_moment * sum - moment * other_sum > 18000 * sum * other_sum) /* half a turn apart: astern */",
        "        n += n < 0 ? 18000 * d : -18000 * d;",
        "    int64_t steps = (2 * (n < 0 ? -n : n) * PLAN_BEARINGS + 36000 * d) / (2 * 36000 * d);",
        "    steps %= PLAN_BEARINGS;",
        "    return (uint32_t)(n < 0 && steps ? PLAN_BEARINGS - steps : steps);",
        "}",
        "",
    ]
