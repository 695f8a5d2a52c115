"""What tests, soak runs and benchmarks share: servers, clients, browsers, positions, records."""
