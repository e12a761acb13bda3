"""Tests of the people pane."""
