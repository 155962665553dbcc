-- The payouts by which money was sent back before the last one: any of them may have arrived after all.
ALTER TABLE deposit_payment ADD COLUMN earlier_refund_ids uuid[];
