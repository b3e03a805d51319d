"""Pictures of comparisons: every curve, its label, and what is marked."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from narcine.identification.comparing.comparison import compare
from narcine.identification.motion.motion import Motion
from narcine.viewing.comparison import draw_correlations, draw_distances, draw_motion, draw_path
from narcine.viewing.figures import style


def motion(noise, seed, yaw_rate):
    rng = np.random.default_rng(seed)
    time = np.arange(0.0, 8.0, 0.02)
    yaw = yaw_rate * time
    still = np.zeros_like(time)
    way = np.stack([time, 0.2 * time, still], axis=1) + noise * rng.normal(size=(len(time), 3))
    turns = Rotation.from_euler("z", yaw[:, None]) * Rotation.from_rotvec(noise * rng.normal(size=(len(time), 3)))
    return Motion(
        f"{seed}.csv",
        time,
        way,
        np.roll(turns.as_quat(), 1, axis=1),
        np.stack([1.0 + still, 0.2 + still, still], axis=1),
        np.stack([still, still, yaw_rate + still], axis=1),
        commands={"surge": np.where(time >= 3.0, 1700.0, 1500.0)},
    )


@pytest.fixture(scope="module")
def comparisons():
    return [compare(motion(0.0, 0, rate), motion(0.001, seed, rate)) for seed, rate in ((1, 0.0), (2, 0.5))]


def test_curves_of_both_with_the_moment_of_engagement(comparisons):
    with style():
        path, turning = draw_path(comparisons[1]), draw_motion(comparisons[1])
    assert [axes.get_ylabel() for axes in path.axes] == ["east (m)", "north (m)", "east (m)"]
    assert [axes.get_ylabel() for axes in turning.axes] == ["heading (deg)", "speed (m/s)", "yaw rate (deg/s)"]
    for axes in turning.axes:
        engaged = [line for line in axes.lines if list(line.get_xdata()) == [3.0, 3.0]]
        assert len(engaged) == 1
    heading = turning.axes[0].lines[0].get_ydata()
    assert np.ptp(heading) == pytest.approx(np.degrees(0.5 * 7.98), rel=1e-3)


def test_bars_of_all_datasets_with_those_of_noise_in_another_colour(comparisons):
    with style():
        distances, correlations = draw_distances(comparisons), draw_correlations(comparisons)
    assert [axes.get_ylabel() for axes in distances.axes] == [
        "position (m)",
        "speed (m/s)",
        "heading (deg)",
        "yaw rate (deg/s)",
    ]
    for axes in distances.axes:
        assert len(axes.patches) == 2
    assert distances.axes[0].patches[0].get_height() == pytest.approx(comparisons[0].dtw["position"])
    labels = [text.get_text() for text in distances.axes[-1].get_xticklabels()]
    assert labels == ["1", "2"]
    (heading,) = [axes for axes in correlations.axes if axes.get_ylabel() == "heading"]
    noise, turn = (bar.get_facecolor() for bar in heading.patches)
    assert noise != turn
