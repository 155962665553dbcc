-- What chains charged for transactions that are no payout's: coins for gas, sweeps, numbers that were used up. It is
-- booked as the platform's expense.
CREATE TABLE rail_charge (
    rail       text NOT NULL,
    key        text NOT NULL,
    id         uuid NOT NULL UNIQUE,
    asset      text NOT NULL,
    exponent   smallint NOT NULL,
    units      numeric(40, 0) NOT NULL CHECK (units > 0),
    charged_at timestamptz NOT NULL,
    booked_at  timestamptz,
    PRIMARY KEY (rail, key)
);
CREATE INDEX rail_charge_unbooked ON rail_charge (id) WHERE booked_at IS NULL;
