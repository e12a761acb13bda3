"""The only home of mail and network code: one folder per account kind, nothing of Qt or SQL."""
