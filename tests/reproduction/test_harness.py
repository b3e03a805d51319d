"""The harness on a sphere that sinks: intervals, sensitivity, misses, pages, what is kept."""

import json
import re
import warnings
from types import SimpleNamespace

import numpy as np
import pytest

from narcine.campaign.variant import Variant
from narcine.description.problems import DescriptionError
from narcine.reproduction import running
from narcine.reproduction.harness import reproduce
from narcine.reproduction.outcome import Effect
from narcine.reproduction.papers import PAPERS, Chosen, choose
from narcine.reproduction.running import run_experiment, with_effects
from narcine.reproduction.storage import Storage
from narcine.reproduction.tables import share_of_draws, worth_a_line
from narcine.reproduction.variants import shares_of_draws
from narcine.simulation.failure import RunStopped
from tests.reproduction.falling import DRAGS, MASSES, holds, measure, paper, row, speed, sphere_file

CONVERGED = 1e-6
"""Relative error of RK4's limit, which is the root of weight, buoyancy and drag, and of the approach to it."""


def quietly(*_):
    """Show no progress."""


@pytest.fixture
def file(tmp_path):
    return sphere_file(tmp_path)


@pytest.fixture
def storage(tmp_path):
    return Storage(tmp_path / "out")


def ran(storage, of, **how):
    return list(reproduce([Chosen(of, of.parts)], {"falling": of}, storage, quietly, **how))


def test_the_interval_is_that_of_the_closed_form(file):
    each = row(file)
    outcome = run_experiment(paper(each), each, quietly).outcome
    assert outcome.simulated == pytest.approx(speed(), rel=CONVERGED)
    shares = shares_of_draws(2, 32)
    masses = MASSES[0] + shares[:, 0] * (MASSES[1] - MASSES[0])
    drags = DRAGS[0] + shares[:, 1] * (DRAGS[1] - DRAGS[0])
    speeds = [speed(*both) for both in zip(masses, drags, strict=True)]
    assert outcome.interval == pytest.approx(tuple(np.percentile(speeds, [5, 95])), rel=CONVERGED)
    assert outcome.draws == 32
    assert outcome.agreeing == sum(abs(each / 30.0 - 1.0) < 0.1 for each in speeds)
    assert [each.name for each in outcome.assumed] == ["bodies.ball.mass", "bodies.ball.drag.coefficients[2]"]


def test_sensitivity_has_the_sign_and_size_of_the_closed_form(file):
    each = row(file)
    outcome = with_effects(each, run_experiment(paper(each), each, quietly).outcome, quietly)
    drag, mass = outcome.effects
    assert (mass.name, drag.name) == ("bodies.ball.mass", "bodies.ball.drag.coefficients[2]")
    assert mass.at_low == pytest.approx(speed(mass=MASSES[0]), rel=CONVERGED)
    assert mass.at_high == pytest.approx(speed(mass=MASSES[1]), rel=CONVERGED)
    assert drag.at_low == pytest.approx(speed(drag=DRAGS[0]), rel=CONVERGED)
    assert drag.at_high == pytest.approx(speed(drag=DRAGS[1]), rel=CONVERGED)
    assert drag.largest(outcome.simulated) == pytest.approx(speed() - speed(drag=DRAGS[1]), rel=1e-4)


def test_a_miss_shows_its_sensitivity_and_explanation_and_an_agreement_does_not(file, storage):
    of = paper(row(file, "hits", speed()), row(file, "misses", 300.0), row(file, "reported", None))
    hit, miss, reported = (each.result for each in ran(storage, of))
    assert (hit.ok, miss.ok, reported.ok) == (True, False, None)
    assert hit.effects is None
    assert reported.effects is None
    assert len(miss.effects) == 2
    page = (storage.folder / "falling.html").read_text(encoding="utf-8")
    _, hits, misses, _ = page.split('<section class="card row"')
    assert "The published sphere was rough." in misses
    assert "bodies.<wbr>ball.<wbr>mass" in misses
    assert '<rect class="low"' in misses
    assert "The published sphere was rough." not in hits
    assert "agrees in 0 of 32 draws" in misses
    assert "Speed &lt;of&gt; the sphere." in hits
    asked = ran(storage, of, sensitivity=True)
    assert len(asked[0].result.effects) == 2
    assert [each.now for each in asked] == [True, False, True]


def test_what_is_done_is_not_done_again_until_something_changes(file, storage):
    of = paper(row(file), checks=(holds(),))
    assert [each.now for each in ran(storage, of)] == [True, True]
    again = ran(Storage(storage.folder), of)
    assert [each.now for each in again] == [False, False]
    assert [each.now for each in ran(Storage(storage.folder), of, fresh=True)] == [True, True]
    file.write_text(file.read_text().replace("5.2", "5.3"))
    assert [each.now for each in ran(Storage(storage.folder), of)] == [True, False]
    next((storage.folder / "figures").glob("*.svg")).unlink()
    assert [each.now for each in ran(Storage(storage.folder), of)] == [True, False]
    more = paper(row(file, samples=16), checks=(holds(),))
    assert [each.now for each in ran(Storage(storage.folder), more)] == [True, False]


def test_results_read_from_disk_are_those_that_were_written(file, storage):
    of = paper(row(file, published=300.0))
    [first] = ran(storage, of)
    [second] = ran(Storage(storage.folder), of)
    assert second.result == first.result


def test_ranges_that_cannot_be_built_are_left_out_and_named(file):
    file.write_text(file.read_text().replace("[4.8, 5.2]", "[-1, 5.2]"))
    each = row(file)
    outcome = run_experiment(paper(each), each, quietly).outcome
    assert outcome.draws == 32
    assert len(outcome.unbuilt) == 1
    assert "bodies.ball.mass" in outcome.unbuilt[0]
    assert outcome.interval[0] > speed(drag=DRAGS[1])
    effects = {each.name: each for each in with_effects(each, outcome, quietly).effects}
    assert effects["bodies.ball.mass"].at_low is None
    assert "must be" in effects["bodies.ball.mass"].problem


@pytest.mark.parametrize("way", ["raises", "reads nan"])
def test_a_draw_that_explodes_is_counted_and_named(file, way):
    def sometimes(simulations):
        readings = measure(simulations)
        for simulation, each in zip(simulations, readings, strict=True):
            if simulation.scenario.vehicles["sphere"].vehicle.bodies["ball"].drag.coefficients[2] > 0.75:
                if way == "raises":
                    raise RunStopped(1.0, "ball", "drag", "ball left all bounds")
                each["speed"] = float("nan")
        return readings

    each = row(file, measure=sometimes)
    outcome = run_experiment(paper(each), each, quietly).outcome
    beyond = int((shares_of_draws(2, 32)[:, 1] > 0.875).sum())
    assert outcome.draws == 32 - beyond
    assert len(outcome.exploded) == beyond
    assert ("ball left all bounds" if way == "raises" else "speed is not finite") in outcome.exploded[0]
    assert outcome.interval[1] < speed(MASSES[1], DRAGS[0])


def test_a_row_that_explodes_as_written_misses_and_has_no_number(file, storage):
    def never(simulations):
        raise RunStopped(1.0, "ball", "drag", "ball left all bounds")

    of = paper(row(file, measure=never))
    [done] = ran(storage, of)
    assert done.result.ok is False
    assert done.result.as_row()["simulated"] is None
    assert done.result.as_row()["interval"] is None
    assert "ball left all bounds" in (storage.folder / "falling.html").read_text(encoding="utf-8")


def test_a_file_that_cannot_be_built_as_written_is_told(file, storage, monkeypatch):
    monkeypatch.setattr(running, "variant", lambda experiment, settings: Variant(settings, None, "does not close"))
    with pytest.raises(DescriptionError, match=r"falling.sinks cannot be built: does not close"):
        ran(storage, paper(row(file)))


def test_an_end_that_gives_no_reading_is_shown_however_many_numbers_there_are():
    moving = [Effect(f"n{k}", 0.0, 1.0, "", 2.0, 3.0, False, False) for k in range(20)]
    broken = Effect("broken", 0.0, 1.0, "", None, 1.0, False, False, "gave no reading")
    shown = worth_a_line(SimpleNamespace(effects=(*moving, broken), simulated=1.0))
    assert [each.name for each in shown] == [*(f"n{k}" for k in range(12)), "broken"]


def test_draws_without_a_reading_are_not_passed_over():
    told = SimpleNamespace(ok=True, draws=30, agreeing=28, exploded=("draw 3 gave no reading: not finite",))
    assert share_of_draws(told) == "agrees in 28 of the 30 draws that gave a reading"


def test_numbers_without_ranges_have_no_interval(file, storage):
    of = paper(row(file, fixed=("bodies",), draw=lambda readings: [], published=300.0))
    [done] = ran(storage, of)
    assert done.result.interval is None
    assert done.result.effects == ()
    assert "None of its numbers has a range" in (storage.folder / "falling.html").read_text(encoding="utf-8")


def test_a_row_as_json_has_the_promised_fields(file):
    each = row(file)
    plain = json.loads(json.dumps(run_experiment(paper(each), each, quietly).outcome.as_row()))
    assert list(plain) == [
        "id",
        "paper",
        "published",
        "unit",
        "simulated",
        "interval",
        "ok",
        "calibrated",
        "note",
    ]
    assert plain["id"] == "falling.sinks"
    assert plain["paper"] == "Nobody 1900, table 1"
    assert plain["calibrated"] is False
    assert plain["interval"][0] < plain["simulated"] < plain["interval"][1]
    assert plain["note"] == f"{speed():.2f} against 30 cm/s"


def test_a_folder_with_other_files_is_refused(tmp_path):
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(DescriptionError, match=re.escape("holds other files (thesis.tex)")):
        Storage(tmp_path)


def test_words_choose_papers_rows_and_checks():
    assert [each.paper.name for each in choose([])] == list(PAPERS)
    [whole] = choose(["raybot"])
    assert whole.parts == PAPERS["raybot"].parts
    [one] = choose(["raybot.energy", "raybot.buoyancy"])
    assert [part.id for part in one.parts] == ["raybot.buoyancy", "raybot.energy"]
    with pytest.raises(
        DescriptionError, match=r"no paper, row or check 'raybot.bouyancy'; did you mean 'raybot.buoyancy'"
    ):
        choose(["raybot.bouyancy"])


def test_the_page_asks_for_nothing_and_is_read_by_day_and_night(browser, file, storage, pictures):
    of = paper(row(file, "hits", speed()), row(file, "misses", 300.0), checks=(holds(),))
    ran(storage, of)
    for name in ("index", "falling"):
        address = (storage.folder / f"{name}.html").as_uri()
        with browser.open(address) as page:
            (pictures / f"reproduction_{name}.png").write_bytes(page.screenshot())
            assert page.requests == [address]
            assert page.errors == []
            assert "misses" in page.evaluate("document.body.innerText")
    with browser.open(address) as page:
        colour = "getComputedStyle(document.querySelector('figure text')).fill"
        by_day = page.evaluate(colour)
        page.prefer("dark")
        assert page.evaluate(colour) != by_day
        captions = page.evaluate("[...document.querySelectorAll('figcaption b')].map(each => each.textContent)")
        assert captions == ["Figure 1.", "Figure 2."]
        assert page.evaluate(
            "new Set([...document.querySelectorAll('[id]')].map(each => each.id)).size"
        ) == page.evaluate("document.querySelectorAll('[id]').length")


def test_a_miss_that_is_interrupted_in_its_sensitivity_goes_on_there(file, storage):
    batches = []

    def interrupted(simulations):
        batches.append(len(simulations))
        if len(batches) == 4:  # as written, two batches of draws, then the ends of ranges
            raise KeyboardInterrupt
        return measure(simulations)

    of = paper(row(file, published=300.0, measure=interrupted))
    with pytest.raises(KeyboardInterrupt):
        ran(storage, of)
    kept = Storage(storage.folder).find(of.experiments[0])
    assert kept.result.effects is None
    [done] = ran(Storage(storage.folder), of)
    assert len(done.result.effects) == 2
    assert batches == [1, 16, 16, 4, 4]


def test_what_runs_warn_of_is_kept_with_the_row(file, storage):
    def doubtful(simulations):
        warnings.warn("the step is long" if len(simulations) == 1 else "the step is too long", stacklevel=1)
        return measure(simulations)

    [done] = ran(storage, paper(row(file, measure=doubtful)))
    assert done.result.doubts == ("the step is long", "in some draws: the step is too long")
    assert "the step is too long" in (storage.folder / "falling.html").read_text(encoding="utf-8")
