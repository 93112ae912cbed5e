-- Substring search on names, e-mails and addresses.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
