-- Coins that a contract passes on leave no transaction of their own. They are found by comparing the balance of a
-- deposit address with all that explains it, which takes a record of what each sweep took from the address.
CREATE TABLE rail_evm_outflow (
    network      text NOT NULL,
    hash         text NOT NULL,
    address      text NOT NULL,
    -- Coins: what was moved, and the fee.
    units        numeric(78, 0) NOT NULL CHECK (units >= 0),
    block_number bigint NOT NULL,
    PRIMARY KEY (network, hash)
);
CREATE INDEX rail_evm_outflow_address ON rail_evm_outflow (network, address);

-- When balances were last compared, and the deposit up to which, the newest first.
ALTER TABLE rail_evm_cursor
    ADD COLUMN balances_at timestamptz,
    ADD COLUMN balances_before uuid;
