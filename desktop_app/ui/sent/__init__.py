"""What left this computer for a language model, to be read afterwards. It sends nothing."""
