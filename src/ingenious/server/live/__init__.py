"""Live tables: loading them, running commands, notifying clients, clocks, bots, presence."""
