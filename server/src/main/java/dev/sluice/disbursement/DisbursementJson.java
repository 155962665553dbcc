package dev.sluice.disbursement;

import dev.sluice.activity.Activity;
import dev.sluice.disbursement.DisbursementState.Pending;
import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import java.util.Locale;

/// A payout as the wire shows it.
public final class DisbursementJson {
    private DisbursementJson() {}

    public static JsonObject of(Disbursement payout, String organizationName) {
        var state = payout.state();
        return new JsonObject()
                .put("disbursementId", payout.id())
                .put("groupId", payout.groupId())
                .put("recipient", payout.payee().json())
                .put("amount", payout.amount().decimal())
                .put("currency", payout.amount().asset().code())
                .put("feeAmount", payout.fee().decimal())
                .put("feePercentage", payout.feePercentage())
                .put("status", payout.status().wire())
                .putPresent(
                        "statusDetail",
                        state instanceof Pending(var stage) ? stage.name().toLowerCase(Locale.ROOT) : null)
                .putPresent("failureCode", DisbursementRows.failureCode(state))
                .putPresent("failureMessage", DisbursementRows.failureMessage(state))
                .put("createdBy", payout.actor().id())
                .put(
                        "activityHistory",
                        payout.progress().history().activities().stream()
                                .map(Activity::json)
                                .toList())
                .putPresent("reference", payout.reference())
                .putPresent("note", payout.note())
                .put(
                        "balance",
                        new JsonObject()
                                .put("before", payout.balanceBefore().decimal())
                                .put("after", payout.balanceAfter().decimal()))
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

    public static byte[] bytes(Disbursement payout, String organizationName) {
        return Json.bytes(of(payout, organizationName));
    }
}
