-- What people of an organization are told of. A notice gathers what is of one kind until its mail is due; so there is
-- at most one open notice of a kind. What it names may be personal data, so it is sealed.
CREATE TABLE notice (
    organization_id uuid NOT NULL,
    id              uuid NOT NULL,
    kind            text NOT NULL
        CHECK (kind IN ('BALANCE_LOW', 'PAYOUT_FAILED', 'ENDPOINT_DISABLED', 'APPROVAL_WAITING')),
    subject_count   integer NOT NULL CHECK (subject_count > 0),
    sealed          bytea NOT NULL,
    begun_at        timestamptz NOT NULL,
    latest_at       timestamptz NOT NULL,
    mail_at         timestamptz,
    mailed_at       timestamptz,
    PRIMARY KEY (organization_id, id),
    CHECK ((mail_at IS NULL) = (mailed_at IS NOT NULL))
);
CREATE UNIQUE INDEX notice_open ON notice (organization_id, kind) WHERE mail_at IS NOT NULL;
CREATE INDEX notice_due ON notice (mail_at) WHERE mail_at IS NOT NULL;
CREATE INDEX notice_latest ON notice (organization_id, kind, latest_at);
CREATE INDEX notice_old ON notice (mailed_at) WHERE mailed_at IS NOT NULL;

-- How much of a notice somebody has read: a notice that grew since is unread again.
CREATE TABLE notice_reading (
    organization_id uuid NOT NULL,
    user_id         uuid NOT NULL,
    notice_id       uuid NOT NULL,
    subject_count   integer NOT NULL,
    PRIMARY KEY (organization_id, user_id, notice_id),
    FOREIGN KEY (organization_id, notice_id) REFERENCES notice (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX notice_reading_notice ON notice_reading (organization_id, notice_id);

-- What somebody gets by mail, where they chose it, and the language in which they were last at the dashboard.
CREATE TABLE notice_person (
    organization_id uuid NOT NULL,
    user_id         uuid NOT NULL,
    by_mail         text,
    language        text,
    PRIMARY KEY (organization_id, user_id)
);

-- Below which balance people are told, and whether the balance was below it when it was last looked at.
CREATE TABLE notice_threshold (
    organization_id uuid NOT NULL,
    asset           text NOT NULL,
    asset_kind      text NOT NULL CHECK (asset_kind IN ('FIAT', 'CRYPTO')),
    exponent        smallint NOT NULL,
    units           numeric(40, 0) NOT NULL CHECK (units > 0),
    low             boolean NOT NULL,
    PRIMARY KEY (organization_id, asset)
);

-- How far the feed of events was looked through. Nobody is told of what happened before there were notices.
CREATE TABLE notice_cursor (
    organization_id uuid PRIMARY KEY,
    position        bigint NOT NULL
);
INSERT INTO notice_cursor (organization_id, position) SELECT organization_id, last_position FROM event_feed;
