"""Disasters on a real server, and whether anything that was acknowledged is lost by them."""
