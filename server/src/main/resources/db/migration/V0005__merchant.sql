-- Organizations with their switches and people, and the one table that tells which organization something belongs to
-- before the organization is known.

-- Hashes of all trigrams of a text within an organization: an index over them finds a text by a part of it. Extensions
-- that do the same are not available everywhere.
CREATE FUNCTION name_grams(organization uuid, folded text) RETURNS bigint[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(
        array_agg(DISTINCT hashtextextended(substr(folded, at, 3), hashtextextended(organization::text, 0))), '{}')
    FROM generate_series(1, length(folded) - 2) AS at
$$;

CREATE TABLE merchant_organization (
    organization_id              uuid PRIMARY KEY,
    name                         text NOT NULL CHECK (name <> ''),
    checkout_enabled             boolean NOT NULL,
    conversion_enabled           boolean NOT NULL,
    signature_required           boolean NOT NULL,
    payout_signature_required    boolean NOT NULL,
    duplicate_references_allowed boolean NOT NULL,
    verification_blocks          boolean NOT NULL,
    -- Rate limit of all its programs together, if not the default: requests within seconds, sustained, and the burst.
    rate_requests                integer CHECK (rate_requests > 0),
    rate_seconds                 integer CHECK (rate_seconds IN (1, 60)),
    rate_burst                   integer CHECK (rate_burst > 0),
    second_factor_required       boolean NOT NULL DEFAULT false,
    -- True if no money may leave the organization.
    frozen                       boolean NOT NULL DEFAULT false,
    dual_control                 boolean NOT NULL DEFAULT false,
    -- Null as long as nobody has set the switch: a live deployment then sets it by itself.
    dual_control_set_at          timestamptz,
    CHECK (num_nulls(rate_requests, rate_seconds, rate_burst) IN (0, 3))
);
-- Frozen organizations are few, and every node asks for all of them every few seconds.
CREATE INDEX merchant_organization_frozen ON merchant_organization (organization_id) WHERE frozen;

-- Pairs that depart from the organization's conversion_enabled.
CREATE TABLE merchant_conversion (
    organization_id uuid NOT NULL REFERENCES merchant_organization,
    token_symbol    text NOT NULL,
    currency        text NOT NULL,
    enabled         boolean NOT NULL,
    PRIMARY KEY (organization_id, token_symbol, currency)
);

CREATE TABLE merchant_user (
    organization_id      uuid NOT NULL REFERENCES merchant_organization,
    id                   uuid NOT NULL,
    email                text NOT NULL,
    name                 text NOT NULL,
    role                 text NOT NULL
        CHECK (role IN ('OWNER', 'ADMIN', 'MAKER', 'CHECKER', 'DEVELOPER', 'VIEWER', 'OPERATOR')),
    -- Null if the person was invited and has set none yet.
    password_hash        text,
    disabled_at          timestamptz,
    seen_at              timestamptz,
    -- Name in the tz database of the zone in which the person reads times; UTC if null.
    time_zone            text CHECK (length(time_zone) BETWEEN 1 AND 64),
    -- A password that somebody else has seen opens only the page on which its owner sets another, and lapses then.
    first_password_until timestamptz,
    -- A person approves changes only some time after they were given their role, access, password or second factor, so
    -- that nobody makes a second person for themselves.
    entitled_at          timestamptz NOT NULL,
    -- True if two people agreed to it, so that no time has to pass.
    entitled_by_two      boolean NOT NULL,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, email)
);
-- Operators find people of all organizations by a part of their name or address; the organization in the hashes is the
-- one of zeros.
CREATE INDEX merchant_user_name ON merchant_user
    USING gin (name_grams('00000000-0000-0000-0000-000000000000', lower(name || ' ' || email)));

-- Keys that are unique or looked up across organizations; on a distributed database, the one table that every node
-- has. A route can lead to a thing inside the organization. A virtual account number can be reassigned later, an
-- address on a chain never. People, API clients and API keys have routes of the kind ACTOR, so that no two share an
-- id.
CREATE TABLE merchant_directory (
    kind            text NOT NULL,
    key             text NOT NULL,
    organization_id uuid NOT NULL,
    target_id       uuid,
    reusable_at     timestamptz,
    PRIMARY KEY (kind, key)
);
CREATE INDEX merchant_directory_reusable ON merchant_directory (reusable_at) WHERE reusable_at IS NOT NULL;
-- Wallets of deposits on EVM networks are looked up by the age of the deposit.
CREATE INDEX merchant_directory_wallet ON merchant_directory (target_id) WHERE kind = 'DEPOSIT' AND key LIKE '%:0x%';

-- A merchant's logo for its payment pages, apart from the organization, which is read with every request.
CREATE TABLE merchant_logo (
    organization_id uuid NOT NULL PRIMARY KEY REFERENCES merchant_organization,
    media_type      text NOT NULL CHECK (media_type IN ('image/png', 'image/jpeg')),
    digest          text NOT NULL,
    picture         bytea NOT NULL CHECK (length(picture) <= 32768)
);

-- The environment that this database serves, so that test money never meets real money.
CREATE TABLE merchant_deployment (
    id          smallint PRIMARY KEY CHECK (id = 1),
    environment text NOT NULL CHECK (environment IN ('sandbox', 'live'))
);
