package dev.sluice.rail;

import dev.sluice.db.Times;
import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.IncomingPayments.Entry;
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

/// Conversion between receipts and their rows. The payer is sealed without an organization: the owner of the money is
/// found later. The MAC of a row covers all its data about money, and its state of reversal.
final class IncomingPaymentRows {
    private static final UUID NOBODY = new UUID(0, 0);
    private static final String PURPOSE = "rail/receipt";

    private final Vault vault;
    private final RecordMac macs;

    IncomingPaymentRows(Vault vault) {
        this.vault = vault;
        this.macs = vault.mac(PURPOSE);
    }

    /// Rail's own id of a payment.
    record Key(String rail, String key) {
        /// Key before all others.
        static final Key FIRST = new Key("", "");

        static Key of(IncomingPayment payment) {
            return new Key(payment.rail(), payment.key());
        }

        String name() {
            return rail + "/" + key;
        }
    }

    /// Receipt as it is stored: unparsed texts, since an altered row may contain anything.
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

        private Row with(int newRevision, boolean gone, Instant at, byte @Nullable [] content) {
            return new Row(
                    id, destination, asset, kind, exponent, units, payer, paidAt, at, newRevision, gone, content);
        }

        Destination to() {
            return Destination.of(destination);
        }

        Money amount() {
            return new Money(new BigInteger(units), new Asset(asset, Asset.Kind.valueOf(kind), exponent));
        }
    }

    /// Returns the row of a new receipt.
    Row first(IncomingPayment payment) {
        return sealed(payment, payment.destination(), payment.amount(), 1);
    }

    /// Returns the row of a receipt that its rail reports again after a reversal. Amount and destination are the
    /// same, unless the row was altered.
    Row again(Row before, IncomingPayment payment) {
        return isAuthentic(before)
                ? sealed(payment, before.to(), before.amount(), before.revision() + 1)
                : sealed(payment, payment.destination(), payment.amount(), before.revision() + 1);
    }

    private Row sealed(IncomingPayment payment, Destination destination, Money amount, int revision) {
        var document = new JsonObject().put("payer", payment.payer().document()).putPresent("note", payment.note());
        var asset = amount.asset();
        return signed(new Row(
                Key.of(payment),
                destination.text(),
                asset.code(),
                asset.kind().name(),
                asset.exponent(),
                amount.units().toString(),
                vault.seal(NOBODY, PURPOSE, Json.bytes(document)),
                payment.paidAt(),
                payment.seenAt(),
                revision,
                false,
                null));
    }

    /// Returns the row of a receipt that its rail reverses. An altered one gets no MAC: it stays held.
    Row reversed(Row before, Instant at) {
        var after = before.with(before.revision() + 1, true, at, null);
        return isAuthentic(before) ? signed(after) : after;
    }

    /// Returns the row with its MAC.
    private Row signed(Row row) {
        return row.with(row.revision(), row.reversed(), row.seenAt(), macs.of(row.fields()));
    }

    /// Reports whether a row matches its MAC.
    boolean isAuthentic(Row row) {
        return macs.isOf(row.mac(), row.fields());
    }

    Entry entry(Row row) {
        return new Entry(payment(row), row.revision(), row.reversed());
    }

    /// Only for an authentic row: another one may fail to decrypt.
    IncomingPayment payment(Row row) {
        var document = Json.parse(vault.open(NOBODY, PURPOSE, row.payer()));
        var note = document.get("note");
        return new IncomingPayment(
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
