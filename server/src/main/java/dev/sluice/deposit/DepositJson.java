package dev.sluice.deposit;

import dev.sluice.activity.Activity;
import dev.sluice.deposit.DepositState.Completed;
import dev.sluice.deposit.lane.Credits;
import dev.sluice.deposit.refund.Refund;
import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import dev.sluice.money.Asset;
import dev.sluice.rail.Payer;
import java.math.BigDecimal;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// JSON of a deposit: whole, with null for each field without a value, or for a list, with such fields left out.
public final class DepositJson {
    private DepositJson() {}

    /// Returns every field, null if it has no value.
    static JsonObject whole(Deposit deposit) {
        var json = new JsonObject();
        return fill(json, json::put, deposit)
                .put(
                        "paymentCrypto",
                        deposit.type() == Asset.Kind.FIAT
                                ? new JsonObject()
                                : deposit.instructions().payment());
    }

    /// The fields that have a value.
    static JsonObject compact(Deposit deposit) {
        var json = new JsonObject();
        return fill(json, json::putPresent, deposit)
                .putPresent(
                        "paymentCrypto",
                        deposit.type() == Asset.Kind.FIAT
                                ? null
                                : deposit.instructions().wallet());
    }

    public static byte[] bytes(Deposit deposit) {
        return Json.bytes(whole(deposit));
    }

    private static JsonObject fill(JsonObject json, BiConsumer<String, @Nullable Object> put, Deposit deposit) {
        var priced = deposit.priced();
        var asked = deposit.requested().priced();
        boolean fiat = deposit.type() == Asset.Kind.FIAT;
        put.accept("depositId", deposit.id());
        put.accept("depositBulkId", deposit.bulkId());
        put.accept("depositType", deposit.type().wire());
        put.accept("userId", deposit.userId());
        put.accept("inputCurrency", asked.input().asset().code());
        put.accept("inputAmount", asked.input().decimal());
        put.accept("outputCurrency", asked.output().asset().code());
        put.accept("outputAmount", priced.output().decimal());
        put.accept("balanceType", asked.output().asset().kind().wire());
        put.accept("exchangeRate", priced.rate());
        put.accept(
                "fee",
                new JsonObject()
                        .put("amount", priced.fee().decimal())
                        .put("percentage", deposit.requested().fee().percentage())
                        .put("currency", priced.fee().asset().code()));
        put.accept("paymentMethod", deposit.instructions().method());
        put.accept("paymentFiat", fiat ? deposit.instructions().payment() : null);
        if (!fiat) {
            put.accept("transactionHash", first(deposit, Payer::transactionCode));
            put.accept("senderWallet", first(deposit, Payer::accountNumber));
        }
        put.accept("status", deposit.status().wire());
        put.accept(
                "labels",
                deposit.progress().labels().stream().sorted().map(Label::name).toList());
        put.accept("receivedAmount", received(deposit));
        put.accept("owedAmount", owed(deposit));
        put.accept(
                "payments",
                deposit.progress().payments().stream().map(Payment::json).toList());
        put.accept(
                "refunds",
                deposit.progress().refunds().stream().map(Refund::json).toList());
        put.accept(
                "activityHistory",
                deposit.progress().activities().stream().map(Activity::json).toList());
        put.accept("reference", deposit.reference());
        put.accept("note", deposit.note());
        put.accept("bankNote", deposit.credited().map(Payment::note).orElse(null));
        put.accept("exchangeInfo", priced.isConverted() ? exchange(priced) : null);
        put.accept(
                "payerInfo",
                deposit.credited().map(payment -> payment.payer().json()).orElse(null));
        put.accept("settlementType", deposit.instructions().settlementType());
        put.accept("expiredAt", deposit.progress().expiresAt());
        put.accept("paidAt", deposit.state() instanceof Completed(var _, var paidAt) ? paidAt : null);
        put.accept("createdAt", deposit.createdAt());
        put.accept("updatedAt", deposit.progress().updatedAt());
        return json;
    }

    /// Returns the amount received so far.
    private static @Nullable BigDecimal received(Deposit deposit) {
        if (deposit.state() instanceof Completed(var credit, var _)) {
            return credit.input().decimal();
        }
        var received = Credits.received(deposit);
        return received.isPositive() ? received.decimal() : null;
    }

    /// Returns the amount that was taken back after the merchant had spent it.
    private static @Nullable BigDecimal owed(Deposit deposit) {
        var owed = deposit.progress().owed();
        return owed.isPositive() ? owed.decimal() : null;
    }

    private static @Nullable String first(Deposit deposit, Function<Payer, @Nullable String> part) {
        var payments = deposit.progress().payments();
        return payments.stream()
                .filter(payment -> payment.status() != Payment.PaymentStatus.REVERSED)
                .findFirst()
                .or(() -> payments.stream().findFirst())
                .map(payment -> part.apply(payment.payer()))
                .orElse(null);
    }

    private static JsonObject exchange(Pricing.Priced priced) {
        return new JsonObject()
                .put("exchangeRate", priced.rate())
                .put("outputCurrency", priced.output().asset().code())
                .put("outputAmount", priced.output().decimal());
    }
}
