-- Deposits of tokens: paid to a wallet, settled when they are final, and exchanged at a quote's rate where one is used.
ALTER TABLE deposit ALTER COLUMN settlement_type DROP NOT NULL;
ALTER TABLE deposit ADD COLUMN quote_id uuid;

ALTER TABLE rail_receipt ADD COLUMN kind text NOT NULL DEFAULT 'FIAT' CHECK (kind IN ('FIAT', 'CRYPTO'));
ALTER TABLE rail_receipt ALTER COLUMN kind DROP DEFAULT;
