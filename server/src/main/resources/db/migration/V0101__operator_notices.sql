-- What operators are told of is the house's, which is no merchant's; nothing else is.
ALTER TABLE notice DROP CONSTRAINT notice_kind_check;
ALTER TABLE notice ADD CONSTRAINT notice_kind_check
    CHECK (kind IN ('BALANCE_LOW', 'PAYOUT_FAILED', 'ENDPOINT_DISABLED', 'APPROVAL_WAITING', 'PAYOUT_REJECTED',
                    'MONEY_UNMATCHED', 'MONEY_MISSING', 'RAIL_CONTRADICTION', 'PAYOUT_STUCK', 'RAIL_STOPPED'));
ALTER TABLE notice ADD CONSTRAINT notice_whose_check
    CHECK ((organization_id = '00000000-0000-0000-0000-000000000000')
           = (kind IN ('MONEY_UNMATCHED', 'MONEY_MISSING', 'RAIL_CONTRADICTION', 'PAYOUT_STUCK', 'RAIL_STOPPED')));

-- What is to be told, written with what it tells. It is gone once it is told.
CREATE TABLE notice_report (
    organization_id uuid NOT NULL,
    id              uuid NOT NULL,
    kind            text NOT NULL,
    sealed          bytea NOT NULL,
    PRIMARY KEY (organization_id, id)
);

-- Up to which payout of unknown outcome operators were told that it is stuck, in the order in which they became so.
CREATE TABLE disbursement_stuck (
    organization_id        uuid PRIMARY KEY,
    since                  timestamptz NOT NULL,
    payout_organization_id uuid NOT NULL,
    payout_id              uuid NOT NULL
);
INSERT INTO disbursement_stuck (organization_id, since, payout_organization_id, payout_id)
VALUES ('00000000-0000-0000-0000-000000000000', 'epoch', '00000000-0000-0000-0000-000000000000',
        '00000000-0000-0000-0000-000000000000');
CREATE INDEX disbursement_progress_stuck ON disbursement_progress (state_at, organization_id, id)
    WHERE stage = 'UNKNOWN';
