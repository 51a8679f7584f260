"""Stated probabilities against the share that is true."""

from __future__ import annotations

from xml.etree import ElementTree

from handreader.evaluation.reliability import (
    ReliabilityBin,
    plot_reliability,
    reliability,
    reliability_lines,
)
from tests.handreader.evaluation.outcomes import trial_of

SVG = "{http://www.w3.org/2000/svg}"


def test_bins_have_equally_many_hands_from_the_least_stated_on() -> None:
    played = [trial_of(number >= 5, 0.5 + number / 100) for number in range(40)]
    bins = reliability(played[::-1])
    assert [one.hands for one in bins] == [4] * 10
    assert [one.exact for one in bins] == [0.0, 0.75, *[1.0] * 8]
    assert [round(one.stated, 3) for one in bins[:2]] == [0.515, 0.555]


def test_hands_that_state_the_same_stay_mixed() -> None:
    played = [trial_of(number % 2 == 0, 1.0) for number in range(40)]
    assert [one.exact for one in reliability(played)] == [0.5] * 10


def test_what_states_no_hand_is_in_no_bin() -> None:
    open_, none = trial_of(True, stated=None), trial_of(True, has_hand=False)
    assert reliability([open_, none]) == () and reliability_lines([open_, none]) == []
    assert [one.hands for one in reliability([open_, trial_of(False, 0.9)])] == [1]


def test_the_lines_count_hands_that_are_surely_wrong() -> None:
    surely = [trial_of(False, 0.999), trial_of(False, 0.998, is_first_right=True)]
    played = [trial_of(True, 0.995), *surely, trial_of(True, 0.5)]
    lines = reliability_lines([*played, trial_of(True, stated=None)])
    assert lines[1].split() == ["1", "0.5000", "1.0000", "1.0000"]
    assert "99% and more: 3 hands, 2 not exact, 1 with another score;" in lines[-1]
    assert lines[-1].endswith("stated nothing: 1")


def test_the_plot_has_a_dot_for_each_bin_higher_where_more_is_true() -> None:
    shares = ((0.9, 0.99, 1), (0.99, 0.9, 0.999), (1, 1, 1))
    bins = [ReliabilityBin(9, *values) for values in shares]
    plot = ElementTree.fromstring(plot_reliability(bins, "layings <& more>"))
    circles = list(plot.iter(f"{SVG}circle"))
    dots, rings = circles[:3], circles[3:]
    assert len(rings) == 3 and float(rings[1].attrib["cy"]) < float(dots[1].attrib["cy"])
    x, y = ([float(dot.attrib[f"c{axis}"]) for dot in dots] for axis in "xy")
    assert x[0] < x[1] < x[2] and y[2] < y[0] < y[1]
    assert dots[0].attrib["fill"] == dots[2].attrib["fill"] != dots[1].attrib["fill"]
    assert "layings <& more>" in [text.text for text in plot.iter(f"{SVG}text")]
