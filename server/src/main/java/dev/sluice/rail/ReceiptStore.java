package dev.sluice.rail;

import dev.sluice.db.Batch;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Receipts.Entry;
import dev.sluice.vault.Vault;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of `rail_receipt`. What was read stays, marked, so that a notice that comes again is known. Who paid is sealed,
/// for nobody in particular: whose money it is shows later.
final class ReceiptStore {
    private static final UUID NOBODY = new UUID(0, 0);
    private static final String PURPOSE = "rail/receipt";

    private static final String INSERT = """
            INSERT INTO rail_receipt (rail, key, destination, asset, kind, exponent, units, payer, paid_at, seen_at,
                                      look_at, revision, reversed)
            SELECT rail, key, destination, asset, kind, exponent, units, payer, paid_at, seen_at, seen_at, 1, false
            FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::int4[], ?::numeric[], ?::bytea[],
                        ?::timestamptz[], ?::timestamptz[])
                 AS new (rail, key, destination, asset, kind, exponent, units, payer, paid_at, seen_at)
            ON CONFLICT (rail, key) DO UPDATE
            SET payer = EXCLUDED.payer, paid_at = EXCLUDED.paid_at, seen_at = EXCLUDED.seen_at,
                look_at = EXCLUDED.look_at, read_at = NULL, reversed = false, revision = rail_receipt.revision + 1
            WHERE rail_receipt.reversed
            """;

    private static final String REVERSE = """
            UPDATE rail_receipt r
            SET reversed = true, revision = r.revision + 1, seen_at = gone.at, look_at = gone.at, read_at = NULL
            FROM unnest(?::text[], ?::text[], ?::timestamptz[]) AS gone (rail, key, at)
            WHERE r.rail = gone.rail AND r.key = gone.key AND NOT r.reversed
            """;

    private static final String UNREAD = """
            SELECT rail, key, destination, asset, kind, exponent, units, payer, paid_at, seen_at, revision, reversed
            FROM rail_receipt WHERE read_at IS NULL AND look_at <= :now ORDER BY look_at LIMIT :limit
            """;

    private static final String ONE = """
            SELECT rail, key, destination, asset, kind, exponent, units, payer, paid_at, seen_at
            FROM rail_receipt WHERE rail = :rail AND key = :key
            """;

    private static final String WAITING = """
            SELECT rail, count(*) AS receipts, min(seen_at) AS oldest FROM rail_receipt
            WHERE read_at IS NULL GROUP BY rail ORDER BY rail
            """;

    private static final String UNREAD_OF = """
            SELECT r.destination, min(r.paid_at) AS paid_at
            FROM unnest(?::text[]) AS ending (destination)
            JOIN rail_receipt r ON r.destination = ending.destination
            WHERE r.read_at IS NULL AND NOT r.reversed
            GROUP BY r.destination
            """;

    private static final String POSTPONE = """
            UPDATE rail_receipt r SET look_at = later.at
            FROM unnest(?::text[], ?::text[], ?::int4[], ?::timestamptz[]) AS later (rail, key, revision, at)
            WHERE r.rail = later.rail AND r.key = later.key AND r.revision = later.revision
            """;

    /// Only while it is due: another node may have held it, or its check may have been answered meanwhile.
    private static final String HOLD = """
            UPDATE rail_receipt r SET look_at = held.at, check_id = held.check_id
            FROM unnest(?::text[], ?::text[], ?::int4[], ?::timestamptz[], ?::timestamptz[], ?::uuid[])
                 AS held (rail, key, revision, now, at, check_id)
            WHERE r.rail = held.rail AND r.key = held.key AND r.revision = held.revision AND r.look_at <= held.now
            """;

    private static final String WAKE = """
            UPDATE rail_receipt r SET look_at = answered.at
            FROM unnest(?::uuid[], ?::timestamptz[]) AS answered (check_id, at)
            WHERE r.check_id = answered.check_id AND r.read_at IS NULL
            """;

    private static final String OF_CHECK = """
            SELECT rail, key, destination, asset, kind, exponent, units, payer, paid_at, seen_at
            FROM rail_receipt WHERE check_id = :check
            """;

    /// Only what was read: the rail may have changed its word meanwhile.
    private static final String MARK_READ = """
            UPDATE rail_receipt r SET read_at = read.at
            FROM unnest(?::text[], ?::text[], ?::int4[], ?::timestamptz[]) AS read (rail, key, revision, at)
            WHERE r.rail = read.rail AND r.key = read.key AND r.revision = read.revision
            """;

    private final Vault vault;

    ReceiptStore(Vault vault) {
        this.vault = vault;
    }

    void insert(Tx tx, List<Receipt> told) {
        if (told.isEmpty()) {
            return;
        }
        var receipts = List.copyOf(told.stream()
                .collect(Collectors.toMap(
                        ReceiptStore::id, Function.identity(), (first, _) -> first, LinkedHashMap::new))
                .values());
        Batch.of(INSERT)
                .texts(receipts, Receipt::rail)
                .texts(receipts, Receipt::key)
                .texts(receipts, each -> each.destination().text())
                .texts(receipts, each -> each.amount().asset().code())
                .texts(receipts, each -> each.amount().asset().kind().name())
                .integers(receipts, each -> each.amount().asset().exponent())
                .units(receipts, each -> each.amount().units())
                .bytes(receipts, this::sealed)
                .instants(receipts, Receipt::paidAt)
                .instants(receipts, Receipt::seenAt)
                .write(tx);
    }

    void reverse(Tx tx, String rail, List<String> keys, Instant now) {
        if (!keys.isEmpty()) {
            Batch.of(REVERSE)
                    .texts(keys, _ -> rail)
                    .texts(keys, key -> key)
                    .instants(keys, _ -> now)
                    .write(tx);
        }
    }

    List<Entry> unread(Tx tx, Instant now, int limit) {
        return tx.handle()
                .createQuery(UNREAD)
                .bind("now", now)
                .bind("limit", limit)
                .map((row, _) -> new Entry(receipt(row), row.getInt("revision"), row.getBoolean("reversed")))
                .list();
    }

    Optional<Receipt> find(Handle handle, String rail, String key) {
        return handle.createQuery(ONE)
                .bind("rail", rail)
                .bind("key", key)
                .map((row, _) -> receipt(row))
                .findOne();
    }

    static List<Receipts.Waiting> waiting(Tx tx) {
        return tx.handle()
                .createQuery(WAITING)
                .map((row, _) -> new Receipts.Waiting(
                        row.getString("rail"), row.getLong("receipts"), Times.instant(row, "oldest")))
                .list();
    }

    static Supplier<Map<String, Instant>> unreadOf(Tx tx, List<Destination> destinations) {
        if (destinations.isEmpty()) {
            return Map::of;
        }
        var found = Batch.of(UNREAD_OF)
                .texts(destinations, Destination::text)
                .ask(tx, row -> Map.entry(row.getString(1), Times.instant(row, "paid_at")));
        return () -> found.get().stream().collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    void hold(Tx tx, List<Receipts.Held> held, Instant now, Instant until) {
        if (!held.isEmpty()) {
            Batch.of(HOLD)
                    .texts(held, each -> each.entry().receipt().rail())
                    .texts(held, each -> each.entry().receipt().key())
                    .integers(held, each -> each.entry().revision())
                    .instants(held, _ -> now)
                    .instants(held, _ -> until)
                    .uuids(held, Receipts.Held::check)
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

    Optional<Receipt> ofCheck(Handle handle, UUID check) {
        return handle.createQuery(OF_CHECK)
                .bind("check", check)
                .map((row, _) -> receipt(row))
                .findFirst();
    }

    void postpone(Tx tx, List<Entry> entries, Instant until) {
        stamp(tx, POSTPONE, entries, until);
    }

    void markRead(Tx tx, List<Entry> entries, Instant now) {
        stamp(tx, MARK_READ, entries, now);
    }

    private static void stamp(Tx tx, String sql, List<Entry> entries, Instant at) {
        if (!entries.isEmpty()) {
            Batch.of(sql)
                    .texts(entries, each -> each.receipt().rail())
                    .texts(entries, each -> each.receipt().key())
                    .integers(entries, Entry::revision)
                    .instants(entries, _ -> at)
                    .write(tx);
        }
    }

    private static List<String> id(Receipt receipt) {
        return List.of(receipt.rail(), receipt.key());
    }

    private byte[] sealed(Receipt receipt) {
        var document = new JsonObject().put("payer", receipt.payer().document()).putPresent("note", receipt.note());
        return vault.seal(NOBODY, PURPOSE, Json.bytes(document));
    }

    private Receipt receipt(ResultSet row) throws SQLException {
        var document = Json.parse(vault.open(NOBODY, PURPOSE, row.getBytes("payer")));
        var note = document.get("note");
        return new Receipt(
                row.getString("rail"),
                row.getString("key"),
                Destination.of(row.getString("destination")),
                new Money(
                        row.getBigDecimal("units").toBigIntegerExact(),
                        new Asset(
                                row.getString("asset"),
                                Asset.Kind.valueOf(row.getString("kind")),
                                row.getInt("exponent"))),
                Payer.of(document.get("payer")),
                text(note),
                Times.instant(row, "paid_at"),
                Times.instant(row, "seen_at"));
    }

    private static @Nullable String text(tools.jackson.databind.@Nullable JsonNode node) {
        return node == null ? null : node.stringValue();
    }
}
