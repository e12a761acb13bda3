"""Bodies of mail: Reader, Original, links. No conversation comes in here."""
