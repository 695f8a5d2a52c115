"""Training: produces the weights of the bots by self-play."""
