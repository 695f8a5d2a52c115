"""Measuring the speed of the engine, the kernel and the bots."""
