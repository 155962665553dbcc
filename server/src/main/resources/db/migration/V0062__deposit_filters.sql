-- What lists of deposits are narrowed to besides their status. By days nothing new is needed: ids carry the time of
-- creation, so a span of time is a span of ids, which the primary key serves, and what whole days come to stands in
-- deposit_day_tally by currency.

-- A currency that few deposits have is found without reading the others. The index is on what a deposit is, which is
-- written once, and not on how it stands, which is written at each step: it costs one entry per deposit and no more.
-- It ends with the id, so a page of a currency is read in the order of the list, and counting a part of a day in a
-- currency reads the index alone.
CREATE INDEX deposit_asset ON deposit (organization_id, input_asset, id);

-- A payment on a chain is known to everybody by the hash of its transaction, which is public there; who paid stays
-- sealed. Notices of the rails to EVM networks have it in their keys, those of the sandbox's chain are it. What came
-- over Stellar before has its hash in what is sealed alone.
ALTER TABLE deposit_payment ADD COLUMN transaction_hash text;
UPDATE deposit_payment SET transaction_hash = split_part(key, ':', 2) WHERE rail = 'evm';
UPDATE deposit_payment SET transaction_hash = key WHERE rail = 'sandbox-chain';

CREATE INDEX deposit_payment_hash ON deposit_payment (organization_id, transaction_hash)
    WHERE transaction_hash IS NOT NULL;
-- One that a person moved is found with the organization that has it now as well.
CREATE INDEX deposit_payment_moved_hash ON deposit_payment (moved_organization_id, transaction_hash)
    WHERE moved_organization_id IS NOT NULL;
