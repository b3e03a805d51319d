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


@pytest.mark.parametrize(("share", "named"), [(1e-9, False), (0.5, True), (0.97, True), (1.0 - 1e-9, False)])
def test_places_are_named_inside_of_the_panel_and_not_on_its_axis(finned, share, named):
    nose = finned.over_position[0].at[-1]
    body = SimpleNamespace(rotation_centre=-1.0, aerodynamic_centre=share * nose)
    figure = draw_fin_position(replace(finned, away=SimpleNamespace(bare=body)))
    figure.canvas.draw()
    assert [text.get_text() for text in figure.axes[0].texts] == (["x_AC"] if named else [])
    for axes in figure.axes:
        frame = axes.get_window_extent()
        for text in axes.texts:
            words = text.get_window_extent()
            assert frame.x0 < words.x0 < words.x1 < frame.x1
