package dev.sluice.rail;

import dev.sluice.db.Batch;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// SQL of `rail_sighting`. What was read stays, marked, so that a notice that comes again is known.
final class SightingStore {
    private static final String INSERT = """
            INSERT INTO rail_sighting (organization_id, rail, key, payout_id, outcome, rail_reference, failure_code,
                                       message, at, seen_at)
            SELECT * FROM unnest(?::uuid[], ?::text[], ?::text[], ?::uuid[], ?::text[], ?::text[], ?::text[],
                                 ?::text[], ?::timestamptz[], ?::timestamptz[])
            ON CONFLICT (organization_id, rail, key) DO NOTHING
            """;

    private static final String UNREAD = """
            SELECT organization_id, rail, key, payout_id, outcome, rail_reference, failure_code, message, at, seen_at
            FROM rail_sighting WHERE read_at IS NULL ORDER BY seen_at LIMIT :limit
            """;

    private static final String MARK_READ = """
            UPDATE rail_sighting s SET read_at = read.at
            FROM unnest(?::uuid[], ?::text[], ?::text[], ?::timestamptz[]) AS read (organization_id, rail, key, at)
            WHERE s.organization_id = read.organization_id AND s.rail = read.rail AND s.key = read.key
            """;

    private SightingStore() {}

    static void insert(Tx tx, List<Sighting> sightings) {
        if (sightings.isEmpty()) {
            return;
        }
        Batch.of(INSERT)
                .uuids(sightings, each -> each.payout().organizationId())
                .texts(sightings, Sighting::rail)
                .texts(sightings, Sighting::key)
                .uuids(sightings, each -> each.payout().payoutId())
                .texts(sightings, each -> Flat.of(each.outcome()).kind())
                .texts(sightings, each -> Flat.of(each.outcome()).railReference())
                .texts(sightings, each -> Flat.of(each.outcome()).failureCode())
                .texts(sightings, each -> Flat.of(each.outcome()).message())
                .instants(sightings, each -> Flat.of(each.outcome()).at())
                .instants(sightings, Sighting::seenAt)
                .update(tx);
    }

    static List<Sighting> unread(Tx tx, int limit) {
        return tx.handle()
                .createQuery(UNREAD)
                .bind("limit", limit)
                .map((row, _) -> sighting(row))
                .list();
    }

    static void markRead(Tx tx, List<Sighting> sightings, Instant now) {
        if (sightings.isEmpty()) {
            return;
        }
        Batch.of(MARK_READ)
                .uuids(sightings, each -> each.payout().organizationId())
                .texts(sightings, Sighting::rail)
                .texts(sightings, Sighting::key)
                .instants(sightings, _ -> now)
                .update(tx);
    }

    private static Sighting sighting(ResultSet row) throws SQLException {
        var flat = new Flat(
                row.getString("outcome"),
                row.getString("rail_reference"),
                row.getString("failure_code"),
                row.getString("message"),
                Times.optionalInstant(row, "at"));
        return new Sighting(
                row.getString("rail"),
                row.getString("key"),
                new PayoutRef(row.getObject("organization_id", UUID.class), row.getObject("payout_id", UUID.class)),
                flat.outcome(),
                Times.instant(row, "seen_at"));
    }

    /// An outcome as columns. Only final outcomes come as notices.
    private record Flat(
            String kind,
            @Nullable String railReference,
            @Nullable String failureCode,
            @Nullable String message,
            @Nullable Instant at) {
        static Flat of(Outcome outcome) {
            return switch (outcome) {
                case Outcome.Settled(var reference, var at, var _) -> new Flat("settled", reference, null, null, at);
                case Outcome.Rejected(var code, var message, var _, var _) ->
                    new Flat("rejected", null, code.name(), message, null);
                case Outcome.Returned(var code, var message, var at) ->
                    new Flat("returned", null, code.name(), message, at);
                case Outcome.Accepted _, Outcome.Stopped _, Outcome.Unknown _, Outcome.NotSeen _ ->
                    throw new IllegalStateException("not a notice: " + outcome);
            };
        }

        Outcome outcome() {
            return switch (kind) {
                case "settled" ->
                    new Outcome.Settled(Objects.requireNonNull(railReference), Objects.requireNonNull(at));
                case "rejected" -> new Outcome.Rejected(code(), Objects.requireNonNull(message));
                case "returned" ->
                    new Outcome.Returned(code(), Objects.requireNonNull(message), Objects.requireNonNull(at));
                default -> throw new IllegalStateException("unknown outcome: " + kind);
            };
        }

        private FailureCode code() {
            return FailureCode.valueOf(Objects.requireNonNull(failureCode));
        }
    }
}
