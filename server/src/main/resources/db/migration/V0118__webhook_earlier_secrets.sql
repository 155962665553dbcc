-- A secret is used for 24 hours more once there is another, however often that is: those before the former one, sealed
-- together, each with the time until which it is used.
ALTER TABLE webhook_endpoint ADD COLUMN earlier_secrets bytea;
