-- Wallets of deposits on EVM networks are looked up by the age of the deposit.
CREATE INDEX merchant_route_wallet ON merchant_route (target_id) WHERE kind = 'DEPOSIT' AND key LIKE '%:0x%';
