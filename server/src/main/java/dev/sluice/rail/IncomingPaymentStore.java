package dev.sluice.rail;

import dev.sluice.db.Batch;
import dev.sluice.db.Keyset;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.rail.IncomingPaymentRows.Row;
import dev.sluice.rail.IncomingPayments.Entry;
import dev.sluice.refusal.Refusal;
import dev.sluice.vault.Vault;
import java.math.BigInteger;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// SQL of `rail_incoming_payment`. Read receipts stay, marked, so that a repeated notice is recognized.
final class IncomingPaymentStore {
    private static final Logger LOG = LoggerFactory.getLogger(IncomingPaymentStore.class);
    private static final int PAGE = 1_000;

    private static final String INSERT = """
            INSERT INTO rail_incoming_payment (rail, key, destination, asset, kind, exponent, units, payer, paid_at,
                                               seen_at, due_at, revision, reversed, mac)
            SELECT rail, key, destination, asset, kind, exponent, units, payer, paid_at, seen_at, seen_at, revision,
                   false, mac
            FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::int4[], ?::numeric[], ?::bytea[],
                        ?::timestamptz[], ?::timestamptz[], ?::int4[], ?::bytea[])
                 AS new (rail, key, destination, asset, kind, exponent, units, payer, paid_at, seen_at, revision, mac)
            ON CONFLICT (rail, key) DO NOTHING
            RETURNING rail, key
            """;

    private static final String RENEW = """
            UPDATE rail_incoming_payment r
            SET destination = new.destination, asset = new.asset, kind = new.kind, exponent = new.exponent,
                units = new.units, payer = new.payer, paid_at = new.paid_at, seen_at = new.seen_at,
                due_at = new.seen_at, read_at = NULL, revision = new.revision, reversed = false, mac = new.mac
            FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::int4[], ?::numeric[], ?::bytea[],
                        ?::timestamptz[], ?::timestamptz[], ?::int4[], ?::bytea[])
                 AS new (rail, key, destination, asset, kind, exponent, units, payer, paid_at, seen_at, revision, mac)
            WHERE r.rail = new.rail AND r.key = new.key
            """;

    private static final String REVERSE = """
            UPDATE rail_incoming_payment r
            SET reversed = true, revision = gone.revision, seen_at = gone.at, due_at = gone.at, read_at = NULL,
                mac = gone.mac
            FROM unnest(?::text[], ?::text[], ?::timestamptz[], ?::int4[], ?::bytea[])
                 AS gone (rail, key, at, revision, mac)
            WHERE r.rail = gone.rail AND r.key = gone.key
            """;

    private static final String LOCK = """
            SELECT r.rail, r.key, r.destination, r.asset, r.kind, r.exponent, r.units, r.payer, r.paid_at, r.seen_at,
                   r.revision, r.reversed, r.mac
            FROM unnest(?::text[], ?::text[]) AS known (rail, key)
            JOIN rail_incoming_payment r ON r.rail = known.rail AND r.key = known.key
            ORDER BY r.rail, r.key FOR UPDATE OF r
            """;

    private static final String SELECT_FROM = """
            SELECT rail, key, destination, asset, kind, exponent, units, payer, paid_at, seen_at, revision, reversed,
                   mac
            FROM rail_incoming_payment
            """;

    private static final String UNREAD = SELECT_FROM + """
            WHERE read_at IS NULL AND due_at <= :now ORDER BY due_at LIMIT :limit
            """;

    private static final String ONE = SELECT_FROM + """
            WHERE rail = :rail AND key = :key
            """;

    private static final String AFTER = SELECT_FROM + """
            WHERE (rail, key) > (:rail, :key) ORDER BY rail, key LIMIT :limit
            """;

    private static final String WAITING = """
            SELECT rail, count(*) AS receipts, min(seen_at) AS oldest FROM rail_incoming_payment
            WHERE read_at IS NULL GROUP BY rail ORDER BY rail
            """;

    private static final String UNREAD_OF_RAIL = """
            SELECT key, reversed FROM rail_incoming_payment WHERE read_at IS NULL AND rail = :rail ORDER BY key
            """;

    private static final String UNREAD_OF = """
            SELECT r.destination, min(r.paid_at) AS paid_at
            FROM unnest(?::text[]) AS ending (destination)
            JOIN rail_incoming_payment r ON r.destination = ending.destination
            WHERE r.read_at IS NULL AND NOT r.reversed
            GROUP BY r.destination
            """;

    private static final String POSTPONE = """
            UPDATE rail_incoming_payment r SET due_at = later.at
            FROM unnest(?::text[], ?::text[], ?::int4[], ?::timestamptz[]) AS later (rail, key, revision, at)
            WHERE r.rail = later.rail AND r.key = later.key AND r.revision = later.revision
            """;

    /// Only while it is due: another node may have held it, or its check may have been answered in the meantime.
    private static final String HOLD = """
            UPDATE rail_incoming_payment r SET due_at = held.at, check_id = held.check_id
            FROM unnest(?::text[], ?::text[], ?::int4[], ?::timestamptz[], ?::timestamptz[], ?::uuid[])
                 AS held (rail, key, revision, now, at, check_id)
            WHERE r.rail = held.rail AND r.key = held.key AND r.revision = held.revision AND r.due_at <= held.now
            """;

    private static final String WAKE = """
            UPDATE rail_incoming_payment r SET due_at = answered.at
            FROM unnest(?::uuid[], ?::timestamptz[]) AS answered (check_id, at)
            WHERE r.check_id = answered.check_id AND r.read_at IS NULL
            """;

    private static final String OF_CHECK = SELECT_FROM + """
            WHERE check_id = :check
            """;

    /// Only the revision that was read: the rail may have changed its report in the meantime.
    private static final String MARK_READ = """
            UPDATE rail_incoming_payment r SET read_at = read.at
            FROM unnest(?::text[], ?::text[], ?::int4[], ?::timestamptz[]) AS read (rail, key, revision, at)
            WHERE r.rail = read.rail AND r.key = read.key AND r.revision = read.revision
            """;

    private final IncomingPaymentRows rows;

    IncomingPaymentStore(Vault vault) {
        this.rows = new IncomingPaymentRows(vault);
    }

    void insert(Tx tx, List<IncomingPayment> reported) {
        if (reported.isEmpty()) {
            return;
        }
        var receipts = reported.stream()
                .collect(Collectors.toMap(
                        IncomingPaymentRows.Key::of, Function.identity(), (first, _) -> first, LinkedHashMap::new));
        var inserted = Set.copyOf(
                put(INSERT, receipts.values().stream().map(rows::first).toList())
                        .query(tx, row -> new IncomingPaymentRows.Key(row.getString("rail"), row.getString("key"))));
        var known = receipts.keySet().stream()
                .filter(each -> !inserted.contains(each))
                .toList();
        if (!known.isEmpty()) {
            renew(tx, receipts, known);
        }
    }

    /// Restores a receipt that was reversed. An altered one gets its rail's data again.
    private void renew(
            Tx tx, Map<IncomingPaymentRows.Key, IncomingPayment> receipts, List<IncomingPaymentRows.Key> known) {
        var renewed = lock(tx, known).stream()
                .filter(each -> each.reversed() || !isAuthentic(each))
                .map(each -> rows.again(each, Objects.requireNonNull(receipts.get(each.id()))))
                .toList();
        if (!renewed.isEmpty()) {
            put(RENEW, renewed).write(tx);
        }
    }

    private boolean isAuthentic(Row row) {
        boolean authentic = rows.isAuthentic(row);
        if (!authentic) {
            LOG.error("receipt {} was changed in the database", row.id().name());
        }
        return authentic;
    }

    private static Batch put(String sql, List<Row> receipts) {
        return Batch.of(sql)
                .texts(receipts, each -> each.id().rail())
                .texts(receipts, each -> each.id().key())
                .texts(receipts, Row::destination)
                .texts(receipts, Row::asset)
                .texts(receipts, Row::kind)
                .integers(receipts, Row::exponent)
                .units(receipts, each -> new BigInteger(each.units()))
                .bytes(receipts, Row::payer)
                .instants(receipts, Row::paidAt)
                .instants(receipts, Row::seenAt)
                .integers(receipts, Row::revision)
                .bytes(receipts, Row::mac);
    }

    private static List<Row> lock(Tx tx, List<IncomingPaymentRows.Key> keys) {
        return Batch.of(LOCK)
                .texts(keys, IncomingPaymentRows.Key::rail)
                .texts(keys, IncomingPaymentRows.Key::key)
                .query(tx, IncomingPaymentRows::read);
    }

    void reverse(Tx tx, String rail, List<String> keys, Instant now) {
        if (keys.isEmpty()) {
            return;
        }
        var gone =
                lock(
                                tx,
                                keys.stream()
                                        .distinct()
                                        .map(key -> new IncomingPaymentRows.Key(rail, key))
                                        .toList())
                        .stream()
                        .filter(each -> !each.reversed())
                        .map(each -> rows.reversed(each, now))
                        .toList();
        if (!gone.isEmpty()) {
            Batch.of(REVERSE)
                    .texts(gone, each -> each.id().rail())
                    .texts(gone, each -> each.id().key())
                    .instants(gone, Row::seenAt)
                    .integers(gone, Row::revision)
                    .bytes(gone, Row::mac)
                    .write(tx);
        }
    }

    /// Reads unread payments and postpones those whose rows were altered in the database.
    Unread<Entry> unread(Tx tx, Instant now, int limit) {
        var read = tx
                .handle()
                .createQuery(UNREAD)
                .bind("now", now)
                .bind("limit", limit)
                .map((row, _) -> IncomingPaymentRows.read(row))
                .list()
                .stream()
                .collect(Collectors.partitioningBy(rows::isAuthentic));
        var altered = Objects.requireNonNull(read.get(false));
        stamp(tx, POSTPONE, altered.stream().map(Stamp::of).toList(), now.plus(Unread.HELD_FOR));
        return new Unread<>(
                Objects.requireNonNull(read.get(true)).stream().map(rows::entry).toList(),
                altered.stream().map(each -> each.id().name()).toList());
    }

    /// @throws dev.sluice.refusal.Refused `DEPOSIT_HELD` if it was altered
    Optional<IncomingPayment> find(Handle handle, String rail, String key) {
        return handle.createQuery(ONE)
                .bind("rail", rail)
                .bind("key", key)
                .map((row, _) -> IncomingPaymentRows.read(row))
                .findOne()
                .map(this::toUse);
    }

    private IncomingPayment toUse(Row row) {
        if (!isAuthentic(row)) {
            throw Refusal.DEPOSIT_HELD.refused();
        }
        return rows.payment(row);
    }

    /// Reports each receipt that differs from the record that the service wrote.
    void prove(Handle snapshot, Consumer<String> fault) {
        all(snapshot)
                .verify(
                        rows::isAuthentic,
                        each -> "receipt " + each.id().name() + ": it was changed in the database",
                        fault);
    }

    private static Keyset<IncomingPaymentRows.Key, Row> all(Handle handle) {
        return new Keyset<>(
                IncomingPaymentRows.Key.FIRST,
                PAGE,
                last -> handle.createQuery(AFTER)
                        .bind("rail", last.rail())
                        .bind("key", last.key())
                        .bind("limit", PAGE)
                        .map((row, _) -> IncomingPaymentRows.read(row))
                        .list(),
                Row::id);
    }

    static List<IncomingPayments.Waiting> waiting(Tx tx) {
        return tx.handle()
                .createQuery(WAITING)
                .map((row, _) -> new IncomingPayments.Waiting(
                        row.getString("rail"), row.getLong("receipts"), Times.instant(row, "oldest")))
                .list();
    }

    static IncomingPayments.UnreadKeys unreadOf(Handle handle, String rail) {
        var keys = handle.createQuery(UNREAD_OF_RAIL)
                .bind("rail", rail)
                .map((row, _) -> Map.entry(row.getString("key"), row.getBoolean("reversed")))
                .list();
        return new IncomingPayments.UnreadKeys(
                keys.stream()
                        .filter(each -> !each.getValue())
                        .map(Map.Entry::getKey)
                        .toList(),
                keys.stream().filter(Map.Entry::getValue).map(Map.Entry::getKey).toList());
    }

    static Supplier<Map<String, Instant>> unreadOf(Tx tx, List<Destination> destinations) {
        if (destinations.isEmpty()) {
            return Map::of;
        }
        var found = Batch.of(UNREAD_OF)
                .texts(destinations, Destination::text)
                .queueQuery(tx, row -> Map.entry(row.getString(1), Times.instant(row, "paid_at")));
        return () -> found.get().stream().collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    void hold(Tx tx, List<IncomingPayments.ScreenedEntry> held, Instant now, Instant until) {
        if (!held.isEmpty()) {
            Batch.of(HOLD)
                    .texts(held, each -> each.entry().payment().rail())
                    .texts(held, each -> each.entry().payment().key())
                    .integers(held, each -> each.entry().revision())
                    .instants(held, _ -> now)
                    .instants(held, _ -> until)
                    .uuids(held, IncomingPayments.ScreenedEntry::check)
                    .write(tx);
        }
    }

    void wake(Tx tx, List<UUID> checks, Instant now) {
        if (!checks.isEmpty()) {
            Batch.of(WAKE)
                    .uuids(checks, each -> each)
                    .instants(checks, _ -> now)
                    .write(tx);
        }
    }

    Optional<IncomingPayment> ofCheck(Handle handle, UUID check) {
        return handle.createQuery(OF_CHECK)
                .bind("check", check)
                .map((row, _) -> IncomingPaymentRows.read(row))
                .filter(this::isAuthentic)
                .findFirst()
                .map(rows::payment);
    }

    static void postpone(Tx tx, List<Entry> entries, Instant until) {
        stamp(tx, POSTPONE, entries.stream().map(Stamp::of).toList(), until);
    }

    static void markRead(Tx tx, List<Entry> entries, Instant now) {
        stamp(tx, MARK_READ, entries.stream().map(Stamp::of).toList(), now);
    }

    /// Receipt with the revision that was read.
    private record Stamp(IncomingPaymentRows.Key id, int revision) {
        static Stamp of(Entry entry) {
            return new Stamp(IncomingPaymentRows.Key.of(entry.payment()), entry.revision());
        }

        static Stamp of(Row row) {
            return new Stamp(row.id(), row.revision());
        }
    }

    private static void stamp(Tx tx, String sql, List<Stamp> read, Instant at) {
        if (!read.isEmpty()) {
            Batch.of(sql)
                    .texts(read, each -> each.id().rail())
                    .texts(read, each -> each.id().key())
                    .integers(read, Stamp::revision)
                    .instants(read, _ -> at)
                    .write(tx);
        }
    }
}
