package dev.sluice.deposit;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import dev.sluice.deposit.review.Resolution;
import dev.sluice.ledger.Account;
import dev.sluice.ledger.LedgerVerifier;
import dev.sluice.rail.IncomingPayment;
import dev.sluice.rail.IncomingPayments.Entry;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of `deposit_payment`: every incoming payment, once, with the reason of its review, if there is one.
public final class DepositPaymentStore {
    private static final String KNOWN = """
            SELECT p.organization_id, p.rail, p.key, p.id, p.revision, p.reversed_at IS NOT NULL, p.reason, p.transfers,
                   p.resolution, p.moved_organization_id, p.moved_deposit_id, p.refund_id, p.deposit_id, p.mac
            FROM unnest(?::uuid[], ?::text[], ?::text[]) AS wanted (organization_id, rail, key)
            JOIN deposit_payment p USING (organization_id, rail, key)
            """;

    private static final String MOVED = """
            SELECT p.organization_id, p.rail, p.key, p.moved_organization_id, p.moved_deposit_id
            FROM unnest(?::uuid[], ?::text[], ?::text[]) AS wanted (organization_id, rail, key)
            JOIN deposit_payment p USING (organization_id, rail, key)
            WHERE p.moved_deposit_id IS NOT NULL
            """;

    private static final String INSERT = """
            INSERT INTO deposit_payment (organization_id, rail, key, id, deposit_id, destination, asset, exponent,
                                         units, reason, transfers, paid_at, seen_at, revision, reversed_at,
                                         transaction_hash, mac)
            SELECT * FROM unnest(?::uuid[], ?::text[], ?::text[], ?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::int4[],
                                 ?::numeric[], ?::text[], ?::int4[], ?::timestamptz[], ?::timestamptz[], ?::int4[],
                                 ?::timestamptz[], ?::text[], ?::bytea[])
            """;

    private static final String REVISE = """
            UPDATE deposit_payment p
            SET reason = coalesce(new.reason, p.reason), transfers = new.transfers, revision = new.revision,
                reversed_at = new.reversed_at, mac = new.mac,
                resolution = CASE WHEN new.reason IS NULL OR p.resolution = 'REFUNDED' THEN p.resolution END,
                moved_organization_id = CASE WHEN new.reason IS NULL THEN p.moved_organization_id END,
                moved_deposit_id = CASE WHEN new.reason IS NULL THEN p.moved_deposit_id END,
                closed_at = CASE WHEN new.reversed_at IS NOT NULL THEN p.closed_at END,
                closed_by = CASE WHEN new.reversed_at IS NOT NULL THEN p.closed_by END,
                closed_reason = CASE WHEN new.reversed_at IS NOT NULL THEN p.closed_reason END
            FROM unnest(?::uuid[], ?::text[], ?::text[], ?::text[], ?::int4[], ?::int4[], ?::timestamptz[], ?::bytea[])
                 AS new (organization_id, rail, key, reason, transfers, revision, reversed_at, mac)
            WHERE p.organization_id = new.organization_id AND p.rail = new.rail AND p.key = new.key
            """;

    static final String UNDER_REVIEW_AFTER = """
            SELECT organization_id, id, rail, asset, units, transfers, reversed_at IS NOT NULL AS reversed, resolution
            FROM deposit_payment
            WHERE transfers > 0 AND (organization_id, id) > (:organization, :id)
            ORDER BY organization_id, id LIMIT :limit
            """;

    private static final String UNDER_REVIEW = """
            SELECT deposit_id FROM deposit_payment
            WHERE organization_id = :organization AND reason IS NOT NULL AND reversed_at IS NULL
                  AND resolution IS NULL AND deposit_id IS NOT NULL
            ORDER BY paid_at DESC LIMIT :limit
            """;

    private static final String PAID_BY = """
            SELECT came.deposit_id FROM deposit_payment came
            WHERE came.organization_id = :organization AND came.transaction_hash IN (:hash, :lower)
                  AND came.deposit_id IS NOT NULL
            UNION
            SELECT moved.moved_deposit_id FROM deposit_payment moved
            WHERE moved.moved_organization_id = :organization AND moved.transaction_hash IN (:hash, :lower)
            """;

    private DepositPaymentStore() {}

    /// Returns the deposits that a transaction on a chain was made for, or paid in the end: both if a payment was
    /// moved. A hash in hex matches in any case.
    public static List<UUID> paidBy(Handle handle, UUID organizationId, String hash) {
        return handle.createQuery(PAID_BY)
                .bind("organization", organizationId)
                .bind("hash", hash)
                .bind("lower", hash.toLowerCase(Locale.ROOT))
                .mapTo(UUID.class)
                .list();
    }

    /// Returns the deposits with a payment under review, the latest payment first.
    static List<UUID> underReview(Handle handle, UUID organizationId, int limit) {
        return handle
                .createQuery(UNDER_REVIEW)
                .bind("organization", organizationId)
                .bind("limit", limit)
                .mapTo(UUID.class)
                .list()
                .stream()
                .distinct()
                .toList();
    }

    /// A payment as its rail knows it.
    public record Key(UUID organizationId, String rail, String key) {
        public static Key of(UUID organizationId, IncomingPayment receipt) {
            return new Key(organizationId, receipt.rail(), receipt.key());
        }
    }

    /// Reason for a review of a payment.
    public enum Reason {
        WRONG_AMOUNT,
        PAID_TWICE,
        UNKNOWN_DESTINATION,
        /// An operator rejected its payer.
        SCREENING
    }

    /// Target of a moved payment, and the reason for its review.
    public record Moved(DepositRef target, Reason reason) {}

    /// A recorded payment: the last applied revision of the rail's report, and its own transfers.
    ///
    /// @param depositId deposit that it came for; null if its destination is unknown
    /// @param reason reason for the review; null once it belongs to a deposit
    /// @param refundId the payout that was made last to take it back to its payer
    /// @param authentic true if the row matches its MAC
    public record RecordedPayment(
            UUID id,
            @Nullable UUID depositId,
            int revision,
            boolean reversed,
            @Nullable Reason reason,
            int transfers,
            Resolution.@Nullable Kind resolution,
            @Nullable Moved moved,
            @Nullable UUID refundId,
            boolean authentic) {
        /// Returns the payment after a person credited it to its deposit.
        public RecordedPayment settled(int booked) {
            return new RecordedPayment(
                    id, depositId, revision, reversed, null, booked, Resolution.Kind.SETTLED, null, null, true);
        }

        /// Returns the payment after a person moved it.
        public RecordedPayment moved(Moved whereTo, int booked) {
            return new RecordedPayment(
                    id, depositId, revision, reversed, null, booked, Resolution.Kind.MOVED, whereTo, null, true);
        }

        /// Returns the payment with its row marked as altered in the database.
        RecordedPayment altered() {
            return new RecordedPayment(
                    id, depositId, revision, reversed, reason, transfers, resolution, moved, refundId, false);
        }

        /// Returns the payment after a person sent it back.
        public RecordedPayment refunded(UUID payout, int booked) {
            return new RecordedPayment(
                    id, depositId, revision, reversed, reason, booked, Resolution.Kind.REFUNDED, null, payout, true);
        }
    }

    /// A payment, its report, and its own transfers.
    ///
    /// @param reversedAt time of the reversal
    public record Row(
            UUID organizationId,
            Payment payment,
            Entry entry,
            @Nullable UUID depositId,
            @Nullable Reason reason,
            int transfers,
            @Nullable Instant reversedAt) {
        public IncomingPayment incomingPayment() {
            return entry.payment();
        }

        public Key key() {
            return Key.of(organizationId, incomingPayment());
        }

        /// Returns the payment as recorded from now on. A payment that is under review again needs a new
        /// decision.
        public RecordedPayment known(@Nullable RecordedPayment before) {
            var decided = before == null ? null : before.resolution();
            return new RecordedPayment(
                    payment.id(),
                    before == null ? depositId : before.depositId(),
                    entry.revision(),
                    reversedAt != null,
                    reason,
                    transfers,
                    reason == null || decided == Resolution.Kind.REFUNDED ? decided : null,
                    before == null || reason != null ? null : before.moved(),
                    before == null ? null : before.refundId(),
                    true);
        }
    }

    record StoredPayment(Key key, RecordedPayment known) {}

    /// Returns the payments that were recorded before.
    public static Supplier<Map<Key, RecordedPayment>> known(Tx tx, DepositMac macs, List<Key> keys) {
        if (keys.isEmpty()) {
            return Map::of;
        }
        var found = Batch.of(KNOWN)
                .uuids(keys, Key::organizationId)
                .texts(keys, Key::rail)
                .texts(keys, Key::key)
                .queueQuery(tx, row -> storedPayment(row, macs));
        return () -> found.get().stream()
                .collect(Collectors.toMap(StoredPayment::key, StoredPayment::known, (first, _) -> first));
    }

    /// Returns the current deposits of payments that a person moved.
    public static Map<Key, DepositRef> moved(Tx tx, List<Key> keys) {
        return keys.isEmpty()
                ? Map.of()
                : Batch.of(MOVED)
                        .uuids(keys, Key::organizationId)
                        .texts(keys, Key::rail)
                        .texts(keys, Key::key)
                        .query(tx, row -> Map.entry(key(row), ref(row, 4)))
                        .stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (first, _) -> first));
    }

    /// Reads a row with the columns of the statement for known payments.
    static StoredPayment storedPayment(ResultSet row, DepositMac macs) throws SQLException {
        var reason = row.getString(7) == null ? null : Reason.valueOf(row.getString(7));
        var resolution = row.getString(9) == null ? null : Resolution.Kind.valueOf(row.getString(9));
        boolean moved = resolution == Resolution.Kind.MOVED;
        var key = key(row);
        var known = new RecordedPayment(
                row.getObject(4, UUID.class),
                row.getObject(13, UUID.class),
                row.getInt(5),
                row.getBoolean(6),
                moved || resolution == Resolution.Kind.SETTLED ? null : reason,
                row.getInt(8),
                resolution,
                moved && reason != null ? new Moved(ref(row, 10), reason) : null,
                row.getObject(12, UUID.class),
                true);
        return new StoredPayment(key, macs.isOfPayment(key, known, row.getBytes(14)) ? known : known.altered());
    }

    private static Key key(ResultSet row) throws SQLException {
        return new Key(row.getObject(1, UUID.class), row.getString(2), row.getString(3));
    }

    private static DepositRef ref(ResultSet row, int column) throws SQLException {
        return new DepositRef(row.getObject(column, UUID.class), row.getObject(column + 1, UUID.class));
    }

    /// @param mac MAC of the final state of a payment
    public static void insert(Tx tx, List<Row> rows, Function<Key, byte[]> mac) {
        if (rows.isEmpty()) {
            return;
        }
        Batch.of(INSERT)
                .uuids(rows, Row::organizationId)
                .texts(rows, row -> row.incomingPayment().rail())
                .texts(rows, row -> row.incomingPayment().key())
                .uuids(rows, row -> row.payment().id())
                .uuids(rows, Row::depositId)
                .texts(rows, row -> row.incomingPayment().destination().text())
                .texts(rows, row -> row.payment().amount().asset().code())
                .integers(rows, row -> row.payment().amount().asset().exponent())
                .units(rows, row -> row.payment().amount().units())
                .texts(rows, row -> row.reason() == null ? null : row.reason().name())
                .integers(rows, Row::transfers)
                .instants(rows, row -> row.incomingPayment().paidAt())
                .instants(rows, row -> row.incomingPayment().seenAt())
                .integers(rows, row -> row.entry().revision())
                .instants(rows, Row::reversedAt)
                .texts(rows, row -> row.payment().transactionHash())
                .bytes(rows, row -> mac.apply(row.key()))
                .write(tx);
    }

    public static void revise(Tx tx, List<Row> rows, Function<Key, byte[]> mac) {
        if (rows.isEmpty()) {
            return;
        }
        Batch.of(REVISE)
                .uuids(rows, Row::organizationId)
                .texts(rows, row -> row.incomingPayment().rail())
                .texts(rows, row -> row.incomingPayment().key())
                .texts(rows, row -> row.reason() == null ? null : row.reason().name())
                .integers(rows, Row::transfers)
                .integers(rows, row -> row.entry().revision())
                .instants(rows, Row::reversedAt)
                .bytes(rows, row -> mac.apply(row.key()))
                .write(tx);
    }

    /// Returns the amounts that the payment of a row without a deposit should have moved in the books by now.
    static Map<LedgerVerifier.Place, BigInteger> movedUnderReview(ResultSet row) throws SQLException {
        var resolution = row.getString("resolution");
        var units = row.getBigDecimal("units").toBigIntegerExact();
        var asset = row.getString("asset");
        boolean refunded = Resolution.Kind.REFUNDED.name().equals(resolution);
        var moved = new HashMap<LedgerVerifier.Place, BigInteger>();
        if (!row.getBoolean("reversed") && (resolution == null || refunded)) {
            moved.merge(
                    new LedgerVerifier.Place(asset, Account.clearing(row.getString("rail"))),
                    units.negate(),
                    BigInteger::add);
            moved.merge(new LedgerVerifier.Place(asset, Account.SUSPENSE), units, BigInteger::add);
        }
        if (refunded) {
            moved.merge(new LedgerVerifier.Place(asset, Account.SUSPENSE), units.negate(), BigInteger::add);
            moved.merge(new LedgerVerifier.Place(asset, Account.AVAILABLE), units, BigInteger::add);
        }
        return moved;
    }
}
