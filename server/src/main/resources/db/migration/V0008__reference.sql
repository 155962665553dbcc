-- Reference data: currencies, banks, payment methods, chains, tokens, pairs and prices. The data files fill these
-- tables; after that the tables are the source of truth. An operator's change sets edited_at: later loads of the files
-- leave such a row alone. A row that is gone from the files is disabled, never deleted, since payments refer to it.
-- Every change to a row raises reference_load.version in the same transaction, so that every node reloads.

CREATE TABLE reference_load (
    id        smallint PRIMARY KEY CHECK (id = 1),
    version   bigint NOT NULL,
    checksum  text NOT NULL,
    loaded_at timestamptz
);
INSERT INTO reference_load (id, version, checksum) VALUES (1, 0, '');

CREATE TABLE reference_currency (
    code                   text PRIMARY KEY CHECK (code ~ '^[A-Z]{3}$'),
    numeric_code           text NOT NULL CHECK (numeric_code ~ '^[0-9]{3}$'),
    exponent               smallint NOT NULL CHECK (exponent BETWEEN 0 AND 18),
    name                   text NOT NULL,
    symbol                 text NOT NULL,
    country                text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
    country_name           text NOT NULL,
    require_bank_name      boolean NOT NULL,
    require_ifsc           boolean NOT NULL,
    require_iban           boolean NOT NULL,
    require_ach_or_wire    boolean NOT NULL,
    require_account_number boolean NOT NULL,
    place                  integer NOT NULL DEFAULT 1000000,
    listed_in              bigint NOT NULL DEFAULT 0,
    enabled                boolean NOT NULL DEFAULT true,
    edited_at              timestamptz
);

CREATE TABLE reference_bank (
    currency  text NOT NULL REFERENCES reference_currency (code),
    bank_code text NOT NULL,
    bank_name text NOT NULL,
    bic       text CHECK (bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
    country   text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
    address   text NOT NULL,
    city      text NOT NULL,
    province  text NOT NULL,
    post_code text NOT NULL,
    place     integer NOT NULL DEFAULT 1000000,
    listed_in bigint NOT NULL DEFAULT 0,
    enabled   boolean NOT NULL DEFAULT true,
    edited_at timestamptz,
    PRIMARY KEY (currency, bank_code)
);

-- Payment methods may take fewer decimals than their currency has: Indonesian banks take whole rupiah, M-PESA takes
-- whole shillings. A payout method may take a mobile phone number for an account number.
CREATE TABLE reference_payout_method (
    currency            text NOT NULL,
    bank_code           text NOT NULL,
    min_amount          numeric NOT NULL CHECK (min_amount > 0),
    max_amount          numeric NOT NULL,
    fee_flat            numeric NOT NULL CHECK (fee_flat >= 0),
    fee_percentage      numeric NOT NULL CHECK (fee_percentage >= 0),
    place               integer NOT NULL DEFAULT 1000000,
    listed_in           bigint NOT NULL DEFAULT 0,
    enabled             boolean NOT NULL DEFAULT true,
    edited_at           timestamptz,
    amount_decimals     smallint CHECK (amount_decimals BETWEEN 0 AND 18),
    account_number_type text NOT NULL DEFAULT 'BANK_ACCOUNT'
        CHECK (account_number_type IN ('BANK_ACCOUNT', 'PHONE_NUMBER')),
    PRIMARY KEY (currency, bank_code),
    FOREIGN KEY (currency, bank_code) REFERENCES reference_bank (currency, bank_code),
    CHECK (max_amount >= min_amount)
);

CREATE TABLE reference_deposit_method (
    currency               text NOT NULL REFERENCES reference_currency (code),
    bank_code              text NOT NULL,
    name                   text NOT NULL,
    type                   text NOT NULL CHECK (type IN ('VIRTUAL_ACCOUNT', 'BANK_TRANSFER', 'QR', 'EWALLET')),
    scheme                 text,
    min_amount             numeric NOT NULL CHECK (min_amount > 0),
    max_amount             numeric NOT NULL,
    fee_flat               numeric NOT NULL CHECK (fee_flat >= 0),
    fee_percentage         numeric NOT NULL CHECK (fee_percentage >= 0 AND fee_percentage < 100),
    settlement_type        text NOT NULL,
    virtual_account_prefix text,
    virtual_account_length smallint,
    place                  integer NOT NULL DEFAULT 1000000,
    listed_in              bigint NOT NULL DEFAULT 0,
    enabled                boolean NOT NULL DEFAULT true,
    edited_at              timestamptz,
    amount_decimals        smallint CHECK (amount_decimals BETWEEN 0 AND 18),
    PRIMARY KEY (currency, bank_code),
    CHECK (max_amount >= min_amount),
    CHECK ((type = 'EWALLET') = (scheme IS NULL)),
    CHECK ((type = 'VIRTUAL_ACCOUNT') = (virtual_account_prefix IS NOT NULL)),
    CHECK ((virtual_account_prefix IS NULL) = (virtual_account_length IS NULL))
);

-- native_token is no foreign key: a network and its native token refer to each other.
CREATE TABLE reference_network (
    network         text PRIMARY KEY,
    name            text NOT NULL,
    blockchain_type text NOT NULL CHECK (blockchain_type IN ('EVM', 'STELLAR')),
    chain_id        bigint NOT NULL CHECK (chain_id >= 0),
    native_token    text NOT NULL,
    confirmations   integer NOT NULL CHECK (confirmations > 0),
    block_seconds   numeric NOT NULL CHECK (block_seconds > 0),
    memo            boolean NOT NULL,
    explorer_tx_url text NOT NULL,
    place           integer NOT NULL DEFAULT 1000000,
    listed_in       bigint NOT NULL DEFAULT 0,
    enabled         boolean NOT NULL DEFAULT true,
    edited_at       timestamptz
);

CREATE TABLE reference_token (
    id                     text PRIMARY KEY CHECK (id = lower(symbol) || '-' || network),
    symbol                 text NOT NULL,
    name                   text NOT NULL,
    label                  text NOT NULL,
    network                text NOT NULL REFERENCES reference_network (network),
    address                text,
    decimals               smallint NOT NULL CHECK (decimals BETWEEN 0 AND 18),
    is_native              boolean NOT NULL,
    use_smart_contract     boolean NOT NULL,
    price_id               text NOT NULL,
    payout_min             numeric NOT NULL CHECK (payout_min > 0),
    payout_max             numeric NOT NULL,
    payout_fee_flat        numeric NOT NULL CHECK (payout_fee_flat >= 0),
    payout_fee_percentage  numeric NOT NULL CHECK (payout_fee_percentage >= 0),
    deposit_min            numeric NOT NULL CHECK (deposit_min > 0),
    deposit_max            numeric NOT NULL,
    deposit_fee_flat       numeric NOT NULL CHECK (deposit_fee_flat >= 0),
    deposit_fee_percentage numeric NOT NULL CHECK (deposit_fee_percentage >= 0 AND deposit_fee_percentage < 100),
    place                  integer NOT NULL DEFAULT 1000000,
    listed_in              bigint NOT NULL DEFAULT 0,
    enabled                boolean NOT NULL DEFAULT true,
    edited_at              timestamptz,
    CHECK (payout_max >= payout_min),
    CHECK (deposit_max >= deposit_min),
    CHECK (is_native = (address IS NULL))
);

CREATE TABLE reference_pair (
    symbol         text NOT NULL,
    currency       text NOT NULL REFERENCES reference_currency (code),
    fee_flat       numeric NOT NULL CHECK (fee_flat >= 0),
    fee_percentage numeric NOT NULL CHECK (fee_percentage >= 0 AND fee_percentage < 100),
    min_amount     numeric NOT NULL CHECK (min_amount > 0),
    max_amount     numeric NOT NULL,
    place          integer NOT NULL DEFAULT 1000000,
    listed_in      bigint NOT NULL DEFAULT 0,
    enabled        boolean NOT NULL DEFAULT true,
    edited_at      timestamptz,
    PRIMARY KEY (symbol, currency),
    CHECK (max_amount >= min_amount)
);

CREATE TABLE reference_price (
    base      text NOT NULL,
    quote     text NOT NULL,
    price     numeric NOT NULL CHECK (price > 0),
    place     integer NOT NULL DEFAULT 1000000,
    listed_in bigint NOT NULL DEFAULT 0,
    enabled   boolean NOT NULL DEFAULT true,
    edited_at timestamptz,
    PRIMARY KEY (base, quote)
);

-- Terms of an organization that depart from the default: for one method of a currency, for all (no method), or for a
-- token. For a conversion, `asset` is the token's symbol and `method` the currency; the fee is in that currency and
-- the limit in the token.
CREATE TABLE reference_agreement (
    organization_id uuid NOT NULL,
    kind            text NOT NULL CHECK (kind IN ('PAYOUT', 'DEPOSIT', 'CONVERSION')),
    asset           text NOT NULL,
    method          text NOT NULL,
    fee_flat        numeric CHECK (fee_flat >= 0),
    fee_percentage  numeric CHECK (fee_percentage >= 0 AND fee_percentage < 100),
    max_amount      numeric CHECK (max_amount > 0),
    edited_at       timestamptz NOT NULL,
    PRIMARY KEY (organization_id, kind, asset, method),
    CHECK ((fee_flat IS NULL) = (fee_percentage IS NULL)),
    CHECK (fee_flat IS NOT NULL OR max_amount IS NOT NULL)
);
