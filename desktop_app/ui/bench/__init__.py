"""Means that every pane is given: services, actions, navigation, selection. No pane comes in
here."""
