"""The desktop around the program, reached without Qt and without the store."""
