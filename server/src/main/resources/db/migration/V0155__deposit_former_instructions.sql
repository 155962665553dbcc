-- A payer may choose another way to pay after the first. The instructions that they had before are kept, with the price
-- that was theirs, so that money that still comes by them is credited to the same deposit.
CREATE TABLE deposit_former_instructions (
    organization_id uuid NOT NULL,
    deposit_id      uuid NOT NULL,
    destination     text NOT NULL,
    rail            text NOT NULL,
    method          text NOT NULL,
    method_type     text NOT NULL,
    settlement_type text,
    payment         text NOT NULL,
    input_units     numeric(40, 0) NOT NULL CHECK (input_units > 0),
    output_units    numeric(40, 0) NOT NULL,
    rate            numeric NOT NULL,
    rate_until      timestamptz NOT NULL,
    fee_units       numeric(40, 0) NOT NULL,
    fee_flat        numeric NOT NULL,
    fee_percentage  numeric NOT NULL,
    ended_at        timestamptz NOT NULL,
    PRIMARY KEY (organization_id, deposit_id, destination)
);
-- A deposit is found by them too, as by those that it has.
CREATE INDEX deposit_former_instructions_number ON deposit_former_instructions
    (organization_id, (coalesce(nullif(split_part(destination, ':', 4), ''), split_part(destination, ':', 3))),
     deposit_id);
