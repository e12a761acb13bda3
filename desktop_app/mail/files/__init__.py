"""Files that mail brings: their names, kinds, risks and words."""
