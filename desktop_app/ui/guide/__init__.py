"""The user guide in the window: its pages, the search over them, the window that shows them."""
