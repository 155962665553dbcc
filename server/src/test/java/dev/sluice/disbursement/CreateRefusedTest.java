package dev.sluice.disbursement;

import static dev.sluice.app.Merchant.findings;
import static dev.sluice.app.Merchant.idr;
import static dev.sluice.app.Merchant.item;
import static dev.sluice.app.Merchant.payee;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.Golden;
import dev.sluice.app.Merchant;
import dev.sluice.app.MerchantTest;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Switch;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Refusals of create requests. After each, no payout exists and nothing is held.
class CreateRefusedTest extends MerchantTest {
    private static final String V1 = "/v1/disbursement/fiat";
    private static final String V2 = "/v2/disbursement/fiat";
    private static final long TOO_MUCH = 400_000_000;

    @AfterEach
    void nothing_was_created_or_held() {
        assertThat(merchant.payouts()).isZero();
        for (var currency : List.of("IDR", "USD", "EUR", "JPY")) {
            assertThat(merchant.available(currency)).isEqualByComparingTo(Merchant.OPENING);
        }
        assertThat(merchant.client()
                        .get("/v1/balance/transactions")
                        .data()
                        .path("totalDocs")
                        .intValue())
                .isEqualTo(5);
    }

    private void refused(String body, String... findings) {
        var reply = merchant.pay(body).expect(400);
        assertThat(findings(reply)).containsExactlyInAnyOrder(findings);
    }

    @ParameterizedTest
    @CsvSource({
        "0, NOT_POSITIVE",
        "0.00, NOT_POSITIVE",
        "0e999999999, OUT_OF_RANGE",
        "-1, NOT_POSITIVE",
        "-0.01, NOT_POSITIVE",
        "10000.001, TOO_MANY_DECIMALS",
        "1e-3, TOO_MANY_DECIMALS",
        "10000.0010, TOO_MANY_DECIMALS",
        "12345678901234567890123456789012345678901, OUT_OF_RANGE",
        "1e31, OUT_OF_RANGE",
        "1e999999999, OUT_OF_RANGE",
        "1e-31, OUT_OF_RANGE",
        "9999.99, TOO_MANY_DECIMALS",
        "9999, OUT_OF_RANGE",
        "'\"10000\"', WRONG_TYPE",
        "'\"NaN\"', WRONG_TYPE",
        "true, WRONG_TYPE",
        "[10000], WRONG_TYPE",
        "{}, WRONG_TYPE",
        "null, REQUIRED",
    })
    void an_amount_that_is_none_is_refused(String amount, String code) {
        refused(idr(item("1234567890", amount)), "disburseData[0].amount " + code);
    }

    @ParameterizedTest
    @ValueSource(strings = {"NaN", "Infinity", "-Infinity", "+1", "01", ".5", "1.", "0x10", "1_000", "1e"})
    void what_is_no_number_of_json_is_malformed(String amount) {
        assertThat(merchant.pay(idr(item("1234567890", amount))).expect(400).code())
                .isEqualTo("MALFORMED_JSON");
    }

    @Test
    void a_currency_without_decimals_has_none() {
        var recipient = merchant.stored(
                "JPY", "JP", "\"bankName\":\"Mizuho Bank\",\"accountNumber\":\"1234567\",\"paymentCode\":\"0001\"");
        refused(
                "{\"currency\":\"JPY\",\"disburseData\":[{\"recipientId\":\"" + recipient + "\",\"amount\":5000.5}]}",
                "disburseData[0].amount TOO_MANY_DECIMALS");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "null",
                "7",
                "\"x\"",
                "{\"currency\":\"IDR\",}",
                "{\"currency\":\"IDR\"} x",
                "{\"currency\":\"IDR\",\"currency\":\"USD\",\"disburseData\":[]}",
                "{'currency':'IDR'}",
                "{\"currency\":\"IDR\",\"disburseData\":[{\"amount\":1,\"amount\":2}]}",
                "{\"a\":\"\u0001\"}",
            })
    void a_body_that_is_no_json_object_is_malformed(String body) {
        assertThat(merchant.pay(body.isEmpty() ? null : body).expect(400).code())
                .isEqualTo("MALFORMED_JSON");
        assertThat(merchant.client()
                        .post(V1, body.isEmpty() ? null : body)
                        .expect(400)
                        .code())
                .isEqualTo("MALFORMED_JSON");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded", "application/jsonx", "json"})
    void another_content_type_is_refused(String type) {
        var reply = merchant.client()
                .send("POST", V2, idr(item("1234567890", "10000")), Map.of("Content-Type", type))
                .expect(415);
        Golden.assertSame("error/unsupported-media-type", reply.json());
    }

    @Test
    void a_body_without_a_content_type_is_refused() {
        var none = Map.of("Content-Type", "");
        assertThat(merchant.client()
                        .send("POST", V2, idr(item("1234567890", "10000")), none)
                        .status())
                .isEqualTo(415);
    }

    @Test
    void a_body_over_a_mebibyte_is_refused_and_the_client_sees_it() {
        var body = idr(item("1234567890", "10000", "\"x\":\"" + "x".repeat(1 << 20) + "\""));
        Golden.assertSame("error/body-too-large", merchant.pay(body).expect(413).json());
    }

    @Test
    void what_is_missing_is_named() {
        refused("{}", "currency REQUIRED", "disburseData REQUIRED");
        refused("{\"currency\":null,\"disburseData\":null}", "currency REQUIRED", "disburseData REQUIRED");
        refused("{\"currency\":\"IDR\",\"disburseData\":[]}", "disburseData REQUIRED");
        refused("{\"currency\":\"IDR\",\"disburseData\":{}}", "disburseData WRONG_TYPE");
        refused(
                idr("7", "null", "\"x\""),
                "disburseData[0] WRONG_TYPE",
                "disburseData[1] WRONG_TYPE",
                "disburseData[2] WRONG_TYPE");
        refused(idr("{}"), "disburseData[0].amount REQUIRED", "disburseData[0].recipientId REQUIRED");
        refused(
                idr("{\"amount\":10000,\"recipient\":{}}"),
                "disburseData[0].recipient.bank REQUIRED",
                "disburseData[0].recipient.bank.bankName REQUIRED",
                "disburseData[0].recipient.bank.accountName REQUIRED",
                "disburseData[0].recipient.bank.accountNumber REQUIRED",
                "disburseData[0].recipient.bank.bankCode REQUIRED");
        refused(
                idr("{\"amount\":10000,\"recipientId\":\"\"}", item("1234567890", "10000")),
                "disburseData[0].recipientId REQUIRED");
        refused(
                idr("{\"amount\":10000,\"recipientId\":\" \",\"recipient\":null}"),
                "disburseData[0].recipientId REQUIRED");
        refused(
                idr("{\"amount\":0,\"recipientId\":\"\",\"recipient\":" + payee("1234567890") + "}"),
                "disburseData[0].amount NOT_POSITIVE");
        refused(idr("{\"amount\":10000,\"recipient\":[]}"), "disburseData[0].recipient WRONG_TYPE");
        refused(idr("{\"amount\":10000,\"recipientId\":7}"), "disburseData[0].recipientId WRONG_TYPE");
    }

    @Test
    void version_1_needs_a_stored_recipient_and_a_currency_in_every_item() {
        var reply = merchant.client()
                .post(
                        V1,
                        "{\"disburseData\":[{},{\"amount\":1,\"currency\":\"XXX\"},"
                                + "{\"currency\":7,\"amount\":1,\"recipient\":" + payee("1234567890") + "}]}");
        assertThat(findings(reply.expect(400)))
                .containsExactlyInAnyOrder(
                        "disburseData[0].amount REQUIRED",
                        "disburseData[0].recipientId REQUIRED",
                        "disburseData[0].currency REQUIRED",
                        "disburseData[1].recipientId REQUIRED",
                        "disburseData[1].currency UNKNOWN_VALUE",
                        "disburseData[2].recipientId REQUIRED",
                        "disburseData[2].currency WRONG_TYPE");
        assertThat(reply.header("Deprecation")).isNotEmpty();
    }

    @Test
    void more_than_a_thousand_items_are_too_many() {
        var items = Collections.nCopies(1_001, "{}").toArray(String[]::new);
        var reply = merchant.pay(idr(items)).expect(400);
        Golden.assertSame("error/batch-too-large", reply.json());
        var first = merchant.client().post(V1, "{\"disburseData\":[" + String.join(",", items) + "]}");
        assertThat(first.expect(400).code()).isEqualTo("BATCH_TOO_LARGE");
    }

    @Test
    void either_a_stored_recipient_or_one_given_directly() {
        var both = "{\"recipientId\":\"" + merchant.storedInIndonesia() + "\",\"amount\":10000,\"recipient\":"
                + payee("1234567890") + "}";
        refused(idr(both), "disburseData[0].recipient CONFLICT");
    }

    @Test
    void an_unknown_recipient_is_named_by_its_path() {
        var unknown = "{\"amount\":10000,\"recipientId\":\"" + UUID.randomUUID() + "\"}";
        var reply = merchant.pay(idr(unknown, "{\"amount\":10000,\"recipientId\":\"x\"}"))
                .expect(400);
        Golden.assertSame("error/unknown-recipient-id", reply.json());
        try (var other = Merchant.at(service)) {
            var theirs = "{\"amount\":10000,\"recipientId\":\"" + other.storedInIndonesia() + "\"}";
            refused(idr(theirs), "disburseData[0].recipientId RECIPIENT_NOT_FOUND");
        }
        var deleted = merchant.storedInIndonesia();
        merchant.client().delete("/v1/recipient/" + deleted).expect(200);
        refused(
                idr("{\"amount\":10000,\"recipientId\":\"" + deleted + "\"}"),
                "disburseData[0].recipientId RECIPIENT_NOT_FOUND");
    }

    @Test
    void an_unknown_payment_method_names_the_answer_and_all_else_is_in_the_details() {
        var body = idr(
                item("1234567890", "0"),
                item("1234567890", "10000").replace("\"014\"", "\"999\""),
                item("1234567890", "10000", "\"reference\":7"));
        var reply = merchant.pay(body).expect(400);
        assertThat(reply.message()).isEqualTo("Payment method not found");
        Golden.assertSame("error/payment-method-not-found", reply.json());
    }

    @Test
    void a_stored_recipient_at_a_bank_that_nobody_pays_has_no_payment_method() {
        var recipient =
                merchant.stored("IDR", "ID", "\"bankName\":\"Bank of Nowhere\",\"accountNumber\":\"1234567890\"");
        var item = "{\"recipientId\":\"" + recipient + "\",\"amount\":10000";
        var reply = merchant.pay(idr(item + "}")).expect(400);
        assertThat(reply.message()).isEqualTo("Payment method not found");
        assertThat(findings(reply)).containsExactly("disburseData[0].recipientId PAYMENT_METHOD_NOT_FOUND");
        var first = merchant.client().post(V1, "{\"disburseData\":[" + item + ",\"currency\":\"IDR\"}]}");
        assertThat(first.expect(400).code()).isEqualTo("PAYMENT_METHOD_NOT_FOUND");
    }

    @Test
    void a_recipient_is_paid_in_the_currency_of_its_account() {
        var item = "{\"recipientId\":\"" + merchant.storedInIndonesia() + "\",\"amount\":100";
        var reply = merchant.pay("{\"currency\":\"USD\",\"disburseData\":[" + item + "}]}")
                .expect(400);
        Golden.assertSame("error/currency-mismatch", reply.json());
        var first = merchant.client().post(V1, "{\"disburseData\":[" + item + ",\"currency\":\"USD\"}]}");
        assertThat(findings(first.expect(400))).containsExactly("disburseData[0].recipientId CURRENCY_MISMATCH");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ID", "XXX", "usdc-polygon", "IDR2"})
    void an_unknown_currency_is_refused_with_everything_else(String currency) {
        var body = idr(item("12", "0"), "{\"amount\":1,\"recipient\":{\"bank\":{}}}");
        refused(
                body.replace("\"IDR\"", "\"" + currency + "\""),
                "currency UNKNOWN_VALUE",
                "disburseData[0].amount NOT_POSITIVE",
                "disburseData[1].recipient.bank.bankName REQUIRED",
                "disburseData[1].recipient.bank.accountName REQUIRED",
                "disburseData[1].recipient.bank.accountNumber REQUIRED",
                "disburseData[1].recipient.bank.bankCode REQUIRED");
    }

    @Test
    void texts_have_a_length() {
        var fits = "😀".repeat(64) + "x".repeat(64);
        refused(
                idr(
                        item("1234567890", "0", "\"reference\":\"" + fits + "\",\"note\":\"" + "n".repeat(500) + "\""),
                        item("1234567891", "10000", "\"reference\":\"x" + fits + "\""),
                        item("1234567892", "10000", "\"note\":\"" + "n".repeat(501) + "\""),
                        item("1234567893", "10000", "\"reference\":\"a\\u0000b\"")),
                "disburseData[0].amount NOT_POSITIVE",
                "disburseData[1].reference TOO_LONG",
                "disburseData[2].note TOO_LONG",
                "disburseData[3].reference INVALID_FORMAT");
    }

    @Test
    void a_payees_name_is_one_line() {
        refused(
                idr(item("1234567890", "10000").replace("\"name\":\"Siti Rahayu\"", "\"name\":\"Siti\\nRahayu\"")),
                "disburseData[0].recipient.name INVALID_FORMAT");
    }

    @Test
    void a_payees_name_has_a_letter_or_a_digit() {
        refused(
                idr(item("1234567890", "10000").replace("Siti Rahayu", "\\u202e\\u2066")),
                "disburseData[0].recipient.name INVALID_FORMAT",
                "disburseData[0].recipient.bank.accountName INVALID_FORMAT");
    }

    @Test
    void all_problems_are_told_at_once() {
        var reply = merchant.pay(idr(
                        item("1234567890", "-5", "\"reference\":\"twice\""),
                        item("1", "10000", "\"reference\":\"twice\""),
                        "{\"recipientId\":\"x\",\"amount\":\"many\",\"note\":7}",
                        item("1234567890", "9999.999", "\"reference\":\"fine\"")))
                .expect(400);
        Golden.assertSame("error/everything-at-once", reply.json());
    }

    @Test
    void a_refused_payee_is_not_stored() {
        refused(
                idr(item("1234567890", "10000"), item("1234567890", "1000000")),
                "disburseData[1].amount INSUFFICIENT_BALANCE");
        assertThat(merchant.client()
                        .get("/v1/recipient")
                        .data()
                        .path("totalDocs")
                        .intValue())
                .isZero();
    }

    @Test
    void a_name_that_does_not_match_blocks_where_the_organization_wants_it() {
        try (var strict = Merchant.at(service, Switch.VERIFICATION_BLOCKS)) {
            var reply = strict.pay(idr(item("1234567890", "10000"), item("9999000041", "10000")))
                    .expect(400);
            Golden.assertSame("error/recipient-verification-failed", reply.json());
            assertThat(strict.payouts()).isZero();
            strict.pay(idr(item("9999000042", "10000"), item("9999000043", "10000")))
                    .expect(201);
        }
    }

    /// The recipients were stored before the organization turned on the check.
    @Test
    void a_stored_payee_of_another_name_is_not_paid_either() {
        try (var strict = Merchant.at(service)) {
            var details = "\"bankName\":\"Bank Central Asia\",\"accountNumber\":\"%s\",\"paymentCode\":\"014\"";
            var right = strict.stored("IDR", "ID", details.formatted("1234567890"));
            var other = strict.stored("IDR", "ID", details.formatted("9999000041"));
            strict.pay(idr(stored(other, 10_000))).expect(201);
            Organizations.wire(service.connections(), service.clocks())
                    .setSwitch(strict.organizationId(), Switch.VERIFICATION_BLOCKS, true);
            // The amount exceeds every balance, so that no payout succeeds during the wait.
            Eventually.await(
                    Duration.ofSeconds(20),
                    "what is found once the switch is known",
                    () -> findings(strict.pay(idr(stored(right, TOO_MUCH), stored(other, TOO_MUCH)))),
                    found -> found.equals(List.of("disburseData[1].recipientId RECIPIENT_VERIFICATION_FAILED")));
            strict.pay(idr(stored(right, 10_000), stored(other, 10_000))).expect(400);
            var nowhere = item("1234567890", "10000").replace("\"014\"", "\"999\"");
            assertThat(strict.pay(idr(stored(other, 10_000), nowhere))
                            .expect(400)
                            .code())
                    .isEqualTo("PAYMENT_METHOD_NOT_FOUND");
            strict.pay(idr(stored(right, 10_000))).expect(201);
        }
    }

    private static String stored(String id, long amount) {
        return "{\"recipientId\":\"" + id + "\",\"amount\":" + amount + "}";
    }

    @Test
    void a_problem_of_each_item_is_told_up_to_a_limit() {
        var items = new String[1_000];
        Arrays.fill(items, "{}");
        var reply = merchant.pay(idr(items)).expect(400);
        assertThat(findings(reply)).hasSize(200);
        assertThat(reply.message()).endsWith(" (and 1999 more)");
        Arrays.fill(items, item("1234567890", "10000").replace("\"accountNumber\":\"1234567890\",", ""));
        assertThat(findings(merchant.pay(idr(items)).expect(400))).hasSize(200);
    }
}
