"""One pane per file; panes do not know each other."""
