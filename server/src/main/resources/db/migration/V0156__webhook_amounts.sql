-- An endpoint may take the amounts of its deliveries as texts, for programs without exact numbers.
ALTER TABLE webhook_endpoint ADD COLUMN amounts text NOT NULL DEFAULT 'number'
    CHECK (amounts IN ('number', 'string'));
ALTER TABLE webhook_endpoint ALTER COLUMN amounts DROP DEFAULT;
