-- When an endpoint failed last: where that is long ago, its days of failing begin anew.
ALTER TABLE webhook_cursor ADD COLUMN failed_at timestamptz;
