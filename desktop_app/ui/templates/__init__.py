"""The templates: seen, written, renamed, deleted, and copied in and out."""
