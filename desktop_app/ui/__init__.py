"""The only home of Qt. It acts through tools and re-reads when told that something changed."""
