"""The lists of drafts, requests and outgoing mail. Editing and sending stay in review/."""
