"""Pictures of thrusters show what was measured and fitted, with units."""

import numpy as np
import pytest

from narcine.description.library import SAMPLES
from narcine.identification.thrusters.open_water import Screw, open_water
from narcine.identification.thrusters.thrust_law import Setting
from narcine.identification.thrusters.thrust_loss import thrust_loss
from narcine.identification.thrusters.thrust_tow import identify_thrusters
from narcine.identification.thrusters.thruster import fit_thruster
from narcine.identification.thrusters.thruster_file import read_bollard
from narcine.viewing.open_water import draw_loss, draw_open_water
from narcine.viewing.thrusters import ShaftData, draw_bollard, draw_shaft, shaft_data
from tests.identification.driven import PULSES, driven_campaign

RPM = 30.0 / np.pi


@pytest.fixture(scope="module")
def towed():
    return identify_thrusters(driven_campaign(np.random.default_rng(3)), Setting(2.0))


def bars(panel):
    """Return heights of the error bars of a panel, in their order."""
    return np.concatenate([np.ptp([s[:, 1] for s in each[2][0].get_segments()], axis=1) for each in panel.containers])


def key_of(figure):
    return [text.get_text() for text in figure.legends[0].get_texts()]


def test_a_bollard_test():
    test = read_bollard(SAMPLES / "t200_16V.csv")
    fit = fit_thruster(test.pulse, test.shaft, test.force, test.power)
    figure = draw_bollard("t200", test, fit)
    assert [panel.get_ylabel() for panel in figure.axes] == ["thrust (N)", "power (W)"]
    assert figure.axes[-1].get_xlabel() == "pulse (us)"
    data = ShaftData(test.pulse, test.shaft)
    speeds = draw_shaft("t200", data, {way: own.curve for way, _, own in fit.ways}, 1500.0)
    assert "forward: 102 x^0.615 - 524" in key_of(speeds)
    band = speeds.axes[1].collections[0].get_paths()[0].vertices[:, 1]
    curve = fit.forward.curve
    assert band.max() == pytest.approx(RPM * curve.half_band(np.linspace(*curve.reach, 200)).max())


def test_shaft_speeds_of_towing_runs_have_intervals(towed):
    data = shaft_data(towed)
    assert len(data.pulse) == len(PULSES) - 1
    figure = draw_shaft("towed", data, towed.curves, towed.neutral)
    assert bars(figure.axes[0]) == pytest.approx(2.0 * RPM * data.half_width)


def test_thrust_coefficients_and_losses_have_intervals(towed):
    lines = open_water(towed.fit, Screw(0.076))
    figure = draw_open_water("towed", lines)
    (panel,) = figure.axes
    assert (panel.get_xlabel(), panel.get_ylabel()) == ("advance ratio J", "thrust coefficient K_T")
    assert "hollow: water from behind" in key_of(figure)
    wanted = np.concatenate([2.0 * line.quantile * line.error for line in lines])
    assert np.sort(bars(panel)) == pytest.approx(np.sort(wanted))
    loss = thrust_loss(towed.fit)
    picture = draw_loss("towed", loss)
    assert np.sort(bars(picture.axes[0])) == pytest.approx(np.sort(2.0 * loss.half_width))
    assert len(key_of(picture)) == len(PULSES) - 1
    assert np.asarray(picture.axes[1].collections[0].get_array()) == pytest.approx(loss.loss)
