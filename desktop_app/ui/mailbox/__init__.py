"""Where mail is found: sidebar, search, the list of conversations, organising them."""
