"""HTTP: routes, the guard in front of them, limits, static pages, records and replays."""
