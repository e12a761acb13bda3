"""What every subject is drawn with: theme, states, strips, layout. No subject comes in here."""
