-- Conversions of tokens to fiat money, and their quotes. A quote is used once: by a conversion, or by a deposit that
-- is converted at its rate.
CREATE TABLE convert_quote (
    organization_id uuid NOT NULL,
    id              uuid NOT NULL,
    input_asset     text NOT NULL,
    input_kind      text NOT NULL CHECK (input_kind IN ('FIAT', 'CRYPTO')),
    input_exponent  smallint NOT NULL,
    input_units     numeric(40, 0) NOT NULL CHECK (input_units > 0),
    output_asset    text NOT NULL,
    output_kind     text NOT NULL CHECK (output_kind IN ('FIAT', 'CRYPTO')),
    output_exponent smallint NOT NULL,
    converted_units numeric(40, 0) NOT NULL CHECK (converted_units > 0),
    fee_units       numeric(40, 0) NOT NULL CHECK (fee_units >= 0),
    markup_units    numeric(40, 0) NOT NULL CHECK (markup_units >= 0),
    price           numeric NOT NULL CHECK (price > 0),
    markup          numeric NOT NULL CHECK (markup >= 0 AND markup < 100),
    expires_at      timestamptz NOT NULL,
    used_by         uuid,
    PRIMARY KEY (organization_id, id),
    CHECK (input_kind <> output_kind),
    CHECK (converted_units > fee_units)
);
CREATE INDEX convert_quote_unused ON convert_quote (expires_at) WHERE used_by IS NULL;

CREATE TABLE convert (
    organization_id uuid NOT NULL,
    id              uuid NOT NULL,
    quote_id        uuid,
    user_id         uuid NOT NULL,
    input_asset     text NOT NULL,
    input_exponent  smallint NOT NULL,
    input_units     numeric(40, 0) NOT NULL CHECK (input_units > 0),
    output_asset    text NOT NULL,
    output_exponent smallint NOT NULL,
    converted_units numeric(40, 0) NOT NULL CHECK (converted_units > 0),
    fee_units       numeric(40, 0) NOT NULL CHECK (fee_units >= 0),
    markup_units    numeric(40, 0) NOT NULL CHECK (markup_units >= 0),
    price           numeric NOT NULL CHECK (price > 0),
    markup          numeric NOT NULL CHECK (markup >= 0 AND markup < 100),
    transfers       integer NOT NULL,
    PRIMARY KEY (organization_id, id),
    CHECK (converted_units > fee_units)
);
CREATE INDEX convert_input ON convert (organization_id, input_asset, id);
CREATE INDEX convert_output ON convert (organization_id, output_asset, id);

CREATE TABLE convert_tally (
    organization_id uuid NOT NULL,
    input_asset     text NOT NULL,
    output_asset    text NOT NULL,
    total           bigint NOT NULL CHECK (total >= 0),
    PRIMARY KEY (organization_id, input_asset, output_asset)
) WITH (fillfactor = 50);
