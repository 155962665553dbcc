-- By its memo an exchange tells its customers apart, who share one wallet. What is listed with one is listed for that
-- memo; what is listed without is paid without, unless somebody says that any will do. Those that were listed before
-- are paid without.
ALTER TABLE policy_wallet
    ADD COLUMN memo text NOT NULL DEFAULT '',
    ADD COLUMN any_memo boolean NOT NULL DEFAULT false,
    ADD CONSTRAINT policy_wallet_memo_check CHECK (memo = '' OR NOT any_memo),
    DROP CONSTRAINT policy_wallet_organization_id_network_address_key_key,
    ADD CONSTRAINT policy_wallet_listed_once UNIQUE (organization_id, network, address_key, memo, any_memo);
