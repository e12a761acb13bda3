"""Tests of vCards."""
