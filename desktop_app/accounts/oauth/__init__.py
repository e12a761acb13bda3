"""Sign-in by OAuth in the browser, as far as services share it; nothing of one service."""
