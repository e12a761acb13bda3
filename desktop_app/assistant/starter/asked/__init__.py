"""What a person asks for, read out of their words: pure, in English, German, French and Spanish."""
