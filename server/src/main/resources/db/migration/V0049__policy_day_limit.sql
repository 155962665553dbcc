-- The most that an organization may pay out in one currency or token within a day (UTC), set by operators. What it had
-- paid that day before its payouts were counted is kept with the limit; what it paid since stands in `policy_use`.
CREATE TABLE policy_day_limit (
    organization_id uuid NOT NULL,
    asset           text NOT NULL,
    most            numeric NOT NULL CHECK (most >= 0),
    uncounted       numeric NOT NULL CHECK (uncounted >= 0),
    uncounted_on    date NOT NULL,
    edited_at       timestamptz NOT NULL,
    PRIMARY KEY (organization_id, asset),
    FOREIGN KEY (organization_id) REFERENCES policy (organization_id)
);
