"""Lists of drafts, requests and outgoing mail. Editing and sending are in review/."""
