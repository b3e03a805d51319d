"""Pictures of stability: lines end where theory does, and say so."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from narcine.manoeuvring.assessment import assess
from narcine.manoeuvring.steady import Aim
from narcine.viewing.manoeuvring import draw_deflection, draw_fin_position, draw_stern_size
from tests.manoeuvring.torpedoes import with_fins


@pytest.fixture(scope="module")
def finned():
    return assess(with_fins(), Aim(speed=1.5))


def names(figure):
    return [text.get_text() for text in figure.legends[0].get_texts()]


def test_the_turn_over_the_rudder_is_the_closed_form_up_to_its_pole(finned):
    figure = draw_stern_size(finned)
    line = figure.axes[1].lines[0]
    at, turn = line.get_xdata(), line.get_ydata()
    steered = finned.out.steered.with_fins(0.0, 0.0)
    exact = [steered.with_rudder(steered.rudder * each) for each in at]
    stable = np.array([each.stability_index > 0.0 for each in exact])
    assert np.array_equal(np.isfinite(turn), stable)
    # Both are rational in the size; rounding grows only next to the pole.
    wanted = np.array([each.turn_rate_by_rudder for each in exact])[stable]
    assert turn[stable] == pytest.approx(wanted, rel=1e-6)
    assert not stable.all()
    assert "C = 0: theory ends" in names(figure)


def test_an_unstable_vehicle_has_no_linear_theory_and_is_said_so(finned):
    assert not any("unstable" in name for name in names(draw_deflection(finned)))
    # Fins as large as a barn door at the nose: C < 0.
    large = replace(finned.out.steered, fins=50.0 * finned.out.steered.fins, ahead=0.6, incidence=0.0)
    assert large.stability_index < 0.0
    unstable = replace(finned, out=SimpleNamespace(steered=large))
    told = names(draw_deflection(unstable))
    assert {"fins straight (no theory: unstable)", "fins mirrored (no theory: unstable)"} <= set(told)


def test_places_are_named_inside_of_the_panel(finned):
    figure = draw_fin_position(finned)
    figure.canvas.draw()
    for axes in figure.axes:
        frame = axes.get_window_extent()
        for text in axes.texts:
            words = text.get_window_extent()
            assert frame.x0 < words.x0 < words.x1 < frame.x1
