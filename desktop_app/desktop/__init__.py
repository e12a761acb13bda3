"""What speaks to the person's desktop without Qt: files, programs and services of the session.

No window, no mail and no network comes in here.
"""
