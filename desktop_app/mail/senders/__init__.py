"""Who a mail is from: its letterhead, what servers found, and what is odd about both."""
