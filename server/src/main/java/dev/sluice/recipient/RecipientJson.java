package dev.sluice.recipient;

import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import java.util.List;

/// JSON of recipients. `bank` is an array of one element in answers.
final class RecipientJson {
    private RecipientJson() {}

    static JsonObject of(Recipient recipient) {
        var profile = recipient.profile();
        var verification = recipient.verification();
        return new JsonObject()
                .put("id", recipient.id())
                .put("name", profile.name())
                .putPresent(
                        "recipientType",
                        profile.type() == null ? null : profile.type().wire())
                .putPresent("email", profile.email())
                .put("organizationId", recipient.organizationId())
                .put("userId", recipient.userId())
                .put("createdAt", recipient.createdAt())
                .put("updatedAt", recipient.revision().updatedAt())
                .put("bank", List.of(bank(recipient)))
                .putPresent("city", profile.city())
                .putPresent("address", profile.address())
                .putPresent("postCode", profile.postCode())
                .putPresent("reference", profile.reference())
                .putPresent("verification", verification == null ? null : of(verification));
    }

    static JsonObject of(Verification verification) {
        return new JsonObject()
                .put("outcome", verification.outcome().wire())
                .put("suppliedName", verification.suppliedName())
                .putPresent("bankName", verification.bankName())
                .put("provider", verification.provider())
                .put("checkedAt", verification.checkedAt());
    }

    /// Returns the recipient as in the response of GET, for its events.
    static byte[] bytes(Recipient recipient) {
        return Json.bytes(of(recipient));
    }

    private static JsonObject bank(Recipient recipient) {
        var bank = recipient.bank();
        return new JsonObject()
                .put("_id", recipient.account().id())
                .put("accountName", bank.accountName())
                .putPresent("bankName", bank.bankName())
                .putPresent("accountNumber", bank.accountNumber())
                .putPresent("paymentCode", bank.paymentCode())
                .putPresent("branchCode", bank.branchCode())
                .put("currency", bank.currency())
                .put("country", bank.country())
                .putPresent("achNumber", bank.achNumber())
                .putPresent("fedwireNumber", bank.fedwireNumber())
                .putPresent("ibanNumber", bank.ibanNumber())
                .putPresent("ifsc", bank.ifsc())
                .putPresent("accountType", bank.accountType());
    }
}
