package dev.sluice.deposit.refund;

import dev.sluice.http.JsonObject;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.math.BigInteger;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Money of a deposit that was sent back to the payer, by a payout.
///
/// @param paymentId refunded payment; null if several payers have paid and none was given
public record Refund(UUID disbursementId, @Nullable UUID paymentId, Money amount, Instant createdAt) {

    /// Renders the refund for the merchant. Its status is that of the payout.
    public JsonObject json() {
        return new JsonObject()
                .put("disbursementId", disbursementId)
                .put("paymentId", paymentId)
                .put("amount", amount.decimal())
                .put("currency", amount.asset().code())
                .put("createdAt", createdAt);
    }

    /// The refund as it is kept.
    public JsonObject document() {
        return new JsonObject()
                .put("disbursementId", disbursementId)
                .put("paymentId", paymentId)
                .put("units", amount.units().toString())
                .put("createdAt", createdAt);
    }

    public static Refund of(JsonNode document, Asset asset) {
        var paymentId = document.get("paymentId");
        return new Refund(
                UUID.fromString(document.get("disbursementId").stringValue()),
                paymentId == null || paymentId.isNull() ? null : UUID.fromString(paymentId.stringValue()),
                new Money(new BigInteger(document.get("units").stringValue()), asset),
                Instant.parse(document.get("createdAt").stringValue()));
    }
}
