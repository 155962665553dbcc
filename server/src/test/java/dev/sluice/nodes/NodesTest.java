package dev.sluice.nodes;

import static dev.sluice.app.Merchant.idr;
import static dev.sluice.app.Merchant.item;
import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.AtOnce;
import dev.sluice.app.Merchant;
import dev.sluice.app.TestClient;
import dev.sluice.app.TestClient.Reply;
import dev.sluice.app.TestService;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Two nodes and four, with conflicting concurrent requests to all of them, a few rounds of each.
/// `-Dsluice.races.rounds=30` runs more; the merchant's balance does not suffice for many more than that.
@Tag("slow")
class NodesTest {
    private static final int MOST = 4;
    private static final int EACH = 8;
    private static final int ROUNDS = Integer.getInteger("sluice.races.rounds", 3);
    private static final String CONVERSION = """
            {"input":{"currency":"usdc-polygon","amount":100},"output":{"currency":"IDR"},"quoteId":"%s"}\
            """;
    private static final Map<String, String> FORM = Map.of("Content-Type", "application/x-www-form-urlencoded");
    private static final String PAYOUTS = "/v2/disbursement/fiat";

    private static final List<TestService> SERVICES = new ArrayList<>();

    private static final Map<String, Integer> SENT = new TreeMap<>();

    private Merchant merchant;
    private List<TestClient> clients;

    @BeforeAll
    static void start() {
        SERVICES.add(TestService.start());
        while (SERVICES.size() < MOST) {
            SERVICES.add(SERVICES.getFirst().sibling());
        }
    }

    @AfterAll
    static void stop() {
        SERVICES.reversed().forEach(TestService::close);
        SERVICES.clear();
        System.out.println("Races: requests at once in all " + SENT + "; -Dsluice.races.rounds=" + ROUNDS);
    }

    @BeforeEach
    void enter() {
        merchant = Merchant.at(SERVICES.getFirst());
        clients = SERVICES.stream().map(merchant::elsewhere).toList();
    }

    @AfterEach
    void the_books_are_clean() {
        leave();
        assertThat(SERVICES.getFirst().audit().faults()).isEmpty();
    }

    private void leave() {
        clients.forEach(TestClient::close);
        merchant.close();
    }

    /// Sends some concurrent requests to each of a number of nodes.
    private List<Reply> atOnce(int nodes, Function<TestClient, Reply> call) {
        SENT.merge("by " + nodes + " nodes", nodes * EACH, Integer::sum);
        return AtOnce.times(nodes * EACH, number -> call.apply(clients.get(number % nodes)));
    }

    private static Stream<Reply> with(List<Reply> replies, int status) {
        return replies.stream().filter(reply -> reply.status() == status);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, MOST})
    void one_balance_is_spent_once(int nodes) {
        var payout = idr(item("9999000032", "98000"));
        for (int round = 1; round <= ROUNDS; round++) {
            var replies = atOnce(nodes, client -> client.post(PAYOUTS, payout));
            assertThat(replies).extracting(Reply::status).containsOnly(201, 400);
            assertThat(with(replies, 201)).hasSize(10);
            assertThat(merchant.payouts()).isEqualTo(10);
            assertThat(merchant.available("IDR")).isEqualByComparingTo("0");
            assertThat(merchant.held("IDR")).isEqualByComparingTo("1000000");
            leave();
            enter(); // the next one has all its money
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, MOST})
    void one_reference_is_paid_once(int nodes) {
        for (int round = 1; round <= ROUNDS; round++) {
            var payout = idr(item("1234567890", "10000", "\"reference\":\"invoice-" + round + "\""));
            var replies = atOnce(nodes, client -> client.post(PAYOUTS, payout));
            assertThat(with(replies, 201)).hasSize(1);
            assertThat(with(replies, 400))
                    .hasSize(replies.size() - 1)
                    .extracting(Reply::code)
                    .containsOnly("REFERENCE_EXISTS");
            assertThat(merchant.payouts()).isEqualTo(round);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, MOST})
    void one_idempotency_key_is_one_payout(int nodes) {
        var payout = idr(item("1234567890", "10000"));
        for (int round = 1; round <= ROUNDS; round++) {
            var key = "key-" + round;
            var replies = atOnce(nodes, client -> client.post(PAYOUTS, payout, key));
            assertThat(replies).extracting(Reply::status).contains(201).isSubsetOf(201, 409);
            assertThat(with(replies, 201).map(Reply::text).distinct()).hasSize(1);
            assertThat(with(replies, 409)).extracting(Reply::code).allMatch("IDEMPOTENCY_IN_PROGRESS"::equals);
            assertThat(merchant.payouts()).isEqualTo(round);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, MOST})
    void one_quote_is_used_once(int nodes) {
        for (int round = 1; round <= ROUNDS; round++) {
            var quote = text(
                    merchant.client()
                            .get("/v1/convert/estimate?inputCurrency=usdc-polygon&inputAmount=100&outputCurrency=IDR")
                            .expect(200)
                            .data(),
                    "quoteId");
            var conversion = CONVERSION.formatted(quote);
            var before = merchant.available("usdc-polygon");
            var replies = atOnce(nodes, client -> client.post("/v1/convert", conversion));
            assertThat(with(replies, 201)).hasSize(1);
            assertThat(with(replies, 400))
                    .hasSize(replies.size() - 1)
                    .extracting(Reply::code)
                    .containsOnly("QUOTE_USED");
            assertThat(before.subtract(merchant.available("usdc-polygon"))).isEqualByComparingTo("100");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, MOST})
    void one_payment_page_becomes_one_deposit(int nodes) {
        var methods = List.of("QRIS", "014_VA", "014_TRANSFER");
        for (int round = 1; round <= ROUNDS; round++) {
            var url = text(
                    merchant.client()
                            .post("/v1/checkout", "{\"inputCurrency\":\"IDR\",\"inputAmount\":100000}")
                            .expect(200)
                            .data(),
                    "url");
            var page = URI.create(url).getPath();
            var turn = new AtomicInteger();
            var ledTo = new ConcurrentLinkedQueue<Map.Entry<String, String>>();
            var replies = atOnce(nodes, client -> {
                var method = methods.get(turn.getAndIncrement() % methods.size());
                var reply = client.send("POST", page, "method=" + method, FORM);
                ledTo.add(Map.entry(method, reply.header("Location")));
                return reply;
            });
            assertThat(replies).extracting(Reply::status).containsOnly(303);
            var id = page.substring(page.lastIndexOf('/') + 1);
            var chosen = text(merchant.deposit(id), "paymentMethod");
            // A payer with a late choice of another method is redirected to the page of the chosen one,
            // with a message.
            var others =
                    methods.stream().filter(method -> !method.equals(chosen)).toList();
            assertThat(others).hasSize(methods.size() - 1);
            var expected = new HashSet<>(Set.of(Map.entry(chosen, page)));
            others.forEach(method -> expected.add(Map.entry(method, page + "?outcome=chosen")));
            assertThat(Set.copyOf(ledTo)).isEqualTo(expected);
            assertThat(merchant.deposits()).isEqualTo(round);
            for (var client : clients.subList(0, nodes)) {
                var seen = client.get("/v1/deposit/fiat/" + id).expect(200).data();
                assertThat(text(seen, "paymentMethod")).isEqualTo(chosen);
            }
        }
    }
}
