"""What a call answers: rows, texts and sentences of results."""
