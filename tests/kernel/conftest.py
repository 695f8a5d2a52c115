"""What these tests compile is compiled once."""

from testkit.compiling import compile_one_at_a_time

compile_one_at_a_time()
