-- Whether another payment may have the reference of a payment page too: as its organization had it when the page was
-- made, and until its time is over, whatever is switched meanwhile.
ALTER TABLE checkout ADD COLUMN shares_reference boolean NOT NULL DEFAULT false;
