"""Calendar files that mail brings, read and answered."""
