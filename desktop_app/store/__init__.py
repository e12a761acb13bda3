"""The only home of SQLite: stores mail and finds it. No HTML parsing, no network, no Qt."""
