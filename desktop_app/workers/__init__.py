"""Sync and Postman: what moves data between the store and the world."""
