"""The only home of Qt. It acts through tools and reads again when something has changed."""
