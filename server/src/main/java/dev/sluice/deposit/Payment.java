package dev.sluice.deposit;

import dev.sluice.http.JsonObject;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Payer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A payment that came in for a deposit, with its state.
///
/// @param rate exchange rate
public record Payment(
        UUID id,
        Money amount,
        PaymentStatus status,
        Payer payer,
        @Nullable String note,
        Instant paidAt,
        BigDecimal rate) {
    /// State of the money.
    public enum PaymentStatus {
        /// The payment came, and waits for the rest.
        RECEIVED,
        /// The payment is credited to the deposit.
        CREDITED,
        /// The payment is unmatched, and waits for a person's decision.
        UNDER_REVIEW,
        /// The payment was reversed by its network and counts as never made.
        REVERSED,
        /// The payment was unmatched and went back to its payer.
        REFUNDED,
        /// The payment was unmatched, and a person moved it to another deposit.
        MOVED;

        String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// The payment as a merchant sees it.
    JsonObject json() {
        return new JsonObject()
                .put("paymentId", id)
                .put("amount", amount.decimal())
                .put("currency", amount.asset().code())
                .put("status", status.wire())
                .put("payerInfo", payer.json())
                .putPresent("note", note)
                .put("paidAt", paidAt);
    }

    /// The payment as it is kept.
    JsonObject document() {
        return new JsonObject()
                .put("id", id)
                .put("units", amount.units().toString())
                .put("standing", status.name())
                .put("payer", payer.document())
                .putPresent("note", note)
                .put("paidAt", paidAt)
                .put("rate", rate.toPlainString());
    }

    /// Returns the hash of the payment's transaction, if it came on a chain. It is public there.
    @Nullable
    String transactionHash() {
        return amount.asset().kind() == Asset.Kind.CRYPTO ? payer.transactionCode() : null;
    }

    public Payment with(PaymentStatus other) {
        return new Payment(id, amount, other, payer, note, paidAt, rate);
    }

    public Payment at(BigDecimal other) {
        return new Payment(id, amount, status, payer, note, paidAt, other);
    }

    static Payment of(JsonNode document, Asset asset) {
        var note = document.get("note");
        var rate = document.get("rate");
        return new Payment(
                UUID.fromString(document.get("id").stringValue()),
                new Money(new BigInteger(document.get("units").stringValue()), asset),
                PaymentStatus.valueOf(document.get("standing").stringValue()),
                Payer.of(document.get("payer")),
                note == null ? null : note.stringValue(),
                Instant.parse(document.get("paidAt").stringValue()),
                rate == null ? BigDecimal.ONE : new BigDecimal(rate.stringValue()));
    }
}
