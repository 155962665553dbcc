package dev.sluice.bench.micro;

import dev.sluice.http.JsonObject;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/// Sample payout: a merchant's request, and the service's answer.
final class Sample {
    private static final UUID PAYOUT = UUID.fromString("019ab7c4-30f1-7c52-9d1e-6b0f4a2c8e11");
    private static final UUID GROUP = UUID.fromString("019ab7c4-30f1-7c51-8f3a-90d2e5b7c604");
    private static final UUID RECIPIENT = UUID.fromString("019ab7c1-77aa-7d08-b2c6-1f4e8a9d0357");
    private static final UUID ORGANIZATION = UUID.fromString("019ab7c0-02de-7a41-9c85-3e6f7b10d2a9");
    private static final UUID ACTOR = UUID.fromString("019ab7c0-0311-7e9b-a4d7-58c2f06b1e7d");
    private static final Instant CREATED = Instant.parse("2026-01-15T09:30:00.250Z");

    private static final String REQUEST = """
            {"currency":"IDR","disburseData":[{"recipientId":"019ab7c1-77aa-7d08-b2c6-1f4e8a9d0357","amount":150000.50,\
            "reference":"INV-2026-000482-0","note":"Invoice of November, first instalment of two"}]}""";

    private Sample() {}

    /// Returns the body of a request for one payout to a saved recipient, about 200 bytes.
    static byte[] request() {
        return REQUEST.getBytes(StandardCharsets.UTF_8);
    }

    /// Returns the answer of a payout's detail, built from its values as in the service.
    static JsonObject answer() {
        return new JsonObject()
                .put("statusCode", 200)
                .put("message", "Disbursement")
                .put("data", payout())
                .put("requestId", "6d0a6a58-8f0f-4f4e-9f6c-0d3f6f1c2b7a")
                .put("timestamp", CREATED);
    }

    private static JsonObject payout() {
        return new JsonObject()
                .put("disbursementId", PAYOUT)
                .put("groupId", GROUP)
                .put("recipient", recipient())
                .put("amount", new BigDecimal("150000.5"))
                .put("currency", "IDR")
                .put("feeAmount", new BigDecimal("2500"))
                .put("feePercentage", new BigDecimal("0.7"))
                .put("status", "pending")
                .put("statusDetail", "queued")
                .put("createdBy", ACTOR)
                .put(
                        "activityHistory",
                        List.of(
                                activity("Requested", "System validation is under process"),
                                activity("Validated", "Bank confirmation is under process"),
                                activity("Sent", "Transfer is under process")))
                .put("reference", "INV-2026-000482-0")
                .put("note", "Invoice of November")
                .put(
                        "balance",
                        new JsonObject()
                                .put("before", new BigDecimal("900000000"))
                                .put("after", new BigDecimal("899847499.5")))
                .put("organizationId", ORGANIZATION)
                .put("organizationName", "Merchant 1")
                .put("initiatedBy", new JsonObject().put("userId", ACTOR).put("name", "bench"))
                .put("createdAt", CREATED)
                .put("updatedAt", CREATED);
    }

    private static JsonObject recipient() {
        return new JsonObject()
                .put("recipientId", RECIPIENT)
                .put("email", "siti@example.com")
                .put("name", "Siti Rahayu")
                .put(
                        "bank",
                        new JsonObject()
                                .put("bankName", "Bank Central Asia")
                                .put("accountName", "Siti Rahayu")
                                .put("accountNumber", "1234567890")
                                .put("bankCode", "014")
                                .put("currency", "IDR")
                                .put("country", "ID"));
    }

    private static JsonObject activity(String name, String description) {
        return new JsonObject()
                .put("activity", name)
                .put("status", "completed")
                .put("description", description)
                .put("updatedAt", CREATED);
    }
}
