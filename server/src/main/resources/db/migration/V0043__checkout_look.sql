-- How an organization's payment pages look, and which methods they offer. Methods of a currency that has none here are
-- all offered, in the order of the reference data.
CREATE TABLE checkout_look (
    organization_id uuid PRIMARY KEY,
    brand           text CHECK (brand ~ '^#[0-9a-f]{6}$'),
    accent          text CHECK (accent ~ '^#[0-9a-f]{6}$'),
    payer_name      text,
    support_email   text,
    support_url     text
);

CREATE TABLE checkout_method (
    organization_id uuid NOT NULL,
    currency        text NOT NULL,
    code            text NOT NULL,
    rank            integer NOT NULL CHECK (rank > 0),
    PRIMARY KEY (organization_id, currency, code),
    FOREIGN KEY (organization_id) REFERENCES checkout_look (organization_id) ON DELETE CASCADE
);
