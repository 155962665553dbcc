package dev.sluice.deposit;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.app.Spans;
import dev.sluice.app.TestService;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// Deposits by period and currency, and their total: the sum of counted days and of partial days.
class DepositSpanTest {
    private static final int DEPOSITS = 20;
    private static final List<String> STATUSES = List.of("completed", "cancelled");
    private static final List<String> CURRENCIES = List.of("IDR", "usdc-polygon", "USD", "usdt-polygon");
    private static final String DAYS = "startDate=2020-01-01&endDate=9999-12-31";

    private static TestService service;
    private static Merchant merchant;
    private static Merchant neighbour;
    private static final List<CreatedDeposit> CREATED = new ArrayList<>();

    private record CreatedDeposit(String id, Instant at, String currency, String status) {
        boolean isCrypto() {
            return currency.indexOf('-') > 0;
        }
    }

    /// Creates deposits every seven hours, so that they lie on several days, before noon and after it; also
    /// another merchant's at the same times.
    @BeforeAll
    static void ask() {
        service = TestService.start(() -> Spans.START);
        merchant = Merchant.at(service);
        neighbour = Merchant.at(service);
        for (int i = 0; i < DEPOSITS; i++) {
            var currency = CURRENCIES.get(i % CURRENCIES.size());
            var created = asked(currency);
            var status = STATUSES.get(i % 3 == 0 ? 1 : 0);
            merchant.client()
                    .patch("/v1/deposit/" + text(created, "depositId"), "{\"status\":\"" + status + "\"}")
                    .expect(200);
            var at = Instant.parse(text(created, "createdAt"));
            CREATED.add(new CreatedDeposit(text(created, "depositId"), at, currency, status));
            neighbour.createDeposit("014_VA", "150000");
            merchant.advance("PT7H");
        }
    }

    private static JsonNode asked(String currency) {
        if (currency.indexOf('-') > 0) {
            return merchant.client()
                    .post("/v1/deposit/crypto", "{\"inputCurrency\":\"" + currency + "\",\"inputAmount\":100}")
                    .expect(201)
                    .data();
        }
        var method = currency.equals("USD") ? "CHASUS33_TRANSFER" : "014_VA";
        var amount = currency.equals("USD") ? "150" : "150000";
        return merchant.client()
                .post("/v1/deposit/fiat", Merchant.deposit(method, amount).replace("IDR", currency))
                .expect(201)
                .data();
    }

    @AfterAll
    static void stop() {
        neighbour.close();
        merchant.close();
        service.close();
    }

    @Test
    void a_list_has_what_lies_in_its_span_and_says_how_many_these_are() {
        var spans = new Spans(CREATED.stream().map(CreatedDeposit::at).toList());
        for (int i = 0; i < Spans.COUNT; i++) {
            var from = spans.next();
            var until = spans.next();
            var status = spans.oneOrNone(STATUSES);
            var currency = spans.oneOrNone(CURRENCIES);
            boolean dated = !spans.oneInFour();
            var query = "?limit=100" + (dated ? "&startDate=" + from + "&endDate=" + until : "")
                    + (status == null ? "" : "&status=" + status)
                    + (currency == null ? "" : "&inputCurrency=" + currency);
            Predicate<CreatedDeposit> wanted = created ->
                    (!dated || (!created.at().isBefore(from) && !created.at().isAfter(until)))
                            && (status == null || created.status().equals(status))
                            && (currency == null || created.currency().equals(currency));
            assertThatList("/v1/deposit" + query, wanted);
            assertThatList(
                    "/v1/deposit?depositType=crypto&" + query.substring(1), wanted.and(CreatedDeposit::isCrypto));
            assertThatList("/v1/deposit/fiat" + query, wanted.and(Predicate.not(CreatedDeposit::isCrypto)));
            assertThatList("/v1/deposit/crypto" + query, wanted.and(CreatedDeposit::isCrypto));
        }
    }

    private static void assertThatList(String target, Predicate<CreatedDeposit> wanted) {
        var list = merchant.client().get(target).expect(200).data();
        var expected = CREATED.stream().filter(wanted).map(CreatedDeposit::id).toList();
        assertThat(list.path("totalDocs").longValue()).as(target).isEqualTo(expected.size());
        assertThat(Merchant.depositIds(list)).as(target).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void days_are_utc_days_and_the_last_one_is_included() {
        var created = CREATED.get(7);
        var day = created.at().toString().substring(0, 10);
        assertThatList(
                "/v1/deposit?limit=100&startDate=" + day + "&endDate=" + day,
                each -> each.at().toString().startsWith(day));
        assertThatList("/v1/deposit?startDate=9999-12-30&endDate=9999-12-31", _ -> false);
        assertThatList("/v1/deposit?startDate=9999-12-31&endDate=0001-01-01", _ -> false);
    }

    @Test
    void a_page_of_a_span_is_in_the_order_that_is_asked_for() {
        var list = merchant.client()
                .get("/v1/deposit/fiat?inputCurrency=IDR&sort=createdAt&limit=2&page=2&" + DAYS)
                .expect(200)
                .data();
        var rupiah = CREATED.stream()
                .filter(created -> created.currency().equals("IDR"))
                .map(CreatedDeposit::id)
                .toList();
        assertThat(Merchant.depositIds(list)).containsExactlyElementsOf(rupiah.subList(2, 4));
        assertThat(list.path("totalDocs").intValue()).isEqualTo(rupiah.size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"XXX", "usdc", "'", "%25"})
    void a_currency_that_nothing_is_paid_in_has_an_empty_list(String currency) {
        for (var list : List.of("/v1/deposit", "/v1/deposit/fiat", "/v1/deposit/crypto")) {
            assertThatList(list + "?inputCurrency=" + currency, _ -> false);
            assertThatList(list + "?inputCurrency=" + currency + "&" + DAYS, _ -> false);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "startDate=2026-11-21, endDate REQUIRED",
        "endDate=2026-11-21, startDate REQUIRED",
        "startDate=2026-02-30&endDate=2026-03-01, startDate INVALID_FORMAT",
        "startDate=2026-01-01&endDate=tomorrow, endDate INVALID_FORMAT",
        "startDate=2026-01-01T00:00:00&endDate=2026-01-02, startDate INVALID_FORMAT",
        "inputCurrency=IDR&inputCurrency=USD, inputCurrency REPEATED",
        "inputCurrency=%00, inputCurrency INVALID_FORMAT",
    })
    void what_a_parameter_may_not_be_is_refused(String query, String finding) {
        for (var list : List.of("/v1/deposit", "/v1/deposit/fiat", "/v1/deposit/crypto")) {
            var reply = merchant.client().get(list + "?" + query).expect(400);
            assertThat(reply.code()).isEqualTo("VALIDATION_FAILED");
            assertThat(reply.json().path("details").valueStream())
                    .as(list)
                    .map(each -> text(each, "field") + " " + text(each, "code"))
                    .containsExactly(finding);
        }
    }

    @Test
    void a_neighbour_has_their_own_alone() {
        var list = neighbour
                .client()
                .get("/v1/deposit/fiat?inputCurrency=IDR&" + DAYS)
                .expect(200)
                .data();
        assertThat(list.path("totalDocs").intValue()).isEqualTo(DEPOSITS);
        assertThat(neighbour
                        .client()
                        .get("/v1/deposit/fiat?inputCurrency=USD&" + DAYS)
                        .expect(200)
                        .data()
                        .path("totalDocs")
                        .intValue())
                .isZero();
    }
}
