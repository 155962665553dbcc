-- Payment pages: what a merchant asks for, before its customer has chosen how to pay. The deposit that comes of one has
-- its id. It is open until somebody chose or its time was over, and has its reference claimed meanwhile.
CREATE TABLE checkout (
    organization_id uuid NOT NULL,
    id              uuid NOT NULL,
    input_asset     text NOT NULL,
    input_exponent  smallint NOT NULL,
    input_units     numeric(40, 0) CHECK (input_units > 0),
    output_asset    text NOT NULL,
    output_kind     text NOT NULL CHECK (output_kind IN ('FIAT', 'CRYPTO')),
    output_exponent smallint NOT NULL,
    output_units    numeric(40, 0) CHECK (output_units > 0),
    reference       text,
    note            text,
    success_url     text,
    cancel_url      text,
    customer_name   bytea,
    locale          text,
    user_id         uuid NOT NULL,
    expires_at      timestamptz NOT NULL,
    open            boolean NOT NULL,
    PRIMARY KEY (organization_id, id),
    CHECK ((input_units IS NULL) <> (output_units IS NULL))
);
CREATE INDEX checkout_due ON checkout (expires_at) WHERE open;
