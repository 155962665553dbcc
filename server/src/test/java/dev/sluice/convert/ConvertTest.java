package dev.sluice.convert;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.AtOnce;
import dev.sluice.app.Merchant;
import dev.sluice.app.MerchantTest;
import dev.sluice.app.TestClient.Reply;
import dev.sluice.auth.Scope;
import dev.sluice.merchant.Switches;
import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Exchanges of tokens for fiat money, through the endpoints.
class ConvertTest extends MerchantTest {
    private static final String SELL_100 =
            "{\"input\":{\"currency\":\"usdc-polygon\",\"amount\":100},\"output\":{\"currency\":\"IDR\"}";

    private Reply estimate(String query) {
        return merchant.client().get("/v1/convert/estimate?" + query);
    }

    private String quoted(String query) {
        return text(estimate(query).expect(200).data(), "quoteId");
    }

    private Reply convert(String body) {
        return merchant.client().post("/v1/convert", body);
    }

    private List<String> fields(Reply refused) {
        return refused.json()
                .path("details")
                .valueStream()
                .map(each -> text(each, "field"))
                .toList();
    }

    /// Returns `field CODE` of every detail.
    private List<String> details(Reply refused) {
        return refused.json()
                .path("details")
                .valueStream()
                .map(each -> text(each, "field") + " " + text(each, "code"))
                .toList();
    }

    @Test
    void an_estimate_says_what_it_comes_to() {
        var data = estimate("inputCurrency=usdc-polygon&inputAmount=100&outputCurrency=IDR")
                .expect(200)
                .data();
        assertThat(text(data.path("input"), "type")).isEqualTo("crypto");
        assertThat(data.path("output").has("amount")).isFalse();
        var estimate = data.path("estimate");
        assertThat(estimate.path("rate").path("fiat").decimalValue()).isEqualByComparingTo("16650");
        assertThat(estimate.path("convertedAmount").decimalValue()).isEqualByComparingTo("1665000");
        assertThat(estimate.path("fee").decimalValue()).isEqualByComparingTo("9162.5");
        assertThat(estimate.path("totalConvertedAmount").decimalValue()).isEqualByComparingTo("1655837.5");
    }

    @Test
    void both_sides_move_at_once() {
        var before = merchant.available("IDR");
        var done = convert(SELL_100 + "}").expect(201);
        assertThat(done.message()).isEqualTo("Convert created");
        assertThat(merchant.available("usdc-polygon")).isEqualByComparingTo("999900");
        assertThat(merchant.available("IDR").subtract(before)).isEqualByComparingTo("1655837.5");
        var id = text(done.data(), "convertId");
        var model = merchant.client().get("/v1/convert/" + id).expect(200).data();
        assertThat(text(model.path("output"), "assetType")).isEqualTo("fiat");
        assertThat(model.path("output").path("amountMinusFee").decimalValue()).isEqualByComparingTo("1655837.5");
        assertThat(merchant.eventTypes(id)).containsExactly("convert.completed");
    }

    @Test
    void what_is_wanted_in_the_end_arrives() {
        var before = merchant.available("IDR");
        convert("{\"input\":{\"currency\":\"usdc-polygon\"},\"output\":{\"currency\":\"IDR\",\"amount\":1000000}}")
                .expect(201);
        assertThat(merchant.available("IDR").subtract(before)).isEqualByComparingTo("1000000");
        assertThat(merchant.available("usdc-polygon")).isEqualByComparingTo("999939.48836");
    }

    @Test
    void a_refused_conversion_opens_no_account() {
        var accounts = accounts();
        assertThat(convert(SELL_100.replace("usdc-polygon", "usdt-ethereum").replace("IDR", "SGD") + "}")
                        .code())
                .isEqualTo("INSUFFICIENT_INPUT_BALANCE");
        assertThat(accounts()).isEqualTo(accounts);
    }

    /// Returns the accounts of every organization, including the house's.
    private List<String> accounts() {
        return service.connections()
                .read(handle -> handle.createQuery(
                                "SELECT concat_ws(' ', organization_id, asset, role) FROM ledger_account ORDER BY 1")
                        .mapTo(String.class)
                        .list());
    }

    @Test
    void a_markup_is_the_organizations() {
        var quote = quoted("inputCurrency=usdc-polygon&inputAmount=100&outputCurrency=IDR&markupRatePercentage=2");
        var before = merchant.available("IDR");
        var result = convert(SELL_100 + ",\"quoteId\":\"" + quote + "\"}")
                .expect(201)
                .data()
                .path("result");
        assertThat(result.path("markupAmount").decimalValue()).isEqualByComparingTo("33300");
        assertThat(result.path("fee").decimalValue()).as("of the whole").isEqualByComparingTo("9162.5");
        var gained = result.path("totalConvertedAmount").decimalValue().add(new BigDecimal("33300"));
        assertThat(merchant.available("IDR").subtract(before)).isEqualByComparingTo(gained);
    }

    @Test
    void a_quote_is_used_once_by_whoever_comes_first() {
        var quote = quoted("inputCurrency=usdc-polygon&inputAmount=100&outputCurrency=IDR");
        var replies = AtOnce.times(8, _ -> convert(SELL_100 + ",\"quoteId\":\"" + quote + "\"}"));
        assertThat(replies).filteredOn(reply -> reply.status() == 201).hasSize(1);
        assertThat(replies)
                .filteredOn(reply -> reply.status() == 400)
                .allSatisfy(reply -> assertThat(reply.code()).isEqualTo("QUOTE_USED"));
        assertThat(merchant.available("usdc-polygon")).isEqualByComparingTo("999900");
    }

    @Test
    void a_quote_of_other_figures_is_refused() {
        var quote = quoted("inputCurrency=usdc-polygon&inputAmount=101&outputCurrency=IDR");
        assertThat(convert(SELL_100 + ",\"quoteId\":\"" + quote + "\"}")
                        .expect(400)
                        .code())
                .isEqualTo("QUOTE_MISMATCH");
        assertThat(convert(SELL_100.replace("IDR", "PHP").replace("100", "101") + ",\"quoteId\":\"" + quote + "\"}")
                        .expect(400)
                        .code())
                .isEqualTo("QUOTE_MISMATCH");
        convert(SELL_100.replace("100", "101") + ",\"quoteId\":\"" + quote + "\"}")
                .expect(201);
    }

    @Test
    void a_quote_expires_after_five_minutes() {
        var quote = quoted("inputCurrency=usdc-polygon&inputAmount=100&outputCurrency=IDR");
        merchant.advance("PT5M");
        assertThat(convert(SELL_100 + ",\"quoteId\":\"" + quote + "\"}")
                        .expect(400)
                        .code())
                .isEqualTo("QUOTE_EXPIRED");
    }

    @Test
    void a_quote_of_another_organization_is_none() {
        var quote = quoted("inputCurrency=usdc-polygon&inputAmount=100&outputCurrency=IDR");
        try (var stranger = Merchant.at(service)) {
            for (var id : List.of(quote, "nope")) {
                var refused = stranger.client()
                        .post("/v1/convert", SELL_100 + ",\"quoteId\":\"" + id + "\"}")
                        .expect(400);
                assertThat(refused.code()).isEqualTo("QUOTE_NOT_FOUND");
                assertThat(fields(refused)).containsExactly("quoteId");
            }
        }
        var id = text(convert(SELL_100 + "}").expect(201).data(), "convertId");
        try (var stranger = Merchant.at(service)) {
            stranger.client().get("/v1/convert/" + id).expect(404);
        }
        merchant.client().get("/v1/convert/nope").expect(404);
    }

    @Test
    void too_little_is_refused_and_nothing_moves() {
        convert(SELL_100.replace("100", "999999") + "}").expect(201);
        var refused = convert(SELL_100 + "}").expect(400);
        assertThat(refused.message()).isEqualTo("insufficient input balance");
        assertThat(merchant.available("usdc-polygon")).isEqualByComparingTo("1");
    }

    @Test
    void too_little_is_said_of_an_amount_beyond_the_limits_too() {
        for (var amount : List.of("1000000.000001", "2000000", "1e12")) {
            var refused = convert(SELL_100.replace("100", amount) + "}").expect(400);
            assertThat(refused.message()).isEqualTo("insufficient input balance");
            assertThat(refused.code()).isEqualTo("INSUFFICIENT_INPUT_BALANCE");
            assertThat(details(refused))
                    .containsExactly("input.amount OUT_OF_RANGE", "input.amount INSUFFICIENT_INPUT_BALANCE");
        }
        var wished = convert(
                        "{\"input\":{\"currency\":\"usdc-polygon\"},\"output\":{\"currency\":\"IDR\",\"amount\":1e12}}")
                .expect(400);
        assertThat(wished.message()).isEqualTo("insufficient input balance");
        assertThat(details(wished))
                .containsExactly("output.amount OUT_OF_RANGE", "input.amount INSUFFICIENT_INPUT_BALANCE");
    }

    @Test
    void what_the_limits_alone_forbid_is_said_in_words() {
        var refused = convert(SELL_100.replace("100", "0.5") + "}").expect(400);
        assertThat(refused.code()).isEqualTo("VALIDATION_FAILED");
        assertThat(refused.message()).isEqualTo("input.amount must come to 1 to 1000000 USDC, comes to 0.5");
        assertThat(estimate("inputCurrency=usdc-polygon&inputAmount=1000000.5&outputCurrency=IDR")
                        .expect(400)
                        .message())
                .isEqualTo("inputAmount must come to 1 to 1000000 USDC, comes to 1000000.5");
    }

    @Test
    void eight_at_once_never_overdraw() {
        assertThat(AtOnce.times(8, _ -> convert(SELL_100.replace("100", "300000") + "}")))
                .extracting(Reply::status)
                .containsExactlyInAnyOrder(201, 201, 201, 400, 400, 400, 400, 400);
        assertThat(merchant.available("usdc-polygon")).isEqualByComparingTo("100000");
    }

    @Test
    void the_same_request_converts_once() {
        var first =
                merchant.client().post("/v1/convert", SELL_100 + "}", "once").expect(201);
        var again =
                merchant.client().post("/v1/convert", SELL_100 + "}", "once").expect(201);
        assertThat(again.data()).isEqualTo(first.data());
        assertThat(merchant.available("usdc-polygon")).isEqualByComparingTo("999900");
    }

    @Test
    void they_are_listed_newest_first() {
        var first = text(convert(SELL_100 + "}").expect(201).data(), "convertId");
        var second =
                text(convert(SELL_100.replace("IDR", "PHP") + "}").expect(201).data(), "convertId");
        var page = merchant.client().get("/v1/convert").expect(200).data();
        assertThat(page.path("docs").valueStream().map(each -> text(each, "convertId")))
                .containsExactly(second, first);
        assertThat(total("?outputCurrency=PHP")).isEqualTo(1);
        assertThat(total("?inputCurrency=usdc-polygon")).isEqualTo(2);
        assertThat(total("?inputCurrency=usdt-polygon")).isZero();
        assertThat(total("?sort=createdAt&limit=1")).isEqualTo(2);
        assertThat(total("?startDate=2020-01-01&endDate=2099-01-01&outputCurrency=IDR"))
                .isEqualTo(1);
        merchant.client().get("/v1/convert?startDate=2020-01-01").expect(400);
        merchant.client().get("/v1/convert?limit=101").expect(400);
    }

    private long total(String query) {
        return merchant.client()
                .get("/v1/convert" + query)
                .expect(200)
                .data()
                .path("totalDocs")
                .longValue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "inputAmount=1|inputCurrency,outputCurrency",
                "inputCurrency=usdc-polygon&outputCurrency=IDR|inputAmount",
                "inputCurrency=usdc-polygon&outputCurrency=IDR&inputAmount=1&outputAmount=1|inputAmount",
                "inputCurrency=usdc-polygon&outputCurrency=IDR&inputAmount=-1|inputAmount",
                "inputCurrency=usdc-polygon&outputCurrency=IDR&inputAmount=1e31|inputAmount",
                "inputCurrency=usdc-polygon&outputCurrency=IDR&inputAmount=1.0000001|inputAmount",
                "inputCurrency=usdc-polygon&outputCurrency=IDR&inputAmount=0.5|inputAmount",
                "inputCurrency=usdc-polygon&outputCurrency=IDR&outputAmount=0.01|outputAmount",
                "inputCurrency=doge-polygon&outputCurrency=XXX&inputAmount=1|inputCurrency,outputCurrency",
                "inputCurrency=usdc-polygon&outputCurrency=usdt-polygon&inputAmount=10|outputCurrency",
                "inputCurrency=usdc-polygon&outputCurrency=IDR&inputAmount=10&markupRatePercentage=100"
                        + "|markupRatePercentage",
                "inputCurrency=usdc-polygon&outputCurrency=IDR&outputAmount=10&markupRatePercentage=99.75"
                        + "|markupRatePercentage",
                "inputCurrency=usdc-polygon&outputCurrency=IDR&inputAmount=10&markupRatePercentage=-1"
                        + "|markupRatePercentage",
                "inputCurrency=IDR&outputCurrency=usdc-polygon&inputAmount=1000000&markupRatePercentage=5"
                        + "|markupRatePercentage"
            })
    void what_is_wrong_with_an_estimate_is_named(String query, String wrong) {
        assertThat(fields(estimate(query).expect(400))).containsExactlyInAnyOrder(wrong.split(","));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "inputCurrency=usdc-polygon&outputCurrency=IDR&inputAmount=1&inputAmount=2"
                        + "|inputAmount was given more than once",
                "inputCurrency=usdc-polygon&inputCurrency=usdt-polygon&outputCurrency=IDR&inputAmount=1"
                        + "|inputCurrency was given more than once",
                "inputCurrency=usdc-polygon&outputCurrency=IDR&inputAmount=1&outputAmount=1"
                        + "|inputAmount must not be given together with outputAmount",
                "inputCurrency=IDR&outputCurrency=usdc-polygon&inputAmount=0.01"
                        + "|inputAmount comes to less than 0.000001 usdc-polygon, the smallest unit of the output"
            })
    void what_is_wrong_with_an_estimate_is_said(String query, String text) {
        assertThat(estimate(query).expect(400).message()).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|input,input.currency,output,output.currency,input.amount",
                "{\"input\":{\"currency\":\"IDR\",\"amount\":1},\"output\":{\"currency\":\"usdc-polygon\"}}"
                        + "|input.currency",
                "{\"input\":{\"currency\":\"usdc-polygon\",\"amount\":\"1\"},\"output\":{\"currency\":\"IDR\"}}"
                        + "|input.amount",
                "{\"input\":{\"currency\":\"usdc-polygon\",\"amount\":0},\"output\":{\"currency\":\"IDR\"}}"
                        + "|input.amount"
            })
    void what_is_wrong_with_a_conversion_is_named(String body, String wrong) {
        assertThat(fields(convert(body).expect(400))).containsExactlyInAnyOrder(wrong.split(","));
    }

    @Test
    void a_pair_that_is_switched_off_is_refused() {
        var without = Switches.sandbox().with(Switches.Pair.of("USDC", "IDR"), false);
        try (var other = Merchant.of(service, without, EnumSet.allOf(Scope.class), true)) {
            var refused = other.client().post("/v1/convert", SELL_100 + "}").expect(400);
            assertThat(refused.message()).isEqualTo("Conversion is not enabled");
            other.client()
                    .post("/v1/convert", SELL_100.replace("IDR", "PHP") + "}")
                    .expect(201);
        }
    }

    @Test
    void a_key_without_the_scope_cannot_convert() {
        try (var reader = Merchant.of(service, Switches.sandbox(), EnumSet.of(Scope.READ), true)) {
            reader.client().post("/v1/convert", SELL_100 + "}").expect(403);
            reader.client().get("/v1/convert").expect(200);
        }
    }

    @Test
    void a_quote_is_given_for_a_deposit_as_well() {
        var estimate = estimate("inputCurrency=IDR&inputAmount=1665000&outputCurrency=usdc-polygon")
                .expect(200)
                .data()
                .path("estimate");
        assertThat(estimate.path("totalConvertedAmount").decimalValue()).isEqualByComparingTo("100");
        assertThat(estimate.path("fee").decimalValue()).isEqualByComparingTo("0");
    }
}
