"""Google accounts: Gmail, and Drive and Calendar to read."""
