-- Conditions in which a rail needs an operator, and when each was last reported: any node may find one, and operators
-- are told once, and again while it lasts.
CREATE TABLE rail_alert (
    rail      text NOT NULL,
    condition text NOT NULL,
    message   text NOT NULL,
    raised_at timestamptz NOT NULL,
    PRIMARY KEY (rail, condition)
);

ALTER TABLE notice DROP CONSTRAINT notice_kind_check;
ALTER TABLE notice ADD CONSTRAINT notice_kind_check
    CHECK (kind IN ('BALANCE_LOW', 'PAYOUT_FAILED', 'ENDPOINT_DISABLED', 'APPROVAL_WAITING', 'PAYOUT_REJECTED',
                    'MONEY_UNMATCHED', 'MONEY_MISSING', 'RAIL_CONTRADICTION', 'PAYOUT_STUCK', 'RAIL_STOPPED',
                    'RAIL_ALERT'));
ALTER TABLE notice DROP CONSTRAINT notice_whose_check;
ALTER TABLE notice ADD CONSTRAINT notice_whose_check
    CHECK ((organization_id = '00000000-0000-0000-0000-000000000000')
           = (kind IN ('MONEY_UNMATCHED', 'MONEY_MISSING', 'RAIL_CONTRADICTION', 'PAYOUT_STUCK', 'RAIL_STOPPED',
                       'RAIL_ALERT')));
