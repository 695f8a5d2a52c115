"""Chromium, a player who uses the pages in it, and tables prepared for them."""
