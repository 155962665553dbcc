-- Who makes payouts is told when somebody refuses to approve one.
ALTER TABLE notice DROP CONSTRAINT notice_kind_check;
ALTER TABLE notice ADD CONSTRAINT notice_kind_check
    CHECK (kind IN ('BALANCE_LOW', 'PAYOUT_FAILED', 'ENDPOINT_DISABLED', 'APPROVAL_WAITING', 'PAYOUT_REJECTED'));
