-- A payment method may take fewer decimals than its currency has, as Indonesian banks take whole rupiah and M-PESA
-- takes whole shillings, and a payout method may take a mobile phone number for an account number. Rows that an
-- operator edited are told so here, as a later load of the files leaves them alone.

ALTER TABLE reference_payout_method
    ADD COLUMN amount_decimals smallint CHECK (amount_decimals BETWEEN 0 AND 18),
    ADD COLUMN account_number_type text NOT NULL DEFAULT 'BANK_ACCOUNT'
        CHECK (account_number_type IN ('BANK_ACCOUNT', 'PHONE_NUMBER'));
ALTER TABLE reference_deposit_method
    ADD COLUMN amount_decimals smallint CHECK (amount_decimals BETWEEN 0 AND 18);

UPDATE reference_payout_method SET amount_decimals = 0
WHERE currency = 'IDR' OR (currency, bank_code) = ('KES', 'MPESA');
UPDATE reference_payout_method SET account_number_type = 'PHONE_NUMBER'
WHERE (currency, bank_code) IN (('KES', 'MPESA'), ('PHP', 'GXCHPHM2XXX'), ('PHP', 'PAPHPHM1XXX'));
UPDATE reference_deposit_method SET amount_decimals = 0
WHERE currency = 'IDR' OR (currency, bank_code) = ('KES', 'MPESA');
