"""The assistant over a language model: what it is told, what it calls, what leaves."""
