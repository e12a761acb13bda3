"""Bodies of mail as a person reads them: Reader, Original, links. No conversation comes in here."""
