"""What these tests compile is compiled once."""

from testkit.compiling import take_turns

take_turns()
