"""Window: it lays the panes out and connects the subjects."""
