"""The panel about a draft: sources, changes, versions, data sent."""
