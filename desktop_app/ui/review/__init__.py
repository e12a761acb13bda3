"""The parts a draft's review is made of. They show and collect; only the pane saves and sends."""
