"""The starter assistant: plain requests without a language model."""
