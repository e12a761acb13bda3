"""Off the window's thread and back: jobs, tool calls, announcements. No widget comes in here."""
