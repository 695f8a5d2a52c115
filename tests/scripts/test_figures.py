"""The figures in the documentation are those that were measured."""

from scripts.figures import FIGURES, MARKED, PAGES, filled, outdated, unmarked


def test_every_figure_is_as_measured() -> None:
    assert outdated() == []


def test_every_figure_is_used_and_known() -> None:
    used = {m["name"] for page in PAGES for m in MARKED.finditer(page.read_text("utf-8"))}
    assert used == set(FIGURES)


def test_a_figure_is_filled_in_between_its_marks() -> None:
    text = "won <!-- figure: level-5-wins -->0 %<!-- end --> of games"
    assert unmarked(filled(text)) == f"won {FIGURES['level-5-wins']()} of games"
    assert filled(filled(text)) == filled(text) != text


def test_every_mark_is_closed() -> None:
    for page in PAGES:
        text = page.read_text("utf-8")
        assert text.count("<!-- figure:") == len(MARKED.findall(text)) == text.count("<!-- end -->")
