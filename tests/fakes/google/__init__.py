"""Google for the tests: the emulator, and in front of it a proxy that misbehaves on request.

The emulator (`emulate` from npm) keeps the mail, the drafts, the calendar and the files and does
OAuth. The proxy adds what it lacks: `/batch/gmail/v1`, `users.getProfile`, resumable uploads,
payloads with every header, scopes, quota units, and every fault that Google's own servers and
the network between can have.
"""
