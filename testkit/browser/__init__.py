"""Chromium, players who use the pages in it, and tables with games in progress."""
