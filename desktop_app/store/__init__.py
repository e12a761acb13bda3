"""The only home of SQLite: it keeps and finds; it parses no HTML and knows no network, no Qt."""
