"""Work that a stranger's text makes: how it grows when the text is doubled."""
