"""The Tile Challenge (I) in compiled code: the game, turns solved exactly, self-play."""
