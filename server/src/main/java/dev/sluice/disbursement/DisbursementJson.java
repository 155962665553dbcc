package dev.sluice.disbursement;

import dev.sluice.disbursement.DisbursementState.Pending;
import dev.sluice.disbursement.DisbursementState.Reversed;
import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import dev.sluice.money.Money;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A payout as the wire shows it.
public final class DisbursementJson {
    /// Status detail in the API of a pending payout with an altered row.
    private static final String HELD = "held";

    private DisbursementJson() {}

    public static JsonObject of(Disbursement payout, String organizationName) {
        var json = new JsonObject().put("disbursementId", payout.id()).put("groupId", payout.groupId());
        if (payout.isCrypto()) {
            wallet(json, payout);
        } else {
            json.put("recipient", payout.payee().json())
                    .put("amount", payout.amount().decimal())
                    .put("currency", payout.amount().asset().code())
                    .put("feeAmount", payout.fee().decimal())
                    .put("feePercentage", payout.feePercentage());
        }
        return progress(json, payout)
                .put("organizationId", payout.organizationId())
                .put("organizationName", organizationName)
                .put(
                        "initiatedBy",
                        new JsonObject()
                                .put("userId", payout.actor().id())
                                .put("name", payout.actor().name()))
                .put("createdAt", payout.createdAt())
                .put("updatedAt", payout.progress().updatedAt())
                .putPresent("completedAt", payout.progress().completedAt());
    }

    private static JsonObject progress(JsonObject json, Disbursement payout) {
        var state = payout.state();
        return json.put("status", payout.status().wire())
                .putPresent("statusDetail", detail(payout))
                .putPresent("failureCode", DisbursementRows.failureCode(state))
                .putPresent("failureMessage", DisbursementRows.failureMessage(state))
                .putPresent("returnedAmount", returned(state))
                .put("createdBy", payout.actor().id())
                .put("activityHistory", activities(payout))
                .putPresent("transactionData", transaction(payout))
                .putPresent("reference", payout.reference())
                .putPresent("note", payout.note())
                .put(
                        "balance",
                        new JsonObject()
                                .put("before", payout.balanceBefore().decimal())
                                .put("after", payout.balanceAfter().decimal()));
    }

    private static @Nullable BigDecimal returned(DisbursementState state) {
        return state instanceof Reversed reversed ? reversed.returned().decimal() : null;
    }

    private static @Nullable String detail(Disbursement payout) {
        return payout.state() instanceof Pending(var stage) ? payout.isHeld() ? HELD : stage.wire() : null;
    }

    private static void wallet(JsonObject json, Disbursement payout) {
        var payee = payout.payee().wallet();
        var onChain = payout.progress().onChain();
        json.putPresent("tokenAddress", payee.tokenAddress())
                .put("tokenDecimal", payee.tokenDecimal())
                .put("receiverAddress", payee.wallet().address())
                .putPresent("memo", payee.wallet().memo())
                .putPresent("senderAddress", onChain == null ? payee.sender() : onChain.sender())
                .put("amount", payout.amount().decimal())
                .put("token", payout.amount().asset().code())
                .put("network", payee.wallet().network())
                .put("blockchainType", payee.blockchainType())
                .put("feeAmount", payout.fee().decimal())
                .put("feePercentage", payout.feePercentage())
                .put(
                        "feeConfig",
                        new JsonObject()
                                .put("currency", payout.amount().asset().code())
                                .put("minAmount", payee.min())
                                .put("maxAmount", payee.max())
                                .put("feePercentage", payee.feePercentage())
                                .put("feeFlat", payee.feeFlat()));
    }

    /// The steps of a payout to a wallet have ids.
    private static List<JsonObject> activities(Disbursement payout) {
        return payout.progress().history().inOrder().stream()
                .map(line -> {
                    var json = line.activity().json();
                    return payout.isCrypto() ? json.put("_id", payout.id() + "-" + line.number()) : json;
                })
                .toList();
    }

    /// Returns the data of the chain, once there is a transaction. A cancelled payout has none, since nothing was
    /// sent; after a transaction, only the sandbox's force can cancel a payout.
    private static @Nullable JsonObject transaction(Disbursement payout) {
        var hash = payout.progress().railReference();
        var onChain = payout.progress().onChain();
        if (hash == null || onChain == null || payout.status() == Status.CANCELLED) {
            return null;
        }
        var estimated = onChain.gasEstimated();
        var charged = onChain.gasCharged();
        return new JsonObject()
                .put("txHash", hash)
                .putPresent("gasUsed", onChain.gasUsed())
                .putPresent("gasFeeEstimated", estimated == null ? null : estimated.decimal())
                .putPresent("gasFeeActual", charged == null ? null : charged.decimal())
                .putPresent(
                        "gasFeeShortfall", estimated == null || charged == null ? null : shortfall(estimated, charged));
    }

    private static BigDecimal shortfall(Money estimated, Money charged) {
        return charged.compareTo(estimated) > 0 ? charged.minus(estimated).decimal() : BigDecimal.ZERO;
    }

    public static byte[] bytes(Disbursement payout, String organizationName) {
        return Json.bytes(of(payout, organizationName));
    }
}
