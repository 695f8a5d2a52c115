"""The pictures of the library have the shapes and colours of the pages."""

from scripts.look import LOOK, look


def test_the_look_of_the_pictures_is_up_to_date() -> None:
    assert LOOK.read_text("utf-8") == look(), "run: python -m scripts.look"
