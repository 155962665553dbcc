package dev.sluice.rail;

import dev.sluice.db.Times;
import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Receipts.Entry;
import dev.sluice.vault.RecordMac;
import dev.sluice.vault.Vault;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Receipts and the rows that they are stored as. The payer is sealed, for nobody in particular: whose money it is
/// shows later. The MAC of a row covers all that it says of money, and whether its rail stands by it.
final class ReceiptRows {
    private static final UUID NOBODY = new UUID(0, 0);
    private static final String PURPOSE = "rail/receipt";

    private final Vault vault;
    private final RecordMac macs;

    ReceiptRows(Vault vault) {
        this.vault = vault;
        this.macs = vault.mac(PURPOSE);
    }

    /// The rail's own id of a payment.
    record Key(String rail, String key) {
        /// The key before any other.
        static final Key FIRST = new Key("", "");

        static Key of(Receipt receipt) {
            return new Key(receipt.rail(), receipt.key());
        }

        String name() {
            return rail + "/" + key;
        }
    }

    /// A receipt as it is stored: texts as they are, since a row that somebody altered may say anything.
    record Row(
            Key id,
            String destination,
            String asset,
            String kind,
            int exponent,
            String units,
            byte[] payer,
            Instant paidAt,
            Instant seenAt,
            int revision,
            boolean reversed,
            byte @Nullable [] mac) {
        private List<Object> fields() {
            return List.of(
                    id.rail(),
                    id.key(),
                    destination,
                    asset,
                    kind,
                    exponent,
                    units,
                    payer,
                    paidAt.truncatedTo(ChronoUnit.MICROS),
                    seenAt.truncatedTo(ChronoUnit.MICROS),
                    revision,
                    reversed);
        }

        private Row with(int newRevision, boolean gone, Instant at, byte @Nullable [] made) {
            return new Row(id, destination, asset, kind, exponent, units, payer, paidAt, at, newRevision, gone, made);
        }

        Destination to() {
            return Destination.of(destination);
        }

        Money amount() {
            return new Money(new BigInteger(units), new Asset(asset, Asset.Kind.valueOf(kind), exponent));
        }
    }

    /// A receipt that its rail tells for the first time.
    Row first(Receipt receipt) {
        return sealed(receipt, receipt.destination(), receipt.amount(), 1);
    }

    /// A receipt that its rail tells again after it had taken it back. It is of the same amount to the same
    /// destination, unless somebody altered the row.
    Row again(Row before, Receipt receipt) {
        return isAuthentic(before)
                ? sealed(receipt, before.to(), before.amount(), before.revision() + 1)
                : sealed(receipt, receipt.destination(), receipt.amount(), before.revision() + 1);
    }

    private Row sealed(Receipt receipt, Destination destination, Money amount, int revision) {
        var document = new JsonObject().put("payer", receipt.payer().document()).putPresent("note", receipt.note());
        var asset = amount.asset();
        return signed(new Row(
                Key.of(receipt),
                destination.text(),
                asset.code(),
                asset.kind().name(),
                asset.exponent(),
                amount.units().toString(),
                vault.seal(NOBODY, PURPOSE, Json.bytes(document)),
                receipt.paidAt(),
                receipt.seenAt(),
                revision,
                false,
                null));
    }

    /// A receipt that its rail takes back. One that was altered gets no MAC: it stays held.
    Row reversed(Row before, Instant at) {
        var after = before.with(before.revision() + 1, true, at, null);
        return isAuthentic(before) ? signed(after) : after;
    }

    /// The row with its MAC.
    Row signed(Row row) {
        return row.with(row.revision(), row.reversed(), row.seenAt(), macs.of(row.fields()));
    }

    /// Reports whether a row is the one that its MAC was made of.
    boolean isAuthentic(Row row) {
        return macs.isOf(row.mac(), row.fields());
    }

    Entry entry(Row row) {
        return new Entry(receipt(row), row.revision(), row.reversed());
    }

    /// Only of an authentic row: another one may not open.
    Receipt receipt(Row row) {
        var document = Json.parse(vault.open(NOBODY, PURPOSE, row.payer()));
        var note = document.get("note");
        return new Receipt(
                row.id().rail(),
                row.id().key(),
                row.to(),
                row.amount(),
                Payer.of(document.get("payer")),
                note == null ? null : note.stringValue(),
                row.paidAt(),
                row.seenAt());
    }

    static Row read(ResultSet row) throws SQLException {
        return new Row(
                new Key(row.getString("rail"), row.getString("key")),
                row.getString("destination"),
                row.getString("asset"),
                row.getString("kind"),
                row.getInt("exponent"),
                row.getString("units"),
                row.getBytes("payer"),
                Times.instant(row, "paid_at"),
                Times.instant(row, "seen_at"),
                row.getInt("revision"),
                row.getBoolean("reversed"),
                row.getBytes("mac"));
    }
}
