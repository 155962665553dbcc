-- Daily limits count from the rows that rules count from, which have every payout since all of them are written down:
-- what was noted beside them, for the days before, counts for nothing any more.
ALTER TABLE policy_day_limit DROP COLUMN uncounted, DROP COLUMN uncounted_on;
DROP TABLE policy_exempt;
