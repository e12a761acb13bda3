"""The only home of SQLite. It keeps and finds; it never parses HTML, talks to a network or to Qt."""
