"""Crashes of a server and its services, and checks that nothing acknowledged is lost."""
