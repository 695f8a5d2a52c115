"""Random and mutated frames, and checks that the server and its tables survive them."""
