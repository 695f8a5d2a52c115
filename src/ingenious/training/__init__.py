"""Training: self-play that makes the weights of the bots."""
