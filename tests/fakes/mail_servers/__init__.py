"""Real mail servers, started by the tests on loopback."""
