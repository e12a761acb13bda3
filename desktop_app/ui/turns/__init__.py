"""The parts of a conversation with the assistant. They show turns; only the pane runs an agent."""
