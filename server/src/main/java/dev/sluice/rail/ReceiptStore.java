package dev.sluice.rail;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.vault.Vault;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// SQL of `rail_receipt`. What was read stays, marked, so that a notice that comes again is known. Who paid is sealed,
/// for nobody in particular: whose money it is shows later.
final class ReceiptStore {
    private static final UUID NOBODY = new UUID(0, 0);
    private static final String PURPOSE = "rail/receipt";

    private static final String INSERT = """
            INSERT INTO rail_receipt (rail, key, destination, asset, kind, exponent, units, payer, paid_at, seen_at,
                                      look_at)
            SELECT rail, key, destination, asset, kind, exponent, units, payer, paid_at, seen_at, seen_at
            FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::int4[], ?::numeric[], ?::bytea[],
                        ?::timestamptz[], ?::timestamptz[])
                 AS new (rail, key, destination, asset, kind, exponent, units, payer, paid_at, seen_at)
            ON CONFLICT (rail, key) DO NOTHING
            """;

    private static final String UNREAD = """
            SELECT rail, key, destination, asset, kind, exponent, units, payer, paid_at, seen_at
            FROM rail_receipt WHERE read_at IS NULL AND look_at <= :now ORDER BY look_at LIMIT :limit
            """;

    private static final String POSTPONE = """
            UPDATE rail_receipt r SET look_at = later.at
            FROM unnest(?::text[], ?::text[], ?::timestamptz[]) AS later (rail, key, at)
            WHERE r.rail = later.rail AND r.key = later.key
            """;

    private static final String MARK_READ = """
            UPDATE rail_receipt r SET read_at = read.at
            FROM unnest(?::text[], ?::text[], ?::timestamptz[]) AS read (rail, key, at)
            WHERE r.rail = read.rail AND r.key = read.key
            """;

    private final Vault vault;

    ReceiptStore(Vault vault) {
        this.vault = vault;
    }

    void insert(Tx tx, List<Receipt> receipts) {
        if (receipts.isEmpty()) {
            return;
        }
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

    List<Receipt> unread(Tx tx, Instant now, int limit) {
        return tx.handle()
                .createQuery(UNREAD)
                .bind("now", now)
                .bind("limit", limit)
                .map((row, _) -> receipt(row))
                .list();
    }

    void postpone(Tx tx, List<Receipt> receipts, Instant until) {
        stamp(tx, POSTPONE, receipts, until);
    }

    void markRead(Tx tx, List<Receipt> receipts, Instant now) {
        stamp(tx, MARK_READ, receipts, now);
    }

    private static void stamp(Tx tx, String sql, List<Receipt> receipts, Instant at) {
        if (!receipts.isEmpty()) {
            Batch.of(sql)
                    .texts(receipts, Receipt::rail)
                    .texts(receipts, Receipt::key)
                    .instants(receipts, _ -> at)
                    .write(tx);
        }
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
                instant(row, "paid_at"),
                instant(row, "seen_at"));
    }

    private static @Nullable String text(tools.jackson.databind.@Nullable JsonNode node) {
        return node == null ? null : node.stringValue();
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return Objects.requireNonNull(row.getObject(column, OffsetDateTime.class))
                .toInstant();
    }
}
