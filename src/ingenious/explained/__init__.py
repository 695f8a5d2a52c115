"""The rules of every game for players: one page of Markdown each."""
