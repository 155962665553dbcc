-- Administrators are told of changes that wait for the approval of a second person.
ALTER TABLE notice DROP CONSTRAINT notice_kind_check;
ALTER TABLE notice ADD CONSTRAINT notice_kind_check
    CHECK (kind IN ('BALANCE_LOW', 'PAYOUT_FAILED', 'ENDPOINT_DISABLED', 'APPROVAL_WAITING', 'CHANGE_WAITING',
                    'PAYOUT_REJECTED', 'MONEY_UNMATCHED', 'MONEY_MISSING', 'RAIL_CONTRADICTION', 'PAYOUT_STUCK',
                    'RAIL_STOPPED', 'RAIL_ALERT', 'AUDIT_FAULT', 'OWNER_CHANGE', 'SCREENING_HIT',
                    'SCREENING_UNAVAILABLE'));
