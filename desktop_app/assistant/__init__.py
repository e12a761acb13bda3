"""The assistant: it reads and proposes through tools, and can do nothing else."""
