"""Tracks against circles of known speed and radius."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narcine.description.problems import DescriptionError
from narcine.identification.track import fit_track
from narcine.identification.track_file import read_samples, write_track
from narcine.sensing.camera import Camera, Samples, filmed

RADIUS, SPEED = 0.4, 0.07
RATE = SPEED / RADIUS
TIMES = np.arange(0.0, 20.001, 0.02)
SEEDS = 100


def circle(times, radius=RADIUS, speed=SPEED):
    return radius * np.stack([np.cos(speed / radius * times), np.sin(speed / radius * times)], axis=1)


def seen(noise, seed, dropout=0.1):
    return filmed(Camera(25.0, noise, dropout), TIMES, circle(TIMES), seed)


@settings(max_examples=25, deadline=None)
@given(st.floats(0.2, 2.0), st.floats(0.01, 0.2), st.booleans())
def test_a_circle_without_noise_in_closed_form(radius, speed, mirrored):
    """A cubic spline of knots h apart misses the slope of a circle by some (w h)^3 / 60, w the turn rate."""
    way = circle(TIMES, radius, speed) * [1.0, -1.0 if mirrored else 1.0]
    track = fit_track(Samples(TIMES, way), trusted=True)
    bend = max((speed / radius) ** 2 / 10.0, 1e-8)
    np.testing.assert_allclose(track.speed[track.inner], speed, rtol=bend)
    turn = (-1.0 if mirrored else 1.0) * speed / radius
    assert track.mean_turn_rate == pytest.approx(turn, rel=max(10.0 * bend, 1e-4))
    np.testing.assert_allclose(np.linalg.norm(track.place, axis=1), radius, rtol=bend)
    course = track.course[-1] - track.course[0]
    assert course == pytest.approx(turn * (TIMES[-1] - TIMES[0]), abs=0.05)


def test_over_many_seeds_speed_and_turn_rate_have_no_bias():
    """The mean of 100 seeds lies within three of its standard errors: by chance one test in four hundred fails."""
    tracks = [fit_track(seen(0.002, seed)) for seed in range(SEEDS)]
    for values, truth in (
        ([track.mean_speed for track in tracks], SPEED),
        ([track.mean_turn_rate for track in tracks], RATE),
    ):
        assert abs(np.mean(values) - truth) < 3.0 * np.std(values) / np.sqrt(SEEDS)
    told = np.mean([track.mean_speed_error for track in tracks])
    spread = np.std([track.mean_speed for track in tracks])
    assert told == pytest.approx(spread, rel=3.0 / np.sqrt(2.0 * SEEDS))  # three standard errors of a spread
    assert np.mean([track.residual for track in tracks]) == pytest.approx(0.002, rel=0.05)


def test_the_error_falls_with_the_noise():
    def error(noise):
        return np.sqrt(np.mean([(fit_track(seen(noise, seed)).mean_speed - SPEED) ** 2 for seed in range(30)]))

    errors = [error(noise) for noise in (0.01, 0.002, 0.0004)]
    assert errors[0] > 3.0 * errors[1] > 9.0 * errors[2]


def test_outliers_are_left_out_wherever_they_lie():
    clean = seen(0.002, 3)
    place = clean.place.copy()
    wrong = [0, 1, 100, 200, 201, len(place) - 1]
    place[wrong] += [0.1, -0.2]
    track = fit_track(Samples(clean.time, place))
    assert set(np.flatnonzero(~track.used)) == set(wrong)
    assert track.mean_speed == pytest.approx(SPEED, rel=0.01)
    assert fit_track(clean).used.all()


def test_a_sharp_turn_is_no_outlier():
    """Faster than the knots follow, but the samples of it agree with each other."""
    corner = np.stack([np.minimum(0.07 * TIMES, 0.7), np.maximum(0.07 * TIMES - 0.7, 0.0)], axis=1)
    track = fit_track(filmed(Camera(25.0, 0.001, 0.1), TIMES, corner, 4))
    assert track.used.all()
    assert fit_track(Samples(TIMES, corner), trusted=True).used.all()


def test_nothing_is_told_of_long_gaps():
    whole = seen(0.001, 5)
    kept = (whole.time < 6.0) | (whole.time > 9.0)
    track = fit_track(Samples(whole.time[kept], whole.place[kept]))
    ((begin, end),) = track.gaps
    assert 5.5 < begin < 6.0
    assert 9.0 < end < 9.5
    inside = (track.time > begin) & (track.time < end)
    assert np.isnan(track.speed[inside]).all()
    assert np.isfinite(track.speed[~inside]).all()
    assert track.mean_speed == pytest.approx(SPEED, rel=0.01)


def test_rocking_above_the_knots_is_averaged_out_and_told():
    rocking = 0.004 * np.sin(2.0 * np.pi * 2.2 * TIMES)
    way = circle(TIMES) * (1.0 + rocking / RADIUS)[:, None]
    track = fit_track(Samples(TIMES, way), 1.0)
    assert track.mean_speed == pytest.approx(SPEED, rel=0.01)
    assert track.residual == pytest.approx(0.004 / 2.0, rel=0.1)  # of each coordinate
    assert track.resolved == 0.5


def test_what_stands_still_has_no_turn_rate():
    place = filmed(Camera(25.0, 0.002), TIMES, np.zeros((len(TIMES), 2)), 1)
    track = fit_track(place)
    assert np.isnan(track.turn_rate).mean() > 0.9
    assert track.mean_speed < 0.005


def test_weights_count_good_samples_more():
    rng = np.random.default_rng(2)
    sigma = np.where(np.arange(len(TIMES)) % 2, 0.0005, 0.0015)
    place = circle(TIMES) + sigma[:, None] * rng.normal(size=(len(TIMES), 2))
    weighed, plain = fit_track(Samples(TIMES, place, sigma)), fit_track(Samples(TIMES, place))
    off = [np.sqrt(np.mean((track.place - circle(track.time)) ** 2)) for track in (weighed, plain)]
    assert off[0] < 0.8 * off[1]  # 0.67 / 1.12 on the mean, by the weights


def test_files_go_there_and_back(tmp_path):
    file = tmp_path / "own.csv"
    rows = [f"{k},{TIMES[k]:.3f},{100 * x:.5f},{100 * y:.5f}" for k, (x, y) in enumerate(circle(TIMES))]
    rows[10], rows[11], rows[12] = "10,0.2,,", "11,0.22,nan,nan", ""
    file.write_text("\n".join(["frame,time,x [cm],y [cm]", *rows]))
    samples = read_samples(file)
    assert len(samples.time) == len(TIMES) - 3
    track = fit_track(samples)
    assert track.mean_speed == pytest.approx(SPEED, rel=1e-3)
    write_track(track, tmp_path / "track.csv")
    written = np.genfromtxt(tmp_path / "track.csv", delimiter=",", names=True)
    np.testing.assert_allclose(written["speed"], track.speed, rtol=1e-6)
    assert written.dtype.names == ("time", "x", "y", "speed", "speed_error", "course", "turn_rate")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("time,x\n1,2\n", "own.csv:1:1: there is no column 'y'"),
        ("time,x [mile],y\n1,2,3\n", "own.csv:1:6: x: unknown unit 'mile'; allowed: m, cm, mm, km"),
        ("time,x,y\n1,2,3\n1,2,3\n", "own.csv:3:1: time = 1: must come after 1 s"),
        ("time,x,y\n1,a,3\n", "own.csv:2:3: x = a: must be a number"),
        ("time,x,y\n1,2\n", "own.csv:2:1: has 2 cells; the first line has 3"),
        ("time,x,y,sigma\n1,2,3,0\n", "own.csv:2:7: sigma = 0: must be greater than 0"),
        ("time;x;y\n1;2;3\n", "write commas"),
        ("", "is empty"),
    ],
)
def test_bad_files_are_told(tmp_path, monkeypatch, text, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.csv").write_text(text)
    with pytest.raises(DescriptionError) as caught:
        read_samples((tmp_path / "own.csv").relative_to(tmp_path))
    assert message in str(caught.value)


def test_too_few_samples_are_no_track():
    with pytest.raises(ValueError, match="3 samples are no track; it takes 10 at least"):
        fit_track(Samples(TIMES[:3], circle(TIMES[:3])))
