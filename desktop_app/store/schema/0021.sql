-- Which running program asked, where several share one token; and what a draft's request_key stood for.
ALTER TABLE request ADD COLUMN instance TEXT NOT NULL DEFAULT '';
ALTER TABLE draft ADD COLUMN request_digest TEXT NOT NULL DEFAULT '';
