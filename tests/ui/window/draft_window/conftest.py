"""A window whose tools can be held back, or fail."""

from tests.ui.review.conftest import held

__all__ = ["held"]
