"""What a call is: the tool, its arguments, its context, its result. No verb."""
