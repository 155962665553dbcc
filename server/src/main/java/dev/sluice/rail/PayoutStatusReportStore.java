package dev.sluice.rail;

import dev.sluice.db.Batch;
import dev.sluice.db.Keyset;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.vault.RecordMac;
import dev.sluice.vault.Vault;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of `rail_sighting`. Read notices stay, marked, so that a repeated notice is recognized.
final class PayoutStatusReportStore {
    private static final String INSERT = """
            INSERT INTO rail_sighting (organization_id, rail, key, payout_id, outcome, rail_reference, failure_code,
                                       message, at, asset, exponent, kind, units, seen_at, mac)
            SELECT * FROM unnest(?::uuid[], ?::text[], ?::text[], ?::uuid[], ?::text[], ?::text[], ?::text[],
                                 ?::text[], ?::timestamptz[], ?::text[], ?::int8[], ?::text[], ?::numeric[],
                                 ?::timestamptz[], ?::bytea[])
            ON CONFLICT (organization_id, rail, key) DO NOTHING
            """;

    private static final String COLUMNS = """
            organization_id, rail, key, payout_id, outcome, rail_reference, failure_code, message, at, asset, exponent,
            kind, units, seen_at, mac
            """;

    private static final String UNREAD = "SELECT " + COLUMNS + """
            FROM rail_sighting WHERE read_at IS NULL AND (held_until IS NULL OR held_until <= :now)
            ORDER BY seen_at LIMIT :limit
            """;

    private static final String AFTER = "SELECT " + COLUMNS + """
            FROM rail_sighting WHERE (organization_id, rail, key) > (:organization, :rail, :key)
            ORDER BY organization_id, rail, key LIMIT :limit
            """;

    private static final String HOLD = """
            UPDATE rail_sighting s SET held_until = held.until
            FROM unnest(?::uuid[], ?::text[], ?::text[], ?::timestamptz[]) AS held (organization_id, rail, key, until)
            WHERE s.organization_id = held.organization_id AND s.rail = held.rail AND s.key = held.key
            """;

    private static final String MARK_READ = """
            UPDATE rail_sighting s SET read_at = read.at
            FROM unnest(?::uuid[], ?::text[], ?::text[], ?::timestamptz[]) AS read (organization_id, rail, key, at)
            WHERE s.organization_id = read.organization_id AND s.rail = read.rail AND s.key = read.key
            """;

    private static final int PAGE = 1_000;

    private final RecordMac macs;

    PayoutStatusReportStore(Vault vault) {
        this.macs = vault.mac("rail/sighting");
    }

    /// Notice as it is stored.
    private record Row(PayoutRef payout, String rail, String key, Flat outcome, Instant seenAt, byte @Nullable [] mac) {
        /// Row before all others.
        static final Row FIRST = new Row(
                new PayoutRef(new UUID(0, 0), new UUID(0, 0)),
                "",
                "",
                new Flat("", null, null, null, null, null),
                Instant.EPOCH,
                null);

        static Row of(PayoutStatusReport report) {
            return new Row(
                    report.payout(), report.rail(), report.key(), Flat.of(report.outcome()), report.seenAt(), null);
        }

        List<@Nullable Object> fields() {
            return Arrays.asList(
                    payout.organizationId(),
                    payout.payoutId(),
                    rail,
                    key,
                    outcome.kind(),
                    outcome.railReference(),
                    outcome.failureCode(),
                    outcome.message(),
                    outcome.at() == null ? null : outcome.at().truncatedTo(ChronoUnit.MICROS),
                    outcome.amount() == null ? null : outcome.amount().toString(),
                    seenAt.truncatedTo(ChronoUnit.MICROS));
        }

        String name() {
            return rail + "/" + key;
        }

        PayoutStatusReport report() {
            return new PayoutStatusReport(rail, key, payout, outcome.outcome(), seenAt);
        }
    }

    void insert(Tx tx, List<PayoutStatusReport> reports) {
        if (reports.isEmpty()) {
            return;
        }
        var rows = reports.stream().map(Row::of).toList();
        keys(INSERT, rows)
                .uuids(rows, each -> each.payout().payoutId())
                .texts(rows, each -> each.outcome().kind())
                .texts(rows, each -> each.outcome().railReference())
                .texts(rows, each -> each.outcome().failureCode())
                .texts(rows, each -> each.outcome().message())
                .instants(rows, each -> each.outcome().at())
                .texts(rows, each -> each.outcome().asset() == null ? null : each.outcome().asset().code())
                .longs(rows, each -> each.outcome().asset() == null ? null : (long) each.outcome().asset().exponent())
                .texts(rows, each -> each.outcome().asset() == null ? null : each.outcome().asset().kind().wire())
                .units(rows, each -> each.outcome().amount() == null ? null : each.outcome().amount().units())
                .instants(rows, Row::seenAt)
                .bytes(rows, each -> macs.of(each.fields()))
                .update(tx);
    }

    private static Batch keys(String sql, List<Row> rows) {
        return Batch.of(sql)
                .uuids(rows, each -> each.payout().organizationId())
                .texts(rows, Row::rail)
                .texts(rows, Row::key);
    }

    /// Reads unread notices and postpones those whose rows were altered in the database.
    Unread<PayoutStatusReport> unread(Tx tx, Instant now, int limit) {
        var read = tx
                .handle()
                .createQuery(UNREAD)
                .bind("now", now)
                .bind("limit", limit)
                .map((row, _) -> row(row))
                .list()
                .stream()
                .collect(Collectors.partitioningBy(this::isAuthentic));
        var altered = Objects.requireNonNull(read.get(false));
        if (!altered.isEmpty()) {
            keys(HOLD, altered)
                    .instants(altered, _ -> now.plus(Unread.HELD_FOR))
                    .write(tx);
        }
        return new Unread<>(
                Objects.requireNonNull(read.get(true)).stream().map(Row::report).toList(),
                altered.stream().map(Row::name).toList());
    }

    byte[] mac(PayoutStatusReport report) {
        return macs.of(Row.of(report).fields());
    }

    private boolean isAuthentic(Row row) {
        return macs.isOf(row.mac(), row.fields());
    }

    static void markRead(Tx tx, List<PayoutStatusReport> reports, Instant now) {
        if (!reports.isEmpty()) {
            var rows = reports.stream().map(Row::of).toList();
            keys(MARK_READ, rows).instants(rows, _ -> now).update(tx);
        }
    }

    /// Reports each notice that differs from the record that the service wrote.
    void verify(Handle snapshot, Consumer<String> fault) {
        all(snapshot)
                .verify(
                        this::isAuthentic,
                        each -> "notice " + each.name() + " of " + each.payout().organizationId()
                                + ": it was changed in the database",
                        fault);
    }

    private static Keyset<Row, Row> all(Handle handle) {
        return new Keyset<>(
                Row.FIRST,
                PAGE,
                last -> handle.createQuery(AFTER)
                        .bind("organization", last.payout().organizationId())
                        .bind("rail", last.rail())
                        .bind("key", last.key())
                        .bind("limit", PAGE)
                        .map((row, _) -> row(row))
                        .list(),
                Function.identity());
    }

    private static Row row(ResultSet row) throws SQLException {
        return new Row(
                new PayoutRef(row.getObject("organization_id", UUID.class), row.getObject("payout_id", UUID.class)),
                row.getString("rail"),
                row.getString("key"),
                new Flat(
                        row.getString("outcome"),
                        row.getString("rail_reference"),
                        row.getString("failure_code"),
                        row.getString("message"),
                        Times.optionalInstant(row, "at"),
                        amount(row)),
                Times.instant(row, "seen_at"),
                row.getBytes("mac"));
    }

    private static @Nullable Money amount(ResultSet row) throws SQLException {
        var code = row.getString("asset");
        if (code == null) {
            return null;
        }
        int exponent = row.getInt("exponent");
        boolean fiat = row.getString("kind").equals(Asset.Kind.FIAT.wire());
        return new Money(
                row.getBigDecimal("units").toBigIntegerExact(),
                fiat ? Asset.fiat(code, exponent) : Asset.crypto(code, exponent));
    }

    /// Outcome as columns. Only final outcomes come as notices.
    private record Flat(
            String kind,
            @Nullable String railReference,
            @Nullable String failureCode,
            @Nullable String message,
            @Nullable Instant at,
            @Nullable Money amount) {
        static Flat of(Outcome outcome) {
            return switch (outcome) {
                case Outcome.Settled(var reference, var at, var _, var amount) ->
                    new Flat("settled", reference, null, null, at, amount);
                case Outcome.Rejected(var code, var message, var _, var _) ->
                    new Flat("rejected", null, code.name(), message, null, null);
                case Outcome.Returned(var code, var message, var at, var amount) ->
                    new Flat("returned", null, code.name(), message, at, amount);
                case Outcome.Stopped _ -> new Flat("stopped", null, null, null, null, null);
                case Outcome.Accepted _, Outcome.Unknown _, Outcome.NotSeen _ ->
                    throw new IllegalStateException("not a notice: " + outcome);
            };
        }

        Outcome outcome() {
            return switch (kind) {
                case "settled" ->
                    new Outcome.Settled(
                            Objects.requireNonNull(railReference), Objects.requireNonNull(at), null, amount);
                case "rejected" -> new Outcome.Rejected(code(), Objects.requireNonNull(message));
                case "stopped" -> new Outcome.Stopped();
                case "returned" ->
                    new Outcome.Returned(
                            code(),
                            Objects.requireNonNull(message),
                            Objects.requireNonNull(at),
                            Objects.requireNonNull(amount));
                default -> throw new IllegalStateException("unknown outcome: " + kind);
            };
        }

        @Nullable
        Asset asset() {
            return amount == null ? null : amount.asset();
        }

        private FailureCode code() {
            return FailureCode.valueOf(Objects.requireNonNull(failureCode));
        }
    }
}
