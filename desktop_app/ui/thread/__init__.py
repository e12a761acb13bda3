"""The parts of the thread view: cards, readers, bars, attachments."""
