package dev.sluice.idempotency;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// SQL of `idempotency_answer`.
final class IdempotencyStore {
    private static final String SELECT_BY_KEY = """
            SELECT a.organization_id, a.idempotency_key, a.signature_digest, a.sent_key, a.fingerprint, a.request_id,
                   a.status, a.body
            FROM unnest(?::uuid[], ?::text[]) AS claim (organization_id, idempotency_key)
            JOIN idempotency_answer a USING (organization_id, idempotency_key)
            """;

    private static final String SELECT_BY_DIGEST = """
            SELECT a.organization_id, a.idempotency_key, a.signature_digest, a.sent_key, a.fingerprint, a.request_id,
                   a.status, a.body
            FROM unnest(?::uuid[], ?::bytea[]) AS claim (organization_id, signature_digest)
            JOIN idempotency_answer a USING (organization_id, signature_digest)
            """;

    private static final String INSERT = """
            INSERT INTO idempotency_answer (organization_id, idempotency_key, signature_digest, sent_key, fingerprint,
                                       request_id, status, body, created_at)
            SELECT * FROM unnest(?::uuid[], ?::text[], ?::bytea[], ?::text[], ?::bytea[], ?::text[],
                                 ?::int4[], ?::bytea[], ?::timestamptz[])
            """;

    private static final String DELETE_UNKEYED = """
            DELETE FROM idempotency_answer WHERE (organization_id, signature_digest) IN (
                SELECT organization_id, signature_digest FROM idempotency_answer
                WHERE idempotency_key IS NULL AND created_at < :before ORDER BY created_at LIMIT :limit)
            """;

    private static final String DELETE_KEYED = """
            DELETE FROM idempotency_answer WHERE (organization_id, signature_digest) IN (
                SELECT organization_id, signature_digest FROM idempotency_answer
                WHERE idempotency_key IS NOT NULL AND created_at < :before ORDER BY created_at LIMIT :limit)
            """;

    private IdempotencyStore() {}

    static Supplier<List<Stored>> byKey(Tx tx, List<Claim> claims) {
        return claims.isEmpty()
                ? List::of
                : Batch.of(SELECT_BY_KEY)
                        .uuids(claims, Claim::organizationId)
                        .texts(claims, Claim::key)
                        .queueQuery(tx, IdempotencyStore::stored);
    }

    static Supplier<List<Stored>> byDigest(Tx tx, List<Claim> claims) {
        return claims.isEmpty()
                ? List::of
                : Batch.of(SELECT_BY_DIGEST)
                        .uuids(claims, Claim::organizationId)
                        .bytes(claims, Claim::signatureDigest)
                        .queueQuery(tx, IdempotencyStore::stored);
    }

    static void insert(Tx tx, List<Row> rows) {
        if (rows.isEmpty()) {
            return;
        }
        Batch.of(INSERT)
                .uuids(rows, row -> row.claim().organizationId())
                .texts(rows, Row::key)
                .bytes(rows, Row::signatureDigest)
                .texts(rows, row -> row.claim().key())
                .bytes(rows, row -> row.claim().fingerprint())
                .texts(rows, Row::requestId)
                .integers(rows, Row::status)
                .bytes(rows, Row::sealedBody)
                .instants(rows, Row::createdAt)
                .write(tx);
    }

    static int deleteUnkeyed(Tx tx, Instant before, int limit) {
        return tx.handle()
                .createUpdate(DELETE_UNKEYED)
                .bind("before", before)
                .bind("limit", limit)
                .execute();
    }

    static int deleteKeyed(Tx tx, Instant before, int limit) {
        return tx.handle()
                .createUpdate(DELETE_KEYED)
                .bind("before", before)
                .bind("limit", limit)
                .execute();
    }

    private static Stored stored(ResultSet row) throws SQLException {
        return new Stored(
                row.getObject("organization_id", UUID.class),
                row.getString("idempotency_key"),
                row.getBytes("signature_digest"),
                row.getString("sent_key"),
                row.getBytes("fingerprint"),
                row.getString("request_id"),
                row.getInt("status"),
                row.getBytes("body"));
    }

    /// A stored answer. `key` is the claimed key. `sentKey` is the key of the request, which a refusal does not
    /// claim.
    record Stored(
            UUID organizationId,
            @Nullable String key,
            byte @Nullable [] signatureDigest,
            @Nullable String sentKey,
            byte[] fingerprint,
            String requestId,
            int status,
            byte[] sealedBody) {}

    /// An answer to store. The digest is that of the signed content or, without a signature, that of the key.
    record Row(
            Claim claim,
            @Nullable String key,
            byte[] signatureDigest,
            String requestId,
            int status,
            byte[] sealedBody,
            Instant createdAt) {}
}
