-- Credits at an address explain the coins there.
CREATE INDEX rail_evm_credit_address ON rail_evm_credit (network, address);
