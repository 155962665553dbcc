-- A proof of the books is under way as long as its node says so, again and again: one that died keeps nobody waiting.
ALTER TABLE ledger_proof ADD COLUMN leased_until timestamptz;
