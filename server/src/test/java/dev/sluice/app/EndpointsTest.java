package dev.sluice.app;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.http.Contract;
import dev.sluice.http.RoutesAgainstContract;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The whole service: its routes are the contract's, and the answers of the smaller endpoints.
class EndpointsTest {
    private static TestService service;
    private static TestClient anybody;

    @BeforeAll
    static void start() {
        service = TestService.start();
        anybody = TestClient.anonymous(service.baseUrl());
    }

    @AfterAll
    static void stop() {
        anybody.close();
        service.close();
    }

    @Test
    void every_route_is_in_the_contract_and_every_operation_has_a_route() {
        RoutesAgainstContract.assertSame(service.routes().all(), Contract.load());
    }

    @Test
    void the_demo_organization_starts_with_money_and_nothing_else() {
        try (var signing = service.signing();
                var bearing = service.bearing()) {
            Golden.assertSame(
                    "balance/demo", signing.get("/v1/balance").expect(200).json());
            assertThat(bearing.get("/v1/balance").data())
                    .isEqualTo(signing.get("/v1/balance").data());
            for (var list : List.of("/v1/disbursement/fiat", "/v1/recipient")) {
                assertThat(signing.get(list)
                                .expect(200)
                                .data()
                                .path("totalDocs")
                                .intValue())
                        .isZero();
            }
        }
    }

    @Test
    void a_statement_tells_every_movement_newest_first() {
        try (var merchant = Merchant.at(service)) {
            var failed = merchant.paid("9999000032", "10000");
            merchant.force(failed, "failed").expect(200);
            var id = merchant.paid("9999000032", "20000");
            for (var status : List.of("completed", "reversed", "completed")) {
                merchant.force(id, status).expect(200);
            }
            var reply = merchant.client()
                    .get("/v1/balance/transactions?currency=IDR")
                    .expect(200);
            Golden.assertSame("balance/transactions", reply.json());
            var lines = reply.data().path("docs");
            assertThat(lines.get(0).path("balanceAfter").decimalValue())
                    .isEqualByComparingTo(merchant.available("IDR"));
            var running = BigDecimal.ZERO;
            for (int i = lines.size() - 1; i >= 0; i--) {
                var amount = lines.get(i).path("amount").decimalValue();
                running = text(lines.get(i), "direction").equals("credit")
                        ? running.add(amount)
                        : running.subtract(amount);
                assertThat(lines.get(i).path("balanceAfter").decimalValue()).isEqualByComparingTo(running);
            }
            Golden.assertSame(
                    "balance/merchant", merchant.client().get("/v1/balance").json());
        }
    }

    @Test
    void a_statement_is_paginated_and_filtered() {
        try (var merchant = Merchant.at(service)) {
            for (int i = 0; i < 5; i++) {
                merchant.paid("9999000032", "10000");
            }
            var all = ids(merchant, "limit=100");
            assertThat(all).hasSize(10).doesNotHaveDuplicates();
            var paged = new ArrayList<String>();
            for (int page = 1; page <= 3; page++) {
                paged.addAll(ids(merchant, "limit=4&page=" + page));
            }
            assertThat(paged).isEqualTo(all);
            assertThat(ids(merchant, "currency=IDR&limit=4&page=2")).hasSize(2);
            assertThat(ids(merchant, "currency=XXX")).isEmpty();
            assertThat(ids(merchant, "startDate=2020-01-01&endDate=2020-12-31")).isEmpty();
            assertThat(ids(merchant, "startDate=2020-01-01&endDate=9999-12-31&limit=100"))
                    .isEqualTo(all);
            var backwards = merchant.client()
                    .get("/v1/balance/transactions?startDate=9999-12-31&endDate=2020-01-01")
                    .expect(200);
            assertThat(backwards.data().path("totalDocs").intValue()).isZero();
            for (var query : List.of("limit=0", "page=0", "startDate=2020-01-01", "limit=101")) {
                assertThat(merchant.client()
                                .get("/v1/balance/transactions?" + query)
                                .status())
                        .isEqualTo(400);
            }
        }
    }

    private static List<String> ids(Merchant merchant, String query) {
        return merchant.client()
                .get("/v1/balance/transactions?" + query)
                .expect(200)
                .data()
                .path("docs")
                .valueStream()
                .map(line -> text(line, "id"))
                .toList();
    }

    @Test
    void the_clock_of_the_sandbox_is_read_and_moved() {
        try (var merchant = Merchant.at(service)) {
            var before = merchant.client().get("/v1/sandbox/clock").expect(200).data();
            var moved = merchant.client()
                    .post("/v1/sandbox/clock", "{\"advance\":\"P1DT30M\"}")
                    .expect(200);
            assertThat(moved.message()).isEqualTo("Sandbox clock advanced");
            assertThat(Duration.parse(text(moved.data(), "offset")).minus(Duration.parse(text(before, "offset"))))
                    .isEqualTo(Duration.parse("P1DT30M"));
            var now = Instant.parse(
                    text(merchant.client().get("/v1/sandbox/clock").data(), "now"));
            assertThat(now).isAfterOrEqualTo(Instant.parse(text(moved.data(), "now")));
            var created = Instant.parse(text(merchant.payout(merchant.paid("9999000032", "10000")), "createdAt"));
            assertThat(created).isAfterOrEqualTo(now);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"advance\":null}",
                "{\"advance\":\"1h\"}",
                "{\"advance\":\"-PT1H\"}",
                "{\"advance\":\"PT0S\"}",
                "{\"advance\":3600}",
                "{\"advance\":\"P1M\"}",
                "{\"advance\":\"P4000D\"}",
            })
    void what_is_no_step_forward_is_refused(String body) {
        try (var bearing = service.bearing()) {
            var reply = bearing.post("/v1/sandbox/clock", body).expect(400);
            assertThat(text(reply.json().path("details").get(0), "field")).isEqualTo("advance");
        }
    }

    @Test
    void currencies_are_public() {
        var reply = anybody.get("/v1/reference/currencies").expect(200);
        Golden.assertSame("reference/currencies", reply.json());
        assertThat(reply.header("Deprecation")).startsWith("@");
        assertThat(reply.header("Link")).contains("successor-version");
    }

    @ParameterizedTest
    @CsvSource({
        "reference/cryptos, /v1/reference/cryptos",
        "reference/cryptos-stellar, /v1/reference/cryptos?blockchainType=STELLAR&useSmartContract=",
        "reference/payout-methods, /v1/disbursement/fiat/payment-method?currency=SGD",
        "reference/no-payout-methods, /v1/disbursement/fiat/payment-method?currency=XXX",
        "reference/crypto-payout-methods, /v1/disbursement/crypto/payment-method",
        "reference/deposit-methods, /v1/deposit/payment-method?currency=PHP",
    })
    void reference_lists_need_a_caller(String golden, String target) {
        assertThat(anybody.get(target).expect(401).code()).isEqualTo("AUTH_MISSING");
        try (var signing = service.signing()) {
            Golden.assertSame(golden, signing.get(target).expect(200).json());
        }
    }

    @Test
    void the_methods_of_all_currencies_are_those_of_each() {
        try (var bearing = service.bearing()) {
            int sum = 0;
            for (var currency : bearing.get("/v1/reference/currencies").data()) {
                sum += bearing.get("/v1/disbursement/fiat/payment-method?currency=" + text(currency, "currency"))
                        .data()
                        .size();
            }
            assertThat(bearing.get("/v1/disbursement/fiat/payment-method").data())
                    .hasSize(sum);
        }
    }

    @Test
    void a_recipient_is_stored_shown_changed_and_deleted() {
        try (var merchant = Merchant.at(service)) {
            var body = """
                    {"name":"Siti Rahayu","email":"siti@example.com","address":"Jalan Braga 99","city":"Bandung",
                     "postCode":"40111","recipientType":"Individual","reference":"emp-7",
                     "bank":{"accountName":"Siti Rahayu","currency":"IDR","country":"ID",
                             "bankName":"Bank Central Asia","accountNumber":"1234567890","paymentCode":"014"}}""";
            var created = merchant.client().post("/v1/recipient", body).expect(201);
            Golden.assertSame("recipient/create", created.json());
            var path = "/v1/recipient/" + text(created.data(), "id");
            Golden.assertSame(
                    "recipient/detail", merchant.client().get(path).expect(200).json());
            Golden.assertSame(
                    "recipient/list",
                    merchant.client().get("/v1/recipient").expect(200).json());
            var changed = merchant.client()
                    .patch(path, body.replace("Bandung", "Jakarta"))
                    .expect(200);
            Golden.assertSame("recipient/update", changed.json());
            Golden.assertSame(
                    "recipient/delete",
                    merchant.client().delete(path).expect(200).json());
            Golden.assertSame(
                    "error/recipient-not-found",
                    merchant.client().get(path).expect(404).json());
            var verified = merchant.client().post("/v1/recipient/verify", """
                    {"bank":{"accountName":"Siti Rahayu","currency":"IDR","country":"ID",
                     "bankName":"Bank Central Asia","accountNumber":"9999000042","paymentCode":"014"}}""");
            Golden.assertSame("recipient/verify", verified.expect(200).json());
        }
    }

    @Test
    void the_service_tells_of_its_health_and_of_its_contract() {
        Golden.assertSame(
                "service/live", anybody.get("/health/live").expect(200).json());
        Golden.assertSame(
                "service/ready", anybody.get("/health/ready").expect(200).json());
        assertThat(anybody.get("/openapi.yaml").expect(200).text()).startsWith("openapi: 3.1");
        assertThat(anybody.get("/metrics").expect(200).text()).contains("# TYPE");
        assertThat(anybody.send("HEAD", "/health/live", null, Map.of())
                        .expect(200)
                        .body())
                .isEmpty();
    }
}
