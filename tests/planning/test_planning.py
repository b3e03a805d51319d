"""What planners must do whatever the readings: mirror, keep straight, wrap, and agree with their lookup tables."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narcine.planning import costs
from narcine.planning.actions import action_set, mirrored_actions
from narcine.planning.choice import choose
from narcine.planning.costs import light, risk
from narcine.planning.lookup import TooLarge, all_inputs, compile_lookup
from narcine.planning.sight import (
    Sight,
    bin_of,
    direction_of_bin,
    direction_of_light,
    mirrored_sight,
    pooled,
    sight_of,
)
from narcine.planning.ticks import DEGREE, TURN, apart, ticks
from tests.planning.motions import AVOID, CELLS, PLANNERS, SEARCH, TRACK, made_up

MOTIONS = {
    (history, coarse): made_up(history, coarse=coarse, **({"frequencies": (1.0,)} if history == 2 else {}))
    for history in (0, 1, 2)
    for coarse in (False, True)
}
planners = st.sampled_from(sorted(PLANNERS)).map(PLANNERS.get)
motions = st.sampled_from(sorted(MOTIONS)).map(MOTIONS.get)
readings = st.lists(st.one_of(st.floats(0.0, 300.0), st.sampled_from([0.0, 12.0, 20.0, 90.0])), min_size=7, max_size=7)
switches = st.lists(st.booleans(), min_size=3, max_size=3)
fast = settings(max_examples=300, deadline=None)


def pasts(motion):
    number = len(motion.actions)
    return st.lists(st.integers(0, number - 1), min_size=motion.history, max_size=motion.history)


def is_its_own_image(planner, motion, sight, history):
    image = mirrored_sight(planner, sight)
    return all(np.array_equal(one, other) for one, other in zip(sight, image, strict=True)) and np.array_equal(
        motion.mirror[history], history
    )


@fast
@given(data=st.data(), planner=planners, motion=motions, infrared=switches, cells=readings)
def test_a_mirrored_situation_gives_the_mirrored_action(data, planner, motion, infrared, cells):
    history = np.array([data.draw(pasts(motion))], int).reshape(1, motion.history)
    sight = sight_of(planner, [infrared], [cells])
    image = sight_of(planner, [infrared[::-1]], [cells[::-1]])
    assert image == mirrored_sight(planner, sight)
    action = choose(planner, motion, sight, history)
    mirrored = choose(planner, motion, image, motion.mirror[history])
    if is_its_own_image(planner, motion, sight, history):
        assert motion.theta[(*history[0], action[0])] >= 0
        assert mirrored == action
    else:
        assert mirrored == motion.mirror[action]


@pytest.mark.parametrize("motion", MOTIONS.values(), ids=[f"history {h}{', ties' * ties}" for h, ties in MOTIONS])
@pytest.mark.parametrize("planner", PLANNERS.values(), ids=PLANNERS)
def test_every_situation_has_its_mirror_image(planner, motion):
    sight, history = all_inputs(planner, motion)
    action = choose(planner, motion, sight, history)
    image = choose(planner, motion, mirrored_sight(planner, sight), motion.mirror[history])
    mirrored = mirrored_sight(planner, sight)
    own = np.all(motion.mirror[history] == history, axis=1)
    own &= np.all([one == other for one, other in zip(sight, mirrored, strict=True)], axis=0)
    assert np.array_equal(image[~own], motion.mirror[action[~own]])
    assert np.array_equal(image[own], action[own])
    theta = motion.theta[(*history.T, action)]
    assert np.all(theta[own] >= 0)


@fast
@given(data=st.data(), motion=motions, cells=readings)
def test_without_obstacles_nobody_avoids_any(data, motion, cells):
    history = np.array([data.draw(pasts(motion))], int).reshape(1, motion.history)
    clear = [[False, False, False]]
    track, search = sight_of(TRACK, clear, [cells]), sight_of(SEARCH, clear, [cells])
    assert choose(TRACK, motion, track, history) == choose(SEARCH, motion, search, history)
    avoid = sight_of(AVOID, clear, [cells])
    action = choose(AVOID, motion, avoid, history)[0]
    theta = np.abs(motion.theta[tuple(history[0])])
    assert theta[action] == theta.min()


@pytest.mark.parametrize("motion", MOTIONS.values(), ids=[f"history {h}{', ties' * ties}" for h, ties in MOTIONS])
@pytest.mark.parametrize("planner", PLANNERS.values(), ids=PLANNERS)
@pytest.mark.parametrize("brightest", [0.0, 15.0, 50.0, 200.0])
def test_a_light_dead_ahead_and_none_at_all_turn_nobody_who_swims_straight(planner, motion, brightest):
    cells = brightest * np.cos(CELLS) ** 2
    sight = sight_of(planner, [[False] * 3], [cells])
    assert sight.bearing == 0
    action = choose(planner, motion, sight, [[motion.straight] * motion.history])[0]
    assert motion.side[action] == 0
    if np.ptp(motion.speed):
        assert action == motion.straight


def test_without_light_and_obstacles_the_turn_before_is_not_gone_on_with():
    motion = made_up(1)
    nothing = sight_of(TRACK, np.zeros((len(motion.actions), 3)), np.zeros((len(motion.actions), 7)))
    history = np.arange(len(motion.actions))[:, None]
    actions = choose(TRACK, motion, nothing, history)
    best = np.abs(motion.theta).min(axis=1)
    assert np.array_equal(np.abs(motion.theta[history[:, 0], actions]), best)


@fast
@given(turns=st.integers(-3, 3), degrees=st.integers(-180, 180), theta=st.integers(-TURN, TURN))
def test_angles_wrap(turns, degrees, theta):
    angle = np.radians(degrees)
    assert bin_of(TRACK, angle) == bin_of(TRACK, angle + 2.0 * np.pi * turns) or abs(degrees) % 10 == 5
    assert ticks(angle) == ticks(angle + 2.0 * np.pi * turns)
    assert apart(theta + turns * TURN, degrees * DEGREE) == apart(theta, degrees * DEGREE) <= TURN // 2
    bearings = tuple(bearing + 2.0 * np.pi * turns for bearing in TRACK.infrared)
    turned = replace(TRACK, infrared=bearings)
    assert risk(turned, np.array([5]), np.array([[theta]])) == risk(TRACK, np.array([5]), np.array([[theta]]))


def test_across_the_stern_the_short_way_counts():
    astern = np.array([bin_of(TRACK, np.radians(170.0))])
    assert light(TRACK, astern, np.array([[-170 * DEGREE, 0]])).tolist() == [[20 * DEGREE, 170 * DEGREE]]


def test_risk_is_as_printed():
    degrees = np.arange(-90, 91, 5)
    theta = DEGREE * degrees[None]
    for pattern in range(8):
        left, middle, right = pattern & 1, pattern >> 1 & 1, pattern >> 2
        printed = -(left * (90 + degrees) + middle * np.abs(degrees) + right * (90 - degrees))
        assert np.array_equal(risk(AVOID, np.array([pattern]), theta)[0], DEGREE * printed)


@fast
@given(data=st.data(), motion=motions, infrared=switches, cells=readings, shift=st.integers(-(10**7), 10**7))
def test_a_shift_of_the_risk_changes_no_decision(data, motion, infrared, cells, shift):
    history = np.array([data.draw(pasts(motion))], int).reshape(1, motion.history)
    sight = sight_of(TRACK, [infrared], [cells])
    plain = choose(TRACK, motion, sight, history)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(costs, "risk", lambda *given: risk(*given) + shift)
        assert np.array_equal(choose(TRACK, motion, sight, history), plain)


def test_light_dead_astern_is_not_dead_ahead():
    """Cells that look aft on either side read the same, all others nothing."""
    aft = replace(TRACK, photocells=tuple(np.radians([-120.0, -80.0, -40.0, 0.0, 40.0, 80.0, 120.0])))
    found = sight_of(aft, [[False] * 3], [[90.0, 6.0, 6.0, 6.0, 6.0, 6.0, 90.0]])
    assert found.bearing[0] == aft.bearings // 2


@pytest.mark.parametrize(
    ("pattern", "side"), [(1, 1), (4, -1), (3, 1), (6, -1)], ids=["left", "right", "left and ahead", "right and ahead"]
)
@pytest.mark.parametrize("planner", [AVOID, TRACK], ids=["avoid", "track"])
def test_obstacles_are_turned_away_from(planner, pattern, side):
    motion = made_up(1)
    sight = Sight(np.array([pattern]), np.array([0]), np.array([0]))
    action = choose(planner, motion, sight, [[motion.straight]])[0]
    assert np.sign(motion.actions[action, 2]) == side
    assert motion.theta[motion.straight, action] * side == np.abs(motion.theta[motion.straight]).max()


def test_something_ahead_is_turned_away_from_to_the_side_turned_to_last():
    motion = made_up(1, coarse=True)
    sight = Sight(np.array([2, 2, 2]), np.zeros(3, int), np.zeros(3, int))
    port, starboard = np.argmin(motion.actions[:, 2]), np.argmax(motion.actions[:, 2])
    turned = motion.side[choose(AVOID, motion, sight, [[port], [motion.straight], [starboard]])]
    assert turned.tolist() == [-1, 1, 1]


def test_a_light_without_weight_still_decides_between_two_sides_that_are_alike():
    careless = replace(TRACK, weights=(0.0, 0.0, 0.0))
    motion = made_up(1)
    bearing = bin_of(careless, np.radians([-60.0, 60.0, 0.0]))
    sight = Sight(np.full(3, 2), np.full(3, 1), bearing)
    assert motion.side[choose(careless, motion, sight, np.full((3, 1), motion.straight))].tolist() == [-1, 1, 1]


def test_weights_follow_the_light():
    motion = made_up(0, turns=(-30.0, 0.0, 30.0))
    to_starboard = bin_of(TRACK, np.radians(40.0))

    def turn(zone):
        """Light to starboard, and an obstacle there too: the light itself, or a wall."""
        sight = Sight(np.array([4]), np.array([zone]), np.array([to_starboard]))
        return motion.side[choose(TRACK, motion, sight, np.zeros((1, 0)))][0]

    assert [turn(zone) for zone in (1, 2, 3)] == [-1, 1, -1]


def test_zones_begin_at_their_bounds_and_light_above_the_ambient():
    cells = np.zeros((6, 7))
    cells[:, 3] = [11.9, 12.0, 12.1, 20.0, 89.9, 90.0]
    assert sight_of(TRACK, np.zeros((6, 3)), cells).zone.tolist() == [0, 0, 1, 2, 2, 3]


def test_the_direction_of_the_light_at_the_edges_of_the_row():
    cells = np.full((4, 7), 12.0)
    cells[0, [0, 1]] = 112.0, 62.0
    cells[1, [6, 5]] = 112.0, 62.0
    cells[2, [0, 1, 2]] = 112.0, 2.0, 100.0
    cells[3, [2, 3, 4]] = 62.0, 112.0, 12.0
    found = np.degrees(direction_of_light(TRACK, cells))
    assert found == pytest.approx([-80.0, 80.0, -90.0, -10.0])


@fast
@given(cells=readings)
def test_light_comes_from_between_the_cells_that_see_it(cells):
    found = direction_of_light(TRACK, np.array([cells]))[0]
    brightest = np.flatnonzero(np.array(cells) == max(cells))
    if max(cells) > TRACK.ambient:
        low, high = CELLS[max(brightest[0] - 1, 0)], CELLS[min(brightest[-1] + 1, 6)]
        assert low - 1e-12 <= found <= high + 1e-12
    else:
        assert found == 0.0


@pytest.mark.parametrize("bearings", [5, 7, 36, 37])
def test_bins_hold_their_middles_and_dead_ahead_is_one(bearings):
    planner = replace(TRACK, bearings=bearings)
    middles = direction_of_bin(planner, np.arange(bearings))
    assert middles[0] == 0
    assert np.array_equal(bin_of(planner, middles * 2.0 * np.pi / TURN), np.arange(bearings))
    mirrored = direction_of_bin(planner, -np.arange(bearings) % bearings)
    assert np.array_equal(apart(middles, -mirrored), np.zeros(bearings))


def test_a_period_of_readings():
    infrared, cells = pooled([[[0, 0, 0], [0, 1, 0]]], [[[1.0] * 7, [3.0] * 7]])
    assert infrared.tolist() == [[False, True, False]]
    assert cells.tolist() == [[2.0] * 7]


@pytest.mark.parametrize("motion", MOTIONS.values(), ids=[f"history {h}{', ties' * ties}" for h, ties in MOTIONS])
@pytest.mark.parametrize("planner", PLANNERS.values(), ids=PLANNERS)
def test_the_table_holds_every_decision(planner, motion):
    lookup = compile_lookup(planner, motion, budget=2**20)
    sight, history = all_inputs(planner, motion)
    assert lookup.size == len(history) == lookup.table.size
    assert np.array_equal(lookup.choose(sight, history), choose(planner, motion, sight, history))
    random = np.random.default_rng(1).permutation(len(history))[:500]
    some = Sight(*(each[random] for each in sight))
    assert np.array_equal(lookup.choose(some, history[random]), choose(planner, motion, some, history[random]))


def test_a_table_over_the_budget_is_refused():
    with pytest.raises(TooLarge, match=r"8720 bytes \(10 histories x 8 .* x 109 .*more than the budget of 8000"):
        compile_lookup(TRACK, made_up(1), budget=8000)


def test_actions_without_a_mirror_image_are_refused():
    actions = action_set([0.3], [1.0], [-0.2, 0.0, 0.2])
    assert mirrored_actions(actions).tolist() == [2, 1, 0]
    with pytest.raises(ValueError, match=r"no action mirrors the one that turns by 0\.2 rad"):
        mirrored_actions(actions[1:])


def test_a_run_begins_as_after_the_fastest_swim_straight_on():
    motion = made_up(1)
    ahead = np.flatnonzero(motion.side == 0)
    assert motion.actions[motion.straight, 1] == motion.actions[ahead, 1].max()
