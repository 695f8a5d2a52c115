"""What these tests compile is compiled once."""

from tests.compiling import take_turns

take_turns()
