"""The picture of a line: joined where the data are the same, marked where it dropped."""

from math import nan

from mteval.charts.history import LineChart, ReleaseValue, history_page, history_svg


def value(release, number, *, mark="", broken=False):
    return ReleaseValue(release, number, number - 1, number + 1, mark, 0.01, broken)


def svg_of(*values):
    places = {one.release: place for place, one in enumerate(values)}
    return str(history_svg(LineChart("suite", "bleu", 2, values, whole=True), places))


def test_a_line_is_broken_where_data_changed_or_a_value_is_missing():
    assert svg_of(value("a", 1), value("b", 2), value("c", 3)).count('stroke-width="2"') == 1
    assert svg_of(value("a", 1), value("b", 2, broken=True), value("c", 3)).count('stroke-width="2"') == 2
    assert svg_of(value("a", 1), value("b", nan), value("c", 3)).count('stroke-width="2"') == 2


def test_no_band_is_drawn_over_a_value_without_interval():
    bare = ReleaseValue("c", 3, nan, nan, "", nan, broken=False)
    band = 'fill-opacity=".14"'
    assert svg_of(value("a", 1), value("b", 2)).count(band) == 1
    assert svg_of(value("a", 1), value("b", 2), bare, value("d", 1), value("e", 2)).count(band) == 2
    assert svg_of(value("a", 1), bare, value("d", 1)).count(band) == 0


def test_drops_and_rises_say_so():
    picture = svg_of(value("a", 1), value("b", 2, mark="rise"), value("c", 1, mark="drop"))
    assert "c: 1.00, drop, p = 0.010" in picture
    assert "1 significant drops" in picture


def test_nothing_known_is_still_a_picture():
    assert "<svg" in svg_of(value("a", nan))


def test_pages_of_many_releases_stay_small():
    values = tuple(value(f"v{place}", place % 7) for place in range(500))
    page = history_page("T", [one.release for one in values], [LineChart("s", "bleu", 2, values, whole=True)], [], "")
    assert len(page) < 40_000
