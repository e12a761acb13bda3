"""One small program for each framework, run by a Python (or Node) that has it; nothing of ours is
imported. Arguments: the bridge's address, its token, the address of the scripted model."""
