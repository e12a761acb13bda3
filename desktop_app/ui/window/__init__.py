"""The window: it lays the panes out and plugs the subjects together."""
