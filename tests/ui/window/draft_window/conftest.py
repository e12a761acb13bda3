"""A window whose tools can be held back, or fail; and spelling, where a test asks for it."""

from tests.ui.review.conftest import dictionaries, held

__all__ = ["dictionaries", "held"]
