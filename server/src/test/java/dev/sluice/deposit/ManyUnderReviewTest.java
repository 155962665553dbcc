package dev.sluice.deposit;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.app.MerchantTest;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// More deposits with a payment under review than operators can decide on in time.
@Tag("slow")
class ManyUnderReviewTest extends MerchantTest {
    private static final int MANY = 10_100;

    /// Old ids, so that they are the last of a list.
    private static final String OLD_ID = "('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid";

    private static final String DEPOSITS = """
            INSERT INTO deposit
            SELECT (jsonb_populate_record(d, jsonb_build_object('id', %s, 'destination', 'old' || n))).*
            FROM deposit d, generate_series(1, :many) n WHERE organization_id = :organization AND id = :id
            """.formatted(OLD_ID);

    private static final String PROGRESS = """
            INSERT INTO deposit_progress
            SELECT (jsonb_populate_record(d, jsonb_build_object('id', %s))).*
            FROM deposit_progress d, generate_series(1, :many) n WHERE organization_id = :organization AND id = :id
            """.formatted(OLD_ID);

    /// Two payments for each deposit.
    private static final String PAYMENTS = """
            INSERT INTO deposit_payment
            SELECT (jsonb_populate_record(d, jsonb_build_object(
                        'id', gen_random_uuid(), 'deposit_id', %s, 'key', 'old' || n || '/' || times))).*
            FROM deposit_payment d, generate_series(1, :many) n, generate_series(1, 2) times
            WHERE organization_id = :organization AND deposit_id = :id
            """.formatted(OLD_ID);

    private JsonNode found(String more) {
        return merchant.client()
                .get("/v1/deposit/fiat?paymentStatus=under_review&limit=1" + more)
                .expect(200)
                .data();
    }

    private void change(String sql, UUID id) {
        service.connections()
                .run(tx -> tx.handle()
                        .createUpdate(sql)
                        .bind("organization", merchant.organizationId())
                        .bind("id", id)
                        .bind("many", MANY)
                        .execute());
    }

    @Test
    void all_of_them_are_counted_and_listed() {
        var id = text(merchant.underReview("100000", "90000"), "depositId");
        var other = text(merchant.underReview("100000", "90000"), "depositId");
        try {
            change(DEPOSITS, UUID.fromString(id));
            change(PROGRESS, UUID.fromString(id));
            change(PAYMENTS, UUID.fromString(id));
            assertThat(found("").path("totalDocs").intValue()).isEqualTo(MANY + 2);
            assertThat(Merchant.depositIds(found(""))).containsExactly(other);
            assertThat(Merchant.depositIds(found("&page=2"))).containsExactly(id);
            assertThat(found("&status=pending&inputCurrency=IDR")
                            .path("totalDocs")
                            .intValue())
                    .isEqualTo(MANY + 2);
            assertThat(found("&status=completed").path("totalDocs").intValue()).isZero();
        } finally {
            forget();
        }
        assertThat(found("").path("totalDocs").intValue()).isEqualTo(2);
    }

    private void forget() {
        for (var sql : new String[] {
            "DELETE FROM deposit_payment WHERE organization_id = :organization AND key LIKE 'old%'",
            "DELETE FROM deposit_progress WHERE organization_id = :organization AND id < :id",
            "DELETE FROM deposit WHERE organization_id = :organization AND id < :id"
        }) {
            change(sql, new UUID(0x7FFFL, 0));
        }
    }
}
