"""The Card Challenge (G) in compiled code: the game, play by a net, self-play."""
