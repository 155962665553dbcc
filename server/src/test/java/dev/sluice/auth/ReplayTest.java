package dev.sluice.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.http.Answer;
import dev.sluice.http.JsonObject;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.http.Route;
import dev.sluice.http.server.Server;
import dev.sluice.idempotency.Claim;
import dev.sluice.refusal.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ReplayTest {
    private final AuthFixture fixture = new AuthFixture();
    private final AtomicInteger payouts = new AtomicInteger();
    private final AtomicBoolean poor = new AtomicBoolean();
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final Server server = fixture.serve(Optional.empty(), true, this::routes);
    private ApiClient.WithSecret client = newClient();

    private List<Route> routes(Guard guard) {
        return List.of(
                guard.write(Method.POST, "/v1/payout", Scope.PAYOUTS, (_, request, claim) -> pay(request, claim)),
                guard.write(Method.POST, "/v1/slow", Scope.PAYOUTS, (_, request, claim) -> {
                    entered.countDown();
                    await(released);
                    return pay(request, claim);
                }),
                guard.write(Method.POST, "/v1/broken", Scope.PAYOUTS, (_, _, _) -> {
                    throw new IllegalStateException("broken on purpose, number " + payouts.incrementAndGet());
                }));
    }

    private Answer pay(Request request, Claim claim) {
        return fixture.replays.once(claim, _ -> {
            if (poor.get()) {
                throw Refusal.INSUFFICIENT_BALANCE.refused();
            }
            return fixture.envelope.created(request, "Paid", new JsonObject().put("number", payouts.incrementAndGet()));
        });
    }

    @BeforeEach
    void newOrganization() {
        client = newClient();
        poor.set(false);
    }

    @AfterAll
    void close() {
        server.close();
        fixture.close();
    }

    @Test
    void an_exact_resend_gets_the_first_answer_again() {
        var call = Call.post("/v1/payout", "{}").signed(client);
        assertReplayed(call.send(server), call.send(server));
    }

    @Test
    void an_exact_resend_with_its_key_gets_the_first_answer_again() {
        var call = Call.post("/v1/payout", "{}")
                .signed(client)
                .key(UUID.randomUUID().toString());
        assertReplayed(call.send(server), call.send(server));
    }

    @Test
    void a_resend_in_another_spelling_of_the_signature_is_the_same_request() {
        var call = Call.post("/v1/payout", "{}").signed(client);
        var first = call.send(server);
        var bare = call.header("X-Signature").substring(3);
        assertReplayed(
                first, call.with("X-Signature", bare + " v1=" + "0".repeat(64)).send(server));
    }

    @Test
    void a_spent_signature_under_another_key_is_refused() {
        var call = Call.post("/v1/payout", "{}").signed(client).key("one");
        var first = call.send(server);
        assertThat(call.key("two").send(server).outcome()).isEqualTo("409 SIGNATURE_REUSED");
        assertReplayed(first, call.key("one").send(server));
    }

    @Test
    void a_refusal_is_given_again_to_its_exact_resend_even_when_it_would_pass_by_now() {
        poor.set(true);
        var call = Call.post("/v1/payout", "{}").signed(client).key("mine");
        var refused = call.send(server);
        assertThat(refused.outcome()).isEqualTo("400 INSUFFICIENT_BALANCE");
        poor.set(false);
        assertReplayed(refused, call.send(server));
        assertThat(call.key("other").send(server).outcome()).isEqualTo("409 SIGNATURE_REUSED");
    }

    @Test
    void a_refusal_leaves_its_key_free() {
        poor.set(true);
        assertThat(Call.post("/v1/payout", "{}")
                        .signed(client)
                        .key("mine")
                        .send(server)
                        .status())
                .isEqualTo(400);
        poor.set(false);
        assertThat(Call.post("/v1/payout", "{}")
                        .signed(client)
                        .key("mine")
                        .send(server)
                        .status())
                .isEqualTo(201);
    }

    @Test
    void a_key_with_a_new_signature_gets_the_stored_answer() {
        var first = Call.post("/v1/payout", "{}")
                .signed(client, moment(0))
                .key("mine")
                .send(server);
        var second = Call.post("/v1/payout", "{}")
                .signed(client, moment(1))
                .key("\"mine\"")
                .send(server);
        assertReplayed(first, second);
    }

    /// The key is not signed, so an attacker can remove it from a captured request.
    @Test
    void a_replayed_request_captured_and_sent_without_its_key_has_no_effect() {
        var first = Call.post("/v1/payout", "{}")
                .signed(client, moment(0))
                .key("mine")
                .send(server);
        var again = Call.post("/v1/payout", "{}").signed(client, moment(1)).key("mine");
        assertReplayed(first, again.send(server));
        assertReplayed(first, again.withoutKey().send(server));
        assertThat(again.key("other").send(server).outcome()).isEqualTo("409 SIGNATURE_REUSED");
    }

    @Test
    void a_request_refused_for_its_key_captured_and_sent_without_it_is_refused_again() {
        Call.post("/v1/payout", "{}").signed(client).key("mine").send(server);
        var other = Call.post("/v1/payout", "{ }").signed(client).key("mine");
        var refused = other.send(server);
        assertThat(refused.outcome()).isEqualTo("422 IDEMPOTENCY_KEY_REUSED");
        assertReplayed(refused, other.withoutKey().send(server));
    }

    @Test
    void signatures_are_remembered_by_real_time_when_the_sandbox_clock_moves() {
        var call = Call.post("/v1/payout", "{}").signed(client);
        var first = call.send(server);
        fixture.clocks.advance(fixture.database.database(), Duration.ofDays(40));
        fixture.replays.deleteExpired();
        assertReplayed(first, call.send(server));
    }

    @Test
    void a_key_used_for_another_request_is_422() {
        Call.post("/v1/payout", "{}").signed(client).key("mine").send(server);
        for (var other : List.of(Call.post("/v1/payout", "{ }"), Call.post("/v1/payout?a=1", "{}"))) {
            assertThat(other.signed(client).key("mine").send(server).outcome()).isEqualTo("422 IDEMPOTENCY_KEY_REUSED");
        }
    }

    @Test
    void api_keys_are_replayed_by_idempotency_key_alone() {
        var token = fixture.keys
                .create(client.client().organizationId(), "key", EnumSet.allOf(Scope.class), Allowlist.ANY)
                .token();
        var call = Call.post("/v1/payout", "{}").bearer(token).key("mine");
        assertReplayed(call.send(server), call.send(server));
        var free = Call.post("/v1/payout", "{}").bearer(token);
        assertThat(free.send(server).bytes()).isNotEqualTo(free.send(server).bytes());
    }

    @Test
    void organizations_have_keys_of_their_own() {
        var mine = Call.post("/v1/payout", "{}").signed(client).key("same").send(server);
        var theirs =
                Call.post("/v1/payout", "{}").signed(newClient()).key("same").send(server);
        assertThat(theirs.status()).isEqualTo(201);
        assertThat(theirs.header("Idempotent-Replayed")).isEmpty();
        assertThat(theirs.bytes()).isNotEqualTo(mine.bytes());
    }

    @Test
    void a_malformed_key_is_refused_and_spends_the_signature() {
        var call = Call.post("/v1/payout", "{}").signed(client).key("k".repeat(256));
        var refused = call.send(server);
        assertThat(refused.outcome()).isEqualTo("400 IDEMPOTENCY_KEY_INVALID");
        assertThat(call.key("good").send(server).outcome()).isEqualTo("409 SIGNATURE_REUSED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"one\ntwo", "one\none"})
    void a_key_that_is_given_twice_is_none(String keys) {
        int before = payouts.get();
        var refused = Call.post("/v1/payout", "{}").signed(client).key(keys).send(server);
        assertThat(refused.outcome()).isEqualTo("400 IDEMPOTENCY_KEY_INVALID");
        assertThat(refused.json().get("message").stringValue()).isEqualTo("Idempotency-Key was given more than once");
        assertThat(payouts.get()).isEqualTo(before);
    }

    @Test
    void what_broke_on_our_side_is_not_remembered() {
        var call = Call.post("/v1/broken", "{}").signed(client).key("mine");
        int before = payouts.get();
        assertThat(call.send(server).outcome()).isEqualTo("500 INTERNAL_ERROR");
        assertThat(call.send(server).outcome()).isEqualTo("500 INTERNAL_ERROR");
        assertThat(payouts.get()).isEqualTo(before + 2);
    }

    @Test
    void while_the_first_is_running_the_second_is_409() throws Exception {
        var call = Call.post("/v1/slow", "{}").signed(client).key("mine");
        var first = CompletableFuture.supplyAsync(() -> call.send(server));
        await(entered);
        var second = Call.post("/v1/slow", "{}").signed(client).key("mine");
        try {
            assertThat(call.send(server).outcome()).isEqualTo("409 IDEMPOTENCY_IN_PROGRESS");
            assertThat(second.send(server).outcome()).isEqualTo("409 IDEMPOTENCY_IN_PROGRESS");
        } finally {
            released.countDown();
        }
        assertReplayed(first.get(10, TimeUnit.SECONDS), call.send(server));
        assertReplayed(first.get(), second.send(server));
        assertThat(second.withoutKey().send(server).outcome()).isEqualTo("409 IDEMPOTENCY_IN_PROGRESS");
    }

    private void assertReplayed(Call.Reply first, Call.Reply second) {
        assertThat(second.status()).isEqualTo(first.status());
        assertThat(second.bytes()).isEqualTo(first.bytes());
        assertThat(first.header("Idempotent-Replayed")).isEmpty();
        assertThat(second.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(second.header("X-Request-Id"))
                .isEqualTo(first.header("X-Request-Id"))
                .isEqualTo(second.json().path("requestId").asString());
    }

    private ApiClient.WithSecret newClient() {
        return fixture.clients.create(fixture.organization("Acme").id(), "till", Scope.ALL, Allowlist.ANY);
    }

    private static String moment(int millis) {
        return Instant.now().plusMillis(millis).toString();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
