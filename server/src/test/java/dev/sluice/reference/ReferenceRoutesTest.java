package dev.sluice.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.auth.Caller;
import dev.sluice.auth.Scope;
import dev.sluice.db.TestDatabase;
import dev.sluice.http.Answer;
import dev.sluice.http.Envelope;
import dev.sluice.http.Json;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/// The lists of the API, field by field, and the pictures.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReferenceRoutesTest {
    private static final Caller CALLER = new Caller(new UUID(0, 7), "Acme", new UUID(0, 8), "test", Set.of(Scope.READ));

    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-11-21T02:30:00Z"));

    private final TestDatabase db = TestDatabase.create();
    private final Logos logos = new Logos(() -> "http://127.0.0.1:8080/");
    private final ReferenceRoutes routes;

    ReferenceRoutesTest() {
        new ReferenceLoader(db.database(), CLOCK).load();
        routes = new ReferenceRoutes(
                new Envelope(CLOCK), new References(db.database(), Served.everything()), logos, _ -> true);
    }

    @AfterAll
    void close() {
        db.close();
    }

    @Test
    void a_currency_shows_these_fields() {
        var body = Json.parse(routes.currencies(get("")).body());
        assertThat(body.get("message").stringValue()).isEqualTo("Currencies retrieved");
        assertThat(body.get("timestamp").stringValue()).isEqualTo("2026-11-21T02:30:00.000Z");
        assertThat(body.get("data")).hasSize(17);
        assertThat(body.get("data").get(0).toString()).isEqualTo("""
            {"_id":"93b01be95593d79f0816154a","value":"Indonesia","currency":"IDR","countryCode":"ID",\
            "logo":"http://127.0.0.1:8080/assets/logo/currency/IDR.svg","name":"Indonesian Rupiah",\
            "requireBankName":true,"requireIfsc":false,"requireIban":false,"requireAchOrWire":false,\
            "requireAccountNumber":true,"country":"Indonesia","symbol":"Rp","id":"IDR"}\
            """);
    }

    @Test
    void a_token_shows_these_fields() {
        var data = data(routes.cryptos(get("")));
        assertThat(data).hasSize(17);
        assertThat(find(data, "id", "usdc-polygon")).isEqualTo("""
            {"_id":"b7b95ba0554da8c007f43527","symbol":"USDC","id":"usdc-polygon","name":"USD Coin",\
            "label":"USDC (Polygon)",\
            "address":"0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359","chainId":137,"is_native":false,\
            "logo":"http://127.0.0.1:8080/assets/logo/token/usdc.svg","currencies":["IDR","PHP","VND","THB","MYR",\
            "SGD","INR","BRL","MXN","NGN","KES","USD","EUR","GBP","AUD","JPY","CHF"],\
            "decimal":6,"priceId":"usd-coin"}\
            """);
        assertThat(find(data, "id", "xlm-stellar")).contains("\"address\":\"\",\"chainId\":0,\"is_native\":true");
    }

    @Test
    void tokens_are_filtered_by_contract_and_blockchain_in_any_case() {
        assertThat(data(routes.cryptos(get("useSmartContract=true")))).hasSize(10);
        assertThat(data(routes.cryptos(get("useSmartContract=false")))).hasSize(7);
        assertThat(data(routes.cryptos(get("useSmartContract=&blockchainType="))))
                .hasSize(17);
        assertThat(data(routes.cryptos(get("blockchainType=stellar")))).hasSize(2);
        assertThat(data(routes.cryptos(get("blockchainType=Evm")))).hasSize(15);
        assertThat(data(routes.cryptos(get("blockchainType=EVM&useSmartContract=false&x=y"))))
                .hasSize(5);
    }

    @Test
    void unknown_filters_are_refused_all_at_once() {
        assertThatThrownBy(() -> routes.cryptos(get("blockchainType=SOLANA&useSmartContract=maybe")))
                .isInstanceOfSatisfying(Refused.class, refused -> {
                    assertThat(refused.refusal()).isEqualTo(Refusal.VALIDATION_FAILED);
                    assertThat(refused.details())
                            .extracting("field")
                            .containsExactlyInAnyOrder("blockchainType", "useSmartContract");
                });
    }

    @Test
    void a_fiat_payout_method_shows_these_fields() {
        assertThat(data(routes.payoutMethods(CALLER, get("")))).hasSize(300);
        var data = data(routes.payoutMethods(CALLER, get("currency=IDR")));
        assertThat(find(data, "bankCode", "014")).isEqualTo("""
                {"currency":"IDR","bankCode":"014","bankName":"Bank Central Asia","minAmount":10000,\
                "maxAmount":1000000000,"feeFlat":2000,"feePercentage":0,"amountDecimals":0,\
                "accountNumberType":"BANK_ACCOUNT"}""");
    }

    @Test
    void a_crypto_payout_method_shows_these_fields() {
        var data = data(routes.tokenPayoutMethods(CALLER, get("")));
        assertThat(data).hasSize(17);
        assertThat(find(data, "currency", "usdc-polygon")).isEqualTo("""
            {"currency":"usdc-polygon","network":"polygon","symbol":"USDC","name":"USD Coin","minimumAmount":1,\
            "maximumAmount":1000000,"feeFlat":0.2,"feePercentage":0}\
            """);
    }

    @Test
    void a_fiat_deposit_method_shows_these_fields() {
        assertThat(data(routes.depositMethods(CALLER, get("")))).hasSize(130);
        var data = data(routes.depositMethods(CALLER, get("currency=IDR")));
        assertThat(find(data, "bankCode", "QRIS")).isEqualTo("""
                {"depositPaymentType":"QR","bankName":"QRIS","bankCode":"QRIS","currency":"IDR","minimumAmount":1000,\
                "maximumAmount":10000000,"image":"http://127.0.0.1:8080/assets/logo/method/qr.svg","feeFlat":0,\
                "feePercentage":0.7,"amountDecimals":0}""");
    }

    @Test
    void an_unknown_currency_has_no_methods() {
        assertThat(data(routes.payoutMethods(CALLER, get("currency=XXX")))).isEmpty();
        assertThat(data(routes.depositMethods(CALLER, get("currency=XXX")))).isEmpty();
    }

    @Test
    void every_picture_that_is_linked_is_served() {
        for (var node : data(routes.currencies(get("")))) {
            assertThat(picture(path(node, "logo")).status()).isEqualTo(200);
        }
        for (var node : data(routes.cryptos(get("")))) {
            assertThat(picture(path(node, "logo")).status()).isEqualTo(200);
        }
        for (var node : data(routes.depositMethods(CALLER, get("")))) {
            assertThat(picture(path(node, "image")).status()).isEqualTo(200);
        }
    }

    @Test
    void a_picture_is_cached_and_can_do_nothing() {
        var answer = picture("currency/IDR.svg");
        assertThat(answer.contentType()).isEqualTo("image/svg+xml");
        assertThat(new String(answer.body(), StandardCharsets.UTF_8)).contains("Indonesian Rupiah");
        assertThat(answer.headers())
                .containsEntry("X-Content-Type-Options", "nosniff")
                .containsEntry("Cache-Control", "public, max-age=86400")
                .containsEntry("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox");
    }

    @Test
    void nothing_else_is_served_as_a_picture() {
        for (var path : List.of(
                "currency/XXX.svg",
                "currency/idr.svg",
                "currency/..",
                "../currencies.csv",
                "currency/../../currencies.csv",
                "..%2f/currencies.csv",
                "method/QRIS.svg",
                "/etc/passwd")) {
            assertThatThrownBy(() -> picture(path))
                    .isInstanceOfSatisfying(
                            Refused.class,
                            refused -> assertThat(refused.refusal()).isEqualTo(Refusal.NOT_FOUND));
        }
    }

    private Answer picture(String path) {
        int slash = path.lastIndexOf('/');
        var request = request(
                "/assets/logo/" + path,
                "",
                Map.of("kind", path.substring(0, slash), "name", path.substring(slash + 1)));
        return logos.route().handler().handle(request);
    }

    private static Request get(String query) {
        return request("/v1/x", query, Map.of());
    }

    private static Request request(String path, String query, Map<String, String> parameters) {
        return new Request("r1", Method.GET, path, query, new byte[0], "127.0.0.1", parameters, _ -> null);
    }

    private static JsonNode data(Answer answer) {
        assertThat(answer.status()).isEqualTo(200);
        return Objects.requireNonNull(Json.parse(answer.body()).get("data"));
    }

    private static String find(JsonNode list, String field, String value) {
        for (var node : list) {
            if (node.get(field).stringValue().equals(value)) {
                return node.toString();
            }
        }
        throw new AssertionError("no " + field + " " + value);
    }

    private static String path(JsonNode node, String field) {
        var url = node.get(field).stringValue();
        var prefix = "http://127.0.0.1:8080/assets/logo/";
        assertThat(url).startsWith(prefix);
        return url.substring(prefix.length());
    }
}
