-- What the role that serves may do with the tables of whoever owns them: read all, write rows, and take away no more
-- than the program does. What is in the journal, the events and the audit log stays there, whoever has this role. It is
-- run after migrations, by their role, with the serving one's name in sluice.serving_role; running it again changes
-- nothing.
DO $$
DECLARE
    serving constant text := current_setting('sluice.serving_role');
    place constant text := current_schema();
    -- What is forgotten, or taken back by whoever it belongs to.
    forgotten constant text[] := ARRAY[
        'auth_client_secret', 'change_request', 'checkout_method', 'convert_quote', 'deposit_former_instructions',
        'disbursement_due', 'fileimport_file', 'mail_message', 'merchant_logo', 'merchant_directory', 'merchant_user',
        'node', 'notification', 'notification_report', 'notification_threshold', 'policy_day_limit', 'policy_rule',
        'policy_use', 'policy_use_hour', 'policy_wallet', 'rail_evm_block', 'reference_agreement',
        'idempotency_answer', 'idempotency_reference', 'requestlog_entry', 'signin_challenge', 'signin_passkey',
        'signin_recovery_code', 'signin_session', 'signin_throttle', 'signin_ticket', 'signin_totp',
        'webhook_attempt', 'webhook_cursor', 'webhook_delivery', 'webhook_endpoint'];
    -- What is written once.
    written_once constant text[] := ARRAY[
        'disbursement_cancelled', 'event', 'ledger_transfer', 'merchant_deployment', 'ownership_step',
        'rail_evm_stopped', 'rail_evm_transaction', 'screening_clearance'];
    each text;
BEGIN
    -- Nodes that start at once do this one after the other; nobody else waits.
    LOCK TABLE flyway_schema_history IN SHARE UPDATE EXCLUSIVE MODE;
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', place, serving);
    EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA %I FROM %I', place, serving);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA %I TO %I', place, serving);
    FOREACH each IN ARRAY forgotten LOOP
        EXECUTE format('GRANT DELETE ON %I TO %I', each, serving);
    END LOOP;
    FOREACH each IN ARRAY written_once LOOP
        EXECUTE format('REVOKE UPDATE ON %I FROM %I', each, serving);
    END LOOP;
    -- An entry is ended and linked after it was begun; who did what, and when, stays as it was written.
    EXECUTE format('REVOKE UPDATE ON audit_entry FROM %I', serving);
    EXECUTE format('GRANT UPDATE (subject, sealed, outcome, position, hash, mac) ON audit_entry TO %I', serving);
    -- The payout that a nonce pays stays as it was written, and so does what was signed for it.
    EXECUTE format('REVOKE UPDATE ON rail_evm_slot, rail_stellar_transaction FROM %I', serving);
    EXECUTE format('GRANT UPDATE (token, units, target, value, data, gas_limit, tip, max_fee, hash, signed_at, sent_at,'
        ' acknowledged, refusals, missing_since, block_number, final) ON rail_evm_slot TO %I', serving);
    EXECUTE format('GRANT UPDATE (dead) ON rail_stellar_transaction TO %I', serving);
    -- The file of a transfer stays as it was written, so that no transfer enters a second one.
    EXECUTE format('REVOKE UPDATE ON rail_iso20022_transfer, rail_iso20022_attempt,'
        ' rail_iso20022_unknown_file FROM %I', serving);
    EXECUTE format('GRANT UPDATE (entry_id) ON rail_iso20022_transfer TO %I', serving);
    EXECUTE format('GRANT UPDATE (ended_at, result, message) ON rail_iso20022_attempt TO %I', serving);
    -- The request of a decision stays as it was written.
    EXECUTE format('REVOKE UPDATE ON rail_iso20022_decision FROM %I', serving);
    EXECUTE format('GRANT UPDATE (state, decided_by_id, decided_by, decided_from, decided_at, decided_note, mac)'
        ' ON rail_iso20022_decision TO %I', serving);
    -- Which payment a row is of stays as it was written, so that its receipt counts once.
    EXECUTE format('REVOKE UPDATE ON deposit_payment FROM %I', serving);
    EXECUTE format('GRANT UPDATE (reason, transfers, revision, reversed_at, resolution, resolved_at, resolved_by,'
        ' resolved_reason, refund_id, earlier_refund_ids, moved_organization_id, moved_deposit_id, closed_at,'
        ' closed_by, closed_reason, mac) ON deposit_payment TO %I', serving);
    -- A request to change owners stays as it was written.
    EXECUTE format('REVOKE UPDATE ON ownership_change FROM %I', serving);
    EXECUTE format('GRANT UPDATE (closed_at) ON ownership_change TO %I', serving);
    EXECUTE format('REVOKE INSERT, UPDATE ON flyway_schema_history FROM %I', serving);
END
$$;
