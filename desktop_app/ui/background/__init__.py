"""Work beside the window's thread: jobs, tool calls, announcements. No widget comes in here."""
