-- A second step that waits to be confirmed is for the session that began it alone.

ALTER TABLE signin_totp ADD COLUMN session_id uuid;

DELETE FROM signin_totp WHERE confirmed_at IS NULL;
