-- Payment pages, from the merchant's request to the deposit that a payer's choice makes, and their look.

-- The deposit of a page has the page's id. A page is open until the payer chose or its time is over, and has its
-- reference claimed meanwhile. The customer's name is sealed; a keyed fingerprint finds it as a whole.
CREATE TABLE checkout (
    organization_id      uuid NOT NULL,
    id                   uuid NOT NULL,
    input_asset          text NOT NULL,
    input_exponent       smallint NOT NULL,
    input_units          numeric(40, 0) CHECK (input_units > 0),
    output_asset         text NOT NULL,
    output_kind          text NOT NULL CHECK (output_kind IN ('FIAT', 'CRYPTO')),
    output_exponent      smallint NOT NULL,
    output_units         numeric(40, 0) CHECK (output_units > 0),
    reference            text,
    note                 text,
    success_url          text,
    cancel_url           text,
    customer_name        bytea,
    locale               text,
    user_id              uuid NOT NULL,
    expires_at           timestamptz NOT NULL,
    open                 boolean NOT NULL,
    customer_fingerprint bytea,
    -- True if another payment may have the same reference, as the organization's switch was when the page was created.
    shares_reference     boolean NOT NULL DEFAULT false,
    PRIMARY KEY (organization_id, id),
    CHECK ((customer_name IS NULL) = (customer_fingerprint IS NULL)),
    CHECK ((input_units IS NULL) <> (output_units IS NULL))
);
CREATE INDEX checkout_due ON checkout (expires_at) WHERE open;
CREATE INDEX checkout_reference ON checkout (organization_id, reference, id) WHERE reference IS NOT NULL;
CREATE INDEX checkout_customer ON checkout (organization_id, customer_fingerprint, id)
    WHERE customer_fingerprint IS NOT NULL;

-- The look of an organization's payment pages.
CREATE TABLE checkout_branding (
    organization_id uuid PRIMARY KEY,
    brand           text CHECK (brand ~ '^#[0-9a-f]{6}$'),
    accent          text CHECK (accent ~ '^#[0-9a-f]{6}$'),
    payer_name      text,
    support_email   text,
    support_url     text
);

-- Methods that the pages offer. A currency without rows offers all methods, in the order of the reference data.
CREATE TABLE checkout_method (
    organization_id uuid NOT NULL,
    currency        text NOT NULL,
    code            text NOT NULL,
    rank            integer NOT NULL CHECK (rank > 0),
    PRIMARY KEY (organization_id, currency, code),
    FOREIGN KEY (organization_id) REFERENCES checkout_branding (organization_id) ON DELETE CASCADE
);
