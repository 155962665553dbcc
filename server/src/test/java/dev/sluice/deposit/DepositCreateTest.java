package dev.sluice.deposit;

import static dev.sluice.app.Merchant.deposit;
import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Golden;
import dev.sluice.app.Merchant;
import dev.sluice.app.MerchantTest;
import dev.sluice.app.TestClient.Reply;
import dev.sluice.auth.Scope;
import dev.sluice.merchant.Switch;
import dev.sluice.merchant.Switches;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DepositCreateTest extends MerchantTest {
    private static final String FIAT = "/v1/deposit/fiat";

    private static List<String> fields(Reply refused) {
        return refused.json()
                .path("details")
                .valueStream()
                .map(each -> text(each, "field"))
                .toList();
    }

    private Reply create(String body) {
        return merchant.client().post(FIAT, body);
    }

    @Test
    void what_a_new_deposit_looks_like() {
        Golden.assertSame(
                "deposit/created-transfer",
                merchant.postDeposit("014_TRANSFER", "100000").expect(201).json());
    }

    @Test
    void a_virtual_account_is_of_the_banks_range() {
        var payment =
                merchant.postDeposit("014_VA", "100000").expect(201).data().path("paymentFiat");
        assertThat(text(payment, "accountNumber")).startsWith("71908").hasSize(16);
        assertThat(text(payment, "bankName")).isEqualTo("Bank Central Asia");
        assertThat(text(payment, "bankCode")).isEqualTo("014");
        assertThat(text(payment, "accountName")).isEqualTo("Acme");
    }

    @Test
    void a_qr_code_asks_for_the_amount() {
        var payment = merchant.postDeposit("QRIS", "100000").expect(201).data().path("paymentFiat");
        assertThat(text(payment, "qrData"))
                .startsWith("000201")
                .contains("5406100000")
                .contains("5802ID");
        assertThat(text(payment, "qrCode")).isEqualTo(text(payment, "qrData"));
    }

    @Test
    void an_account_in_dollars_has_routing_numbers() {
        var payment = create("""
                {"inputCurrency":"USD","outputCurrency":"USD","balanceType":"fiat","paymentMethod":"CHASUS33_TRANSFER",\
                "inputAmount":100}""").expect(201).data().path("paymentFiat");
        assertThat(text(payment.path("routingNumber"), "ach")).isEqualTo("021000021");
        assertThat(text(payment.path("routingNumber"), "wire")).isEqualTo("021000021");
        assertThat(text(payment.path("intlCode"), "swift")).isEqualTo("CHASUS33");
        assertThat(text(payment, "bankAddress")).contains("270 Park Avenue");
        assertThat(text(payment, "paymentReference")).hasSize(10);
    }

    @Test
    void every_method_that_is_offered_can_be_used() {
        var methods =
                merchant.client().get("/v1/deposit/payment-method").expect(200).data();
        var destinations = new HashSet<String>();
        for (var method : methods) {
            var currency = text(method, "currency");
            var created = create("""
                    {"inputCurrency":"%1$s","outputCurrency":"%1$s","balanceType":"fiat","paymentMethod":"%2$s",\
                    "inputAmount":%3$s}""".formatted(
                                    currency,
                                    text(method, "bankCode"),
                                    method.path("maximumAmount").decimalValue().toBigInteger()))
                    .expect(201)
                    .data();
            var payment = created.path("paymentFiat");
            var told = switch (text(method, "depositPaymentType")) {
                case "VIRTUAL_ACCOUNT" -> text(payment, "accountNumber");
                case "BANK_TRANSFER" -> text(payment, "paymentReference");
                case "QR" -> text(payment, "qrData");
                default -> text(payment, "checkoutUrl");
            };
            assertThat(told).as(method.toString()).isNotBlank();
            assertThat(destinations.add(currency + told)).isTrue();
        }
        assertThat(destinations).hasSizeGreaterThan(50);
    }

    @Test
    void an_output_is_grossed_up() {
        var created = create("""
                {"inputCurrency":"IDR","outputCurrency":"IDR","balanceType":"fiat","paymentMethod":"014_VA",\
                "outputAmount":{"fiat":100000}}""").expect(201).data();
        assertThat(created.path("inputAmount").decimalValue()).isEqualByComparingTo("104000");
        assertThat(created.path("fee").path("amount").decimalValue()).isEqualByComparingTo("4000");
        assertThat(created.path("outputAmount").decimalValue()).isEqualByComparingTo("100000");
    }

    @Test
    void an_output_can_be_a_token() {
        var created = create("""
                {"inputCurrency":"IDR","outputCurrency":"usdc-polygon","balanceType":"crypto","paymentMethod":"014_VA",\
                "outputAmount":{"crypto":10}}""").expect(201).data();
        assertThat(created.path("inputAmount").decimalValue()).isEqualByComparingTo("170500");
        assertThat(created.path("exchangeInfo").path("outputAmount").decimalValue())
                .isEqualByComparingTo("10");
    }

    /// A sen cannot be paid.
    @ParameterizedTest
    @CsvSource({
        "IDR, 014_VA, 100000.01, 104001",
        "IDR, 014_TRANSFER, 100000.01, 102501",
        "IDR, OVO, 100000, 101523",
        "KES, MPESA, 100, 102",
        "KES, 01_TRANSFER, 100.5, 130.5"
    })
    void what_is_worked_out_for_a_payer_can_be_paid(String currency, String method, String wanted, String asked) {
        var body = "{\"inputCurrency\":\"" + currency + "\",\"outputCurrency\":\"" + currency
                + "\",\"balanceType\":\"fiat\",\"paymentMethod\":\"" + method
                + "\",\"outputAmount\":{\"fiat\":" + wanted + "}}";
        assertThat(create(body).expect(201).data().path("inputAmount").decimalValue())
                .isEqualByComparingTo(asked);
    }

    @Test
    void everything_that_is_wrong_is_said_at_once() {
        var refused = create("""
                {"inputCurrency":"XXX","outputCurrency":"YYY","balanceType":"gold","paymentMethod":"","inputAmount":-1,\
                "outputAmount":{"fiat":1},"quoteId":"q1","note":7}""").expect(400);
        assertThat(fields(refused))
                .containsExactlyInAnyOrder(
                        "inputCurrency",
                        "outputCurrency",
                        "balanceType",
                        "paymentMethod",
                        "inputAmount",
                        "quoteId",
                        "note");
    }

    @Test
    void an_unknown_method_is_named_by_its_message() {
        var refused = merchant.postDeposit("NOPE", "100000").expect(400);
        assertThat(refused.message()).isEqualTo("Payment method not found");
        assertThat(fields(refused)).containsExactly("paymentMethod");
    }

    @Test
    void what_the_document_names_is_the_answer_whatever_else_is_wrong() {
        var refused =
                merchant.postDeposit("NOPE", "100000", "\"quoteId\":\"nope\"").expect(400);
        assertThat(refused.message()).isEqualTo("Payment method not found");
        assertThat(refused.code()).isEqualTo("PAYMENT_METHOD_NOT_FOUND");
        assertThat(fields(refused)).containsExactlyInAnyOrder("paymentMethod", "quoteId");
    }

    @Test
    void a_currency_is_exchanged_for_another_where_that_is_switched_on() {
        var dollars = deposit("014_VA", "1700000").replace("\"outputCurrency\":\"IDR\"", "\"outputCurrency\":\"USD\"");
        create(dollars).expect(201);
        try (var without = Merchant.of(service, new Switches(Set.of(), Map.of()), EnumSet.allOf(Scope.class), true)) {
            var refused = without.client().post(FIAT, dollars).expect(400);
            assertThat(refused.code()).isEqualTo("CONVERSION_NOT_ENABLED");
            assertThat(fields(refused)).containsExactly("outputCurrency");
            without.postDeposit("014_VA", "100000").expect(201);
        }
        var pair = Switches.Pair.of("IDR", "USD");
        try (var one =
                Merchant.of(service, new Switches(Set.of(), Map.of(pair, true)), EnumSet.allOf(Scope.class), true)) {
            one.client().post(FIAT, dollars).expect(201);
        }
    }

    @Test
    void any_reference_finds_its_deposit() {
        var id = merchant.createDeposit("014_VA", "100000", "\"reference\":\"bulk\"");
        assertThat(text(merchant.deposit("bulk"), "depositId")).isEqualTo(id);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"inputAmount\":9999|inputAmount|OUT_OF_RANGE",
                "\"inputAmount\":1000000001|inputAmount|OUT_OF_RANGE",
                "\"inputAmount\":10000.5|inputAmount|TOO_MANY_DECIMALS",
                "\"inputAmount\":0|inputAmount|NOT_POSITIVE",
                "\"inputAmount\":\"1\"|inputAmount|WRONG_TYPE",
                "\"outputAmount\":5|outputAmount|WRONG_TYPE",
                "\"outputAmount\":{}|outputAmount.fiat|REQUIRED",
                "\"outputAmount\":{\"crypto\":5}|outputAmount.crypto|CONFLICT",
                "\"note\":\"\"|inputAmount|REQUIRED"
            })
    void a_wrong_amount_is_named(String amount, String field, String code) {
        var refused = create("{\"inputCurrency\":\"IDR\",\"outputCurrency\":\"IDR\",\"balanceType\":\"fiat\","
                        + "\"paymentMethod\":\"014_VA\"," + amount + "}")
                .expect(400);
        var detail = refused.json().path("details").get(0);
        assertThat(text(detail, "field")).isEqualTo(field);
        assertThat(text(detail, "code")).isEqualTo(code);
    }

    @Test
    void what_comes_to_less_than_a_unit_is_no_matter_of_the_fee() {
        var refused = create("{\"inputCurrency\":\"JPY\",\"outputCurrency\":\"EUR\",\"balanceType\":\"fiat\","
                        + "\"paymentMethod\":\"PAYPAY\",\"inputAmount\":1}")
                .expect(400);
        assertThat(refused.message())
                .isEqualTo("inputAmount comes to less than 0.01 EUR, the smallest unit of the output");
    }

    @Test
    void both_amounts_are_one_too_many() {
        var refused = create("{\"inputCurrency\":\"IDR\",\"outputCurrency\":\"IDR\",\"balanceType\":\"fiat\","
                        + "\"paymentMethod\":\"014_VA\",\"inputAmount\":10000,\"outputAmount\":{\"fiat\":10000}}")
                .expect(400);
        assertThat(refused.message()).isEqualTo("inputAmount must not be given together with outputAmount");
    }

    @Test
    void numbers_beyond_all_limits_are_refused_like_others() {
        var huge = "9999999999999999999999999999999999999999e30";
        var body = "{\"inputCurrency\":\"IDR\",\"outputCurrency\":\"eth-ethereum\","
                + "\"balanceType\":\"crypto\","
                + "\"paymentMethod\":\"014_VA\",\"outputAmount\":{\"crypto\":" + huge + "}}";
        assertThat(fields(create(body).expect(400))).contains("outputAmount.crypto");
        var page = "{\"inputCurrency\":\"IDR\",\"outputCurrency\":\"eth-ethereum\",\"outputAmount\":" + huge + "}";
        merchant.client().post("/v1/checkout", page).expect(400);
        merchant.client()
                .get("/v1/convert/estimate?inputCurrency=IDR&outputCurrency=eth-ethereum&outputAmount=" + huge)
                .expect(400);
    }

    @Test
    void a_qr_scheme_may_take_whole_amounts_only() {
        assertThat(fields(merchant.postDeposit("QRIS", "1000.50").expect(400))).containsExactly("inputAmount");
    }

    @Test
    void a_balance_type_is_that_of_the_output() {
        var body = deposit("014_VA", "100000").replace("\"balanceType\":\"fiat\"", "\"balanceType\":\"crypto\"");
        assertThat(fields(create(body).expect(400))).containsExactly("balanceType");
        var output = body.replace("\"inputAmount\":100000", "\"outputAmount\":{\"fiat\":100000}");
        assertThat(fields(create(output).expect(400))).containsExactly("balanceType");
    }

    @Test
    void a_blank_quote_is_none() {
        var item = deposit("014_VA", "100000", "\"quoteId\":\" \"");
        create(item).expect(201);
        merchant.client()
                .post(FIAT + "/bulk", "{\"depositData\":[" + item + "]}")
                .expect(201);
    }

    @Test
    void a_reference_names_one_deposit_at_a_time() {
        var first = merchant.createDeposit("014_VA", "100000", "\"reference\":\"r-1\"");
        var refused = merchant.postDeposit("014_VA", "100000", "\"reference\":\"r-1\"")
                .expect(400);
        assertThat(refused.code()).isEqualTo("REFERENCE_EXISTS");
        assertThat(refused.json().toString()).contains(first);
        merchant.client().patch("/v1/deposit/" + first + "/cancel", null).expect(200);
        var second = merchant.createDeposit("014_VA", "100000", "\"reference\":\"r-1\"");
        assertThat(text(merchant.deposit("r-1"), "depositId")).isEqualTo(second);
        merchant.paidItem(Merchant.item("1234567890", "10000", "\"reference\":\"r-1\""));
    }

    @Test
    void an_organization_may_allow_duplicate_references() {
        try (var lenient = Merchant.at(service, Switch.DUPLICATE_REFERENCES)) {
            lenient.createDeposit("014_VA", "100000", "\"reference\":\"r-2\"");
            var second = lenient.createDeposit("014_VA", "100000", "\"reference\":\"r-2\"");
            assertThat(text(lenient.deposit("r-2"), "depositId")).isEqualTo(second);
        }
    }

    @Test
    void the_same_request_creates_one_deposit() {
        var body = deposit("014_VA", "100000");
        var first = merchant.client().post(FIAT, body, "key-1").expect(201);
        var again = merchant.client().post(FIAT, body, "key-1").expect(201);
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(again.data()).isEqualTo(first.data());
    }

    @Test
    void a_bulk_is_created_as_a_whole() {
        var items = Collections.nCopies(3, deposit("014_VA", "100000"));
        var reply = merchant.client()
                .post(FIAT + "/bulk", "{\"depositData\":[" + String.join(",", items) + "]}")
                .expect(201);
        assertThat(reply.data().path("totalDeposit").intValue()).isEqualTo(3);
        var bulk = text(reply.data(), "depositBulkId");
        var numbers = reply.data()
                .path("depositData")
                .valueStream()
                .map(each -> text(each.path("paymentFiat"), "accountNumber"))
                .toList();
        assertThat(numbers).doesNotHaveDuplicates().hasSize(3);
        var listed = merchant.client()
                .get(FIAT + "?depositBulkId=" + bulk)
                .expect(200)
                .data();
        assertThat(listed.path("totalDocs").intValue()).isEqualTo(3);
        assertThat(listed.path("docs").get(0).has("paidAt")).isFalse();
    }

    @Test
    void a_bulk_with_one_fault_creates_nothing() {
        var body = "{\"depositData\":[" + deposit("014_VA", "100000") + "," + deposit("014_VA", "1") + "]}";
        assertThat(fields(merchant.client().post(FIAT + "/bulk", body).expect(400)))
                .containsExactly("depositData[1].inputAmount");
        assertThat(merchant.deposits()).isZero();
    }

    @Test
    void a_thousand_are_created_at_once() {
        var items = IntStream.range(0, 1_000)
                .mapToObj(i -> deposit("014_VA", "100000", "\"reference\":\"bulk-" + i + "\""))
                .toList();
        var reply = merchant.client()
                .post(FIAT + "/bulk", "{\"depositData\":[" + String.join(",", items) + "]}")
                .expect(201);
        assertThat(reply.data().path("depositData")).hasSize(1_000);
    }

    @Test
    void lists_are_newest_first_and_the_deprecated_one_oldest_first() {
        var ids = List.of(
                merchant.createDeposit("014_VA", "100000"),
                merchant.createDeposit("QRIS", "1000"),
                merchant.createDeposit("OVO", "1000"));
        assertThat(merchant.depositIds(FIAT)).isEqualTo(ids.reversed());
        var both = merchant.client().get("/v1/deposit").expect(200);
        assertThat(Merchant.depositIds(both.data())).isEqualTo(ids);
        assertThat(both.header("Deprecation")).isNotBlank();
        assertThat(merchant.depositIds("/v1/deposit?depositType=crypto")).isEmpty();
        merchant.client().patch("/v1/deposit/" + ids.get(1) + "/cancel", null).expect(200);
        assertThat(merchant.depositIds(FIAT + "?status=cancelled")).containsExactly(ids.get(1));
        assertThat(merchant.depositIds(FIAT + "?sort=-updatedAt&limit=1")).containsExactly(ids.get(1));
        merchant.client().get(FIAT + "?status=paid").expect(400);
        merchant.client().get(FIAT + "?limit=101").expect(400);
    }

    @Test
    void a_neighbour_sees_nothing() {
        var id = merchant.createDeposit("014_VA", "100000", "\"reference\":\"mine\"");
        try (var neighbour = Merchant.at(service)) {
            var client = neighbour.client();
            client.get(FIAT + "/" + id).expect(404);
            client.get(FIAT + "/mine").expect(404);
            client.get("/v1/deposit/" + id).expect(404);
            client.patch("/v1/deposit/" + id + "/cancel", null).expect(404);
            for (var status : List.of("completed", "paid")) {
                assertThat(client.patch("/v1/deposit/" + id, "{\"status\":\"" + status + "\"}")
                                .expect(400)
                                .message())
                        .isEqualTo("Deposit not found");
            }
            neighbour.payIn(id, null).expect(404);
            assertThat(neighbour.depositIds(FIAT)).isEmpty();
        }
    }
}
