-- Who had no more rows of a confirmed file worked through.
ALTER TABLE bulk_file ADD COLUMN stopped_by uuid;
ALTER TABLE bulk_file ADD COLUMN stopped_by_name text;
ALTER TABLE bulk_file ADD COLUMN stopped_at timestamptz CHECK ((stopped_by IS NULL) = (stopped_at IS NULL));
ALTER TABLE recipient_intake_file ADD COLUMN stopped_by uuid;
ALTER TABLE recipient_intake_file ADD COLUMN stopped_by_name text;
ALTER TABLE recipient_intake_file ADD COLUMN stopped_at timestamptz
    CHECK ((stopped_by IS NULL) = (stopped_at IS NULL));
ALTER TABLE deposit_intake_file ADD COLUMN stopped_by uuid;
ALTER TABLE deposit_intake_file ADD COLUMN stopped_by_name text;
ALTER TABLE deposit_intake_file ADD COLUMN stopped_at timestamptz CHECK ((stopped_by IS NULL) = (stopped_at IS NULL));
