package dev.sluice.security;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.AtOnce;
import dev.sluice.app.Merchant;
import dev.sluice.app.MerchantTest;
import dev.sluice.app.TestClient.Reply;
import dev.sluice.app.TestService;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/// API6:2023, unrestricted access to sensitive business flows: the gain of a program that runs through a business flow
/// many times at once. `NodesTest` covers payouts and nodes, `PolicyTest` and `DayLimitTest` rules on payouts,
/// `WayInTest` and `PasswordTest` the sign-in of people.
class BusinessFlowTest extends MerchantTest {
    private static final int MANY = 24;
    private static final String ESTIMATE =
            "/v1/convert/estimate?inputCurrency=usdc-polygon&inputAmount=100&outputCurrency=IDR";
    private static final List<String> METHODS = List.of("QRIS", "014_VA", "014_TRANSFER");
    private static final Map<String, String> FORM = Map.of("Content-Type", "application/x-www-form-urlencoded");

    private static List<Reply> atOnce(IntFunction<Reply> call) {
        return AtOnce.times(MANY, call);
    }

    private static List<Reply> with(List<Reply> replies, int status) {
        return replies.stream().filter(reply -> reply.status() == status).toList();
    }

    @Test
    void who_asks_for_quotes_all_the_time_is_slowed_down_and_nobody_else_is() {
        try (var limited = TestService.start(Map.of("SLUICE_RATE_LIMIT", "1/5"));
                var greedy = Merchant.at(limited);
                var other = Merchant.at(limited)) {
            var replies = atOnce(_ -> greedy.client().get(ESTIMATE));
            var refused = with(replies, 429);
            assertThat(with(replies, 200)).hasSizeGreaterThanOrEqualTo(5);
            assertThat(refused).isNotEmpty().hasSize(MANY - with(replies, 200).size());
            assertThat(refused)
                    .allSatisfy(reply -> assertThat(reply.header("Retry-After")).isNotEmpty());
            other.client().get(ESTIMATE).expect(200);
        }
    }

    /// A quote promises a rate for one exchange, and there are two ways to take it.
    @Test
    void one_quote_is_one_bargain_by_whichever_way_it_is_taken() {
        var quote = text(merchant.client().get(ESTIMATE).expect(200).data(), "quoteId");
        var conversion = """
                {"input":{"currency":"usdc-polygon","amount":100},"output":{"currency":"IDR"},\
                "quoteId":"%s"}""".formatted(quote);
        var deposit = """
                {"inputCurrency":"usdc-polygon","inputAmount":100,"outputCurrency":"IDR",\
                "quoteId":"%s"}""".formatted(quote);
        var replies = atOnce(number -> number % 2 == 0
                ? merchant.client().post("/v1/convert", conversion)
                : merchant.client().post("/v1/deposit/crypto", deposit));
        assertThat(with(replies, 201)).hasSize(1);
        assertThat(with(replies, 400)).hasSize(MANY - 1).extracting(Reply::code).containsOnly("QUOTE_USED");
    }

    @Test
    void a_program_that_hears_no_answer_makes_one_deposit() {
        var request = Merchant.deposit("014_VA", "100000");
        var replies = atOnce(_ -> merchant.client().post("/v1/deposit/fiat", request, "one-key"));
        assertThat(replies).extracting(Reply::status).contains(201).isSubsetOf(201, 409);
        assertThat(with(replies, 201).stream().map(Reply::text).distinct()).hasSize(1);
        assertThat(with(replies, 409)).extracting(Reply::code).allMatch("IDEMPOTENCY_IN_PROGRESS"::equals);
        assertThat(merchant.deposits()).isEqualTo(1);
    }

    /// Anyone with the address of a page can press its buttons: all at once, and again and again.
    @Test
    void a_payment_page_becomes_one_deposit_and_is_paid_once() {
        var created = merchant.client()
                .post("/v1/checkout", "{\"inputCurrency\":\"IDR\",\"inputAmount\":100000}")
                .expect(200);
        var id = text(created.data(), "id");
        var page = "/checkout/" + id;
        var before = merchant.available("IDR");
        for (int round = 0; round < 2; round++) {
            var replies = atOnce(number -> number % 2 == 0
                    ? merchant.client().send("POST", page, "method=" + METHODS.get(number / 2 % 3), FORM)
                    : merchant.client().send("POST", page + "/pay", null, Map.of()));
            assertThat(replies).extracting(Reply::status).containsOnly(303);
        }
        var deposit = merchant.awaitDeposit(id, "completed");
        assertThat(merchant.deposits()).isEqualTo(1);
        assertThat(deposit.path("payments")).hasSize(1);
        assertThat(merchant.available("IDR").subtract(before))
                .isEqualByComparingTo(deposit.path("outputAmount").decimalValue());
        long paid = service.connections()
                .read(handle -> handle.createQuery(
                                "SELECT count(*) FROM rail_sandbox_payin WHERE organization_id = :organization")
                        .bind("organization", merchant.organizationId())
                        .mapTo(Long.class)
                        .one());
        assertThat(paid).isEqualTo(1);
    }
}
