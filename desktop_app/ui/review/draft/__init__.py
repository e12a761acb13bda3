"""The draft itself: how it is shown, compared, merged and saved."""
