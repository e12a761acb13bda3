"""The address fields of a draft: chips, rows, what is typed, what is offered."""
