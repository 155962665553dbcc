-- What the service signed is its own by a MAC under a key that neither the database nor the wallet has: whoever has the
-- wallet's key, or a wallet, and can write to the database, makes no place that counts. Rows are written once, so that
-- transactions from before stay without one: their places count no more, and have to be final by now.
ALTER TABLE rail_evm_transaction ADD COLUMN mac bytea;
