-- Operators are told of changes to owners that wait for them, or that were stopped.
ALTER TABLE notice DROP CONSTRAINT notice_kind_check;
ALTER TABLE notice ADD CONSTRAINT notice_kind_check
    CHECK (kind IN ('BALANCE_LOW', 'PAYOUT_FAILED', 'ENDPOINT_DISABLED', 'APPROVAL_WAITING', 'PAYOUT_REJECTED',
                    'MONEY_UNMATCHED', 'MONEY_MISSING', 'RAIL_CONTRADICTION', 'PAYOUT_STUCK', 'RAIL_STOPPED',
                    'RAIL_ALERT', 'AUDIT_FAULT', 'OWNER_CHANGE'));
ALTER TABLE notice DROP CONSTRAINT notice_whose_check;
ALTER TABLE notice ADD CONSTRAINT notice_whose_check
    CHECK ((organization_id = '00000000-0000-0000-0000-000000000000')
           = (kind IN ('MONEY_UNMATCHED', 'MONEY_MISSING', 'RAIL_CONTRADICTION', 'PAYOUT_STUCK', 'RAIL_STOPPED',
                       'RAIL_ALERT', 'AUDIT_FAULT', 'OWNER_CHANGE')));
