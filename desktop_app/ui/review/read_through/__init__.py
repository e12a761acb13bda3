"""Read through: many drafts one under the other, each whole, sent by a press each."""
