"""A page for the browser: sections of HTML and of examples that are still to be drawn.

The text between the marks `only in text` and `everywhere` is left out: it explains how positions
and moves are written, which the browser draws.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from . import page_text
from .examples import Example, parse_example

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

RULES = re.compile(r"\(([A-J]\d+(?:,\s+[A-J]\d+)*)\)")
"""Rules named in parentheses, as the errors name them."""

RULING_MARK = "§"
"""Begins each of our rulings, which are the only block quotes of a page."""

_ONLY_IN_TEXT = re.compile(r"<!-- only in text -->.*?<!-- everywhere -->\n*", re.DOTALL)


@cache
def _markdown() -> "MarkdownIt":
    """The parser of Markdown."""
    from markdown_it import MarkdownIt  # noqa: PLC0415 - no server needs it before the first page

    return MarkdownIt("commonmark", {"html": False}).enable("table")


@dataclass(frozen=True, slots=True)
class Prose:
    """Text as HTML."""

    html: str


@dataclass(frozen=True, slots=True)
class TitledExample:
    """An example under its heading."""

    title: str
    example: Example


@dataclass(frozen=True, slots=True)
class Section:
    """What follows a heading; the first section has none and is the beginning of the page."""

    heading: str
    blocks: tuple[Prose | TitledExample, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """A page, and the rules on it that can be linked to."""

    title: str
    sections: tuple[Section, ...]
    rules: tuple[str, ...]


def read_page(page: str, language: str) -> Page:
    """A page as the browser shows it."""
    tokens = _markdown().parse(_ONLY_IN_TEXT.sub("", page_text(page, language)))
    _set_rulings_apart(tokens)
    rules = list(_anchored(tokens))
    groups: list[list[Token]] = [[]]
    for token in tokens:
        if token.type == "heading_open" and token.tag in ("h1", "h2"):
            groups.append([])
        groups[-1].append(token)
    # A heading is three tokens: its beginning, its text and its end.
    sections = [
        Section(group[1].content if group[0].tag == "h2" else "", tuple(_blocks(group)))
        for group in groups[1:]
    ]
    return Page(groups[1][1].content, tuple(sections), tuple(rules))


def _blocks(group: Sequence["Token"]) -> Iterator[Prose | TitledExample]:
    title = group[1].content
    prose: list[Token] = []
    for before, token in pairwise(group[2:]):
        if before.type == "heading_open":
            title = token.content
        if token.type == "fence" and token.info.strip() == "example":
            yield from _prose(prose)
            prose = []
            yield TitledExample(title, parse_example(token.content))
        else:
            prose.append(token)
    yield from _prose(prose)


def _prose(tokens: Sequence["Token"]) -> Iterator[Prose]:
    if tokens:
        yield Prose(_markdown().renderer.render(tokens, _markdown().options, {}).strip())


def _set_rulings_apart(tokens: Sequence["Token"]) -> None:
    """Make every block quote a note, with its mark hidden from screen readers."""
    for number, token in enumerate(tokens):
        if token.type in ("blockquote_open", "blockquote_close"):
            token.tag = "div"
        if token.type == "blockquote_open":
            token.attrs = {"class": "ruling", "role": "note"}
            # A paragraph follows; its text begins with the mark.
            children = tokens[number + 2].children or []
            children[0].content = children[0].content.removeprefix(f"{RULING_MARK} ")
            html = f'<span class="mark" aria-hidden="true">{RULING_MARK}</span>'
            mark = _token("html_inline", html)
            tokens[number + 2].children = [mark, *children]
            tokens[number + 2].meta["ruling"] = True


def _anchored(tokens: Sequence["Token"]) -> Iterator[str]:
    """Give every rule an anchor, and link to pages; yields the rules in order."""
    known: set[str] = set()
    texts = [(number, token) for number, token in enumerate(tokens) if token.type == "inline"]
    told = {rule for _, text in texts if "ruling" not in text.meta for rule in _named(text.content)}
    for number, token in texts:
        # A rule's anchor is where the rule is explained, not where our ruling on it is.
        passed = known | told if "ruling" in token.meta else known
        fresh = [rule for rule in _named(token.content) if rule not in passed]
        known.update(fresh)
        yield from fresh
        if fresh:
            _holder(tokens, number).attrSet("id", fresh[0])
        token.children = list(_inline(token.children or [], fresh[1:]))


def _named(text: str) -> list[str]:
    return [rule for group in RULES.findall(text) for rule in re.split(r",\s+", group)]


def _holder(tokens: Sequence["Token"], number: int) -> "Token":
    """The paragraph, list item or cell in which a text stands."""
    holder = tokens[number - 1]
    is_item = holder.hidden and tokens[number - 2].type == "list_item_open"
    return tokens[number - 2] if is_item else holder


def _inline(children: Sequence["Token"], further: Sequence[str]) -> Iterator["Token"]:
    """The same text with rules marked; `further` rules get an anchor inside it."""
    text = ""
    for child in children:
        if child.type in ("text", "softbreak"):
            text += child.content if child.type == "text" else " "
            continue
        yield from _split(text, further)
        text = ""
        if child.type == "link_open":
            child.attrSet("href", re.sub(r"^(\w+)\.md$", r"/rules/\1", str(child.attrGet("href"))))
        yield child
    yield from _split(text, further)


def _split(text: str, further: Sequence[str]) -> Iterator["Token"]:
    """A text as tokens: words, and the rules that are named among them."""
    end = 0
    for found in RULES.finditer(text):
        # No line break before a rule.
        yield _token("text", re.sub(r" $", "\u00a0", text[end : found.start()]))
        end = found.end()
        rules = re.split(r",\s+", found[1])
        ids = [f'<span id="{rule}">{rule}</span>' if rule in further else rule for rule in rules]
        yield _token("html_inline", f'<small class="rule">{", ".join(ids)}</small>')
    yield _token("text", text[end:])


def _token(kind: str, content: str) -> "Token":
    from markdown_it.token import Token  # noqa: PLC0415 - as above

    return Token(kind, "", 0, content=content)
