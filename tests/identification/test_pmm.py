"""Captive equations: against Fossen's matrices, and with noise whose truth is known."""

import numpy as np
import pytest
from scipy.signal import lfilter
from scipy.stats import binom

from narcine.description.problems import DescriptionError
from narcine.identification.captive.harmonic import angular_frequency, harmonics, structured
from narcine.identification.captive.pmm import (
    ORDER,
    PLANES,
    CaptiveRun,
    Coefficient,
    coefficients,
    fit_pmm,
    foreseen_widths,
    regressors,
)
from narcine.identification.captive.pmm_file import FEWEST, read_captive_runs, write_captive_runs

RATE = 20.0
TIME = np.arange(0.0, 40.0, 1.0 / RATE)


def matrices(plane):
    """Return M, L and Q of a body (6, 6) with couplings in both planes."""
    M = np.diag([9.9, 25.8, 20.6, 0.15, 0.13, 0.41])
    M[1, 5] = M[5, 1] = 0.7
    M[2, 4] = M[4, 2] = -0.4
    L = np.diag([1.0, 0.3, 0.2, 0.9, 0.3, 4.6])
    L[1, 5], L[5, 1], L[2, 4], L[4, 2] = 0.5, -0.8, 0.6, 0.9
    return M, L, np.diag([35.0, 103.0, 74.0, 0.1, 0.03, 0.43])


def exerted(plane, velocity, acceleration):
    """Return M nu_dot + C(nu) nu + L nu + Q |nu| nu, with C of Fossen 2011, eq 6.43, in all six freedoms."""
    M, L, Q = matrices(plane)
    axes = list(PLANES[plane].axes)
    found = []
    for nu3, rate3 in zip(velocity, acceleration, strict=True):
        nu, rate = np.zeros(6), np.zeros(6)
        nu[axes], rate[axes] = nu3, rate3
        momentum = M @ nu
        linear, angular = momentum[:3], momentum[3:]
        coriolis = np.concatenate([np.cross(nu[3:], linear), np.cross(nu[3:], angular) + np.cross(nu[:3], linear)])
        found.append((M @ rate + coriolis + L @ nu + Q @ (np.abs(nu) * nu))[axes])
    return np.array(found)


def swung(plane, name, swings, noise=0.0, rng=None):
    """Return a run with a mean and a swing (mean, amplitude, frequency) of each freedom."""
    velocity, acceleration = np.zeros((2, len(TIME), 3))
    for k, (mean, size, frequency) in enumerate(swings):
        w = 2.0 * np.pi * frequency
        velocity[:, k] = mean + size * np.cos(w * TIME)
        acceleration[:, k] = -size * w * np.sin(w * TIME)
    wrench = exerted(plane, velocity, acceleration)
    if rng is not None:
        wrench = wrench + rng.normal(0.0, noise, wrench.shape) * [1.0, 1.0, 0.25]
    return CaptiveRun(name, name, TIME, velocity, acceleration, wrench)


def campaign(plane, noise=0.0, rng=None):
    swings = {
        "surge": ((0.5, 0.3, 0.1), (0, 0, 0), (0, 0, 0)),
        "sway": ((0.5, 0, 0), (0, 0.3, 0.1), (0, 0, 0)),
        "turn": ((0.5, 0, 0), (0, 0, 0), (0, 0.5, 0.15)),
        "mixed": ((0.4, 0.1, 0.2), (0.1, 0.2, 0.1), (0, 0.4, 0.15)),
    }
    return [swung(plane, name, each, noise, rng) for name, each in swings.items()]


def truth(plane):
    kinds = dict(zip(("inertia", "linear", "quadratic"), matrices(plane), strict=True))
    return {each: kinds[each.kind][each.row, each.column] for each in coefficients(plane)}


@pytest.mark.parametrize("plane", PLANES)
def test_regressors_are_the_equations_of_six_freedoms_in_a_plane(plane):
    rng = np.random.default_rng(1)
    velocity, acceleration = rng.normal(size=(2, 50, 3))
    run = CaptiveRun("any", "", np.arange(50.0), velocity, acceleration, np.zeros((50, 3)))
    values = np.array(list(truth(plane).values()))
    assert regressors(plane, run) @ values == pytest.approx(exerted(plane, velocity, acceleration), abs=1e-9)


@pytest.mark.parametrize("plane", PLANES)
def test_without_noise_all_numbers_come_back(plane):
    fit = fit_pmm(plane, campaign(plane))
    assert not fit.untold
    for each, value in truth(plane).items():
        assert fit.found[each].value == pytest.approx(value, abs=1e-9)


def test_what_runs_do_not_tell_is_not_told():
    plane = "horizontal"
    fit = fit_pmm(plane, [swung(plane, "sway", ((0.5, 0, 0), (0, 0.3, 0.1), (0, 0, 0)))])
    assert set(fit.found) == {
        Coefficient("inertia", 1, 1),
        Coefficient("inertia", 1, 5),
        Coefficient("linear", 1, 1),
        Coefficient("quadratic", 1, 1),
    }
    # N holds (M22 - M11) u v and L62 v, which are one at one speed
    assert {Coefficient("inertia", 0, 0), Coefficient("linear", 5, 1)} <= set(fit.untold)
    assert fit.found[Coefficient("inertia", 1, 1)].value == pytest.approx(25.8, abs=1e-9)


def held(sets, rng):
    plane, known = "horizontal", truth("horizontal")
    runs = campaign(plane)
    count = 0
    for _ in range(sets):
        noisy = []
        for run in runs:
            lingering = lfilter([1.0], [1.0, -0.9], rng.normal(0.0, 0.1, (200 + len(TIME), 3)), axis=0)[200:]
            noise = lingering + rng.normal(0.0, 0.3, run.wrench.shape)
            zero = rng.normal(0.0, 1.0, 3) + rng.normal(0.0, 0.2, 3) * TIME[:, None] / TIME[-1]
            wrench = run.wrench + (noise + zero) * [1.0, 1.0, 0.25]
            noisy.append(CaptiveRun(run.name, "", TIME, run.velocity, run.acceleration, wrench))
        fit = fit_pmm(plane, noisy)
        count += sum(
            fit.found[each].interval[0] <= value <= fit.found[each].interval[1] for each, value in known.items()
        )
    return count


def test_intervals_hold_the_truth_about_as_often_as_they_say():
    """Twelve numbers of 12 sets; numbers of one set hang together, so that they count as a fourth of it."""
    share = held(12, np.random.default_rng(2)) / (12 * 12)
    assert binom.ppf(0.001, 36, 0.95) / 36 <= share


@pytest.mark.slow
def test_coverage_over_many_sets():
    """240 sets of lingering noise, zeros and drifts: 92 to 98 % of all intervals hold the truth."""
    share = held(240, np.random.default_rng(3)) / (240 * 12)
    assert 0.92 <= share <= 0.98


@pytest.mark.slow
def test_widths_are_foreseen():
    """White noise of 0.3 N, and a fourth of it in N m: as wide as intervals of runs that have it."""
    plane, lags = "horizontal", np.zeros((3, ORDER + 1))
    lags[:, 0] = [0.09, 0.09, 0.09 / 16.0]
    before = foreseen_widths(plane, campaign(plane), lags)
    after = fit_pmm(plane, campaign(plane, 0.3, np.random.default_rng(7))).found
    # the variance of noise from 3200 samples of a channel is known to 2.5 %, its spectrum by 20 lags to some 10 %
    ratios = [after[each].half_width / width for each, width in before.items()]
    assert len(ratios) == 12
    assert ratios == pytest.approx(np.ones(12), abs=0.2)
    four = foreseen_widths(plane, campaign(plane) * 4, lags)
    assert [four[each] / width for each, width in before.items()] == pytest.approx(np.full(12, 0.5), rel=1e-3)


def test_harmonics_tell_the_same_as_regression():
    plane = "horizontal"
    runs = campaign(plane)
    found = harmonics(fit_pmm(plane, runs), runs)
    assert [each.run for each in found] == ["sway", "turn"]
    # the turn runs ahead at 0.5 m/s, where M26 u r is in step with r
    expected = ((25.8, 0.3, 103.0, 0.3), (0.41, 4.6 + 0.7 * 0.5, 0.43, 0.5))
    for each, (m, l, q, size) in zip(found, expected, strict=True):
        # the third harmonic leaks into the sums over samples and the drift, by some 2e-4
        damping = l + 8.0 * q * size / (3.0 * np.pi)
        assert (each.inertia, each.damping) == pytest.approx((m, damping), rel=1e-3)
        assert (each.inertia_by_fit, each.damping_by_fit) == pytest.approx((m, damping), rel=1e-3)
        assert each.agrees


def test_forces_that_equations_do_not_know_are_seen():
    plane, rng = "horizontal", np.random.default_rng(4)
    runs = campaign(plane, 0.3, rng)
    assert structured(fit_pmm(plane, runs), runs) == []
    lift = np.array([0.0, 10.0, 0.0])  # the square of a velocity is of no side, unlike all that the equations know
    lifted = [
        CaptiveRun(run.name, "", TIME, run.velocity, run.acceleration, run.wrench + lift * run.velocity**2)
        for run in runs
    ]
    assert ("sway", "fy") in structured(fit_pmm(plane, lifted), lifted)


def test_frequencies_between_lines_of_the_spectrum_are_found():
    time = np.arange(0.0, 37.3, 0.05)
    assert angular_frequency(time, np.cos(1.234 * time + 0.3)) == pytest.approx(1.234, rel=1e-6)


@pytest.mark.parametrize("plane", PLANES)
def test_tables_are_read_back(plane, tmp_path):
    runs = campaign(plane)
    assert write_captive_runs(plane, runs, tmp_path / "pmm.csv") == 4 * len(TIME)
    found_plane, found = read_captive_runs(tmp_path / "pmm.csv")
    assert found_plane == plane
    for read, wrote in zip(found, runs, strict=True):
        assert (read.name, read.motion) == (wrote.name, wrote.motion)
        assert read.wrench == pytest.approx(wrote.wrench, rel=1e-5, abs=1e-9)  # six digits
        assert read.acceleration == pytest.approx(wrote.acceleration, rel=1e-5, abs=1e-9)


HEADING = "run,time,u,v,r,udot,vdot,rdot,fx,fy,mz"


def table(rows=FEWEST, **changed):
    lines = [HEADING]
    for k in range(rows):
        cells = {"run": "a", "time": f"{0.05 * k:.2f}"} | dict.fromkeys(HEADING.split(",")[2:], "0.1")
        lines.append(",".join((cells | changed.get(f"row{k}", {})).values()))
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (table(5), "takes 100 at least"),
        (table(row7={"time": "0.10"}), "times must grow within a run"),
        (table(row7={"time": "0.37"}), "must come evenly"),
        (table(row9={"fy": "nan"}), r"pmm.csv:11:\d+: fy = nan: must be a number"),
        (table(row9={"run": "b"}), "has 9 samples"),
        (table().replace("vdot", "acceleration"), "no column 'vdot'"),
        (table().replace("mz", "mz [N]"), "unknown unit 'N'"),
        (table().replace("mz", "my"), "is of the vertical plane"),
    ],
)
def test_faulty_tables_say_where(text, message, tmp_path):
    (tmp_path / "pmm.csv").write_text(text)
    with pytest.raises(DescriptionError, match=message):
        read_captive_runs(tmp_path / "pmm.csv")
