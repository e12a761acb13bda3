"""Tests of what the person notes about people."""
