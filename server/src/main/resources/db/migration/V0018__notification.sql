-- Notices to people of an organization and to operators, at the dashboard and by mail.

-- A notice collects subjects of one kind until its mail is due, so that there is at most one open notice of a kind.
-- Its content may be personal data, so it is sealed. Notices to operators belong to the house, the organization of
-- zeros.
CREATE TABLE notification (
    organization_id uuid NOT NULL,
    id              uuid NOT NULL,
    kind            text NOT NULL
        CHECK (kind IN ('BALANCE_LOW', 'PAYOUT_FAILED', 'ENDPOINT_DISABLED', 'APPROVAL_WAITING', 'CHANGE_WAITING',
                        'PAYOUT_REJECTED', 'MONEY_UNMATCHED', 'MONEY_MISSING', 'RAIL_CONTRADICTION', 'PAYOUT_STUCK',
                        'RAIL_STOPPED', 'RAIL_ALERT', 'AUDIT_FAULT', 'OWNER_CHANGE', 'SCREENING_HIT',
                        'SCREENING_UNAVAILABLE')),
    subject_count   integer NOT NULL CHECK (subject_count > 0),
    sealed          bytea NOT NULL,
    begun_at        timestamptz NOT NULL,
    latest_at       timestamptz NOT NULL,
    mail_at         timestamptz,
    mailed_at       timestamptz,
    PRIMARY KEY (organization_id, id),
    CHECK ((mail_at IS NULL) = (mailed_at IS NOT NULL)),
    CONSTRAINT notification_whose_check
        CHECK ((organization_id = '00000000-0000-0000-0000-000000000000')
               = (kind IN ('MONEY_UNMATCHED', 'MONEY_MISSING', 'RAIL_CONTRADICTION', 'PAYOUT_STUCK', 'RAIL_STOPPED',
                           'RAIL_ALERT', 'AUDIT_FAULT', 'OWNER_CHANGE', 'SCREENING_HIT', 'SCREENING_UNAVAILABLE')))
);
CREATE UNIQUE INDEX notification_open ON notification (organization_id, kind) WHERE mail_at IS NOT NULL;
CREATE INDEX notification_due ON notification (mail_at) WHERE mail_at IS NOT NULL;
CREATE INDEX notification_latest ON notification (organization_id, kind, latest_at);
CREATE INDEX notification_old ON notification (mailed_at) WHERE mailed_at IS NOT NULL;

-- The part of a notice that a person has read: a notice that grew since is unread again.
CREATE TABLE notification_reading (
    organization_id uuid NOT NULL,
    user_id         uuid NOT NULL,
    notification_id       uuid NOT NULL,
    subject_count   integer NOT NULL,
    PRIMARY KEY (organization_id, user_id, notification_id),
    FOREIGN KEY (organization_id, notification_id) REFERENCES notification (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX notification_reading_notice ON notification_reading (organization_id, notification_id);

-- The kinds that a person chose to get by mail, and the language that they last used at the dashboard.
CREATE TABLE notification_person (
    organization_id uuid NOT NULL,
    user_id         uuid NOT NULL,
    by_mail         text,
    language        text,
    PRIMARY KEY (organization_id, user_id)
);

-- Balances below which people are notified. `low` is the result of the last check.
CREATE TABLE notification_threshold (
    organization_id uuid NOT NULL,
    asset           text NOT NULL,
    asset_kind      text NOT NULL CHECK (asset_kind IN ('FIAT', 'CRYPTO')),
    exponent        smallint NOT NULL,
    units           numeric(40, 0) NOT NULL CHECK (units > 0),
    low             boolean NOT NULL,
    PRIMARY KEY (organization_id, asset)
);

-- Position in the feed of events up to which they were looked at.
CREATE TABLE notification_cursor (
    organization_id uuid PRIMARY KEY,
    position        bigint NOT NULL
);

-- Reports to make a notice of, written in the transaction that causes them and deleted afterwards.
CREATE TABLE notification_report (
    organization_id uuid NOT NULL,
    id              uuid NOT NULL,
    kind            text NOT NULL,
    sealed          bytea NOT NULL,
    PRIMARY KEY (organization_id, id)
);
