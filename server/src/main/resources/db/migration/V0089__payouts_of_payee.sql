-- Whom a payout went to stands beside what is sealed of them, as the id of a payee tells nothing by itself. Of earlier
-- payouts to bank accounts it can only be read out of what is sealed: a worker does, and the last index has those that
-- it has not read yet. It stays empty afterwards.
ALTER TABLE disbursement ADD COLUMN recipient_id uuid;
CREATE INDEX disbursement_recipient ON disbursement (organization_id, recipient_id, id)
    WHERE recipient_id IS NOT NULL;
CREATE INDEX disbursement_recipient_unread ON disbursement (organization_id, id)
    WHERE recipient_id IS NULL AND receiver IS NULL;
