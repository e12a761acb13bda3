"""The base: the database, its file, and the folder of the profile that it lies in."""
