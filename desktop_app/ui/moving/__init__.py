"""Moving in from other mail programs, and moving out into files."""
