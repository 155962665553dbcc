package dev.sluice.checkout;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.MerchantTest;
import dev.sluice.app.TestClient;
import dev.sluice.app.TestClient.Reply;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/// A customer chooses a method as the page expires: the page's reference remains that of one payment.
class CheckoutRaceTest extends MerchantTest {
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final Map<String, String> FORM = Map.of("Content-Type", "application/x-www-form-urlencoded");
    private static final String METHOD = "014_VA";

    private static final String CHOICE_WAITS = """
            SELECT EXISTS (
                SELECT 1 FROM pg_locks
                WHERE NOT granted AND relation = 'deposit'::regclass AND mode = 'RowExclusiveLock')
            """;

    private static final String SWEPT_OR_WAITS = """
            SELECT NOT open OR EXISTS (
                SELECT 1 FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock'
                    AND query LIKE '%idempotency_reference%')
            FROM checkout WHERE id = ?
            """;

    private String page(String reference) {
        var fields = "{\"inputCurrency\":\"IDR\",\"inputAmount\":100000,\"reference\":\"%s\"}";
        return text(
                merchant.client()
                        .post("/v1/checkout", fields.formatted(reference))
                        .expect(200)
                        .data(),
                "id");
    }

    private static Reply choose(String page) {
        try (var customer = TestClient.anonymous(service.baseUrl())) {
            return customer.send("POST", "/checkout/" + page, "method=" + METHOD, FORM);
        }
    }

    private static String look(String page) {
        try (var customer = TestClient.anonymous(service.baseUrl())) {
            return customer.get("/checkout/" + page).expect(200).text();
        }
    }

    private Reply ask(String reference) {
        return merchant.postDeposit(METHOD, "100000", "\"reference\":\"" + reference + "\"");
    }

    private static boolean holds(String sql, Object... arguments) {
        return service.connections()
                .read(handle ->
                        handle.select(sql, arguments).mapTo(Boolean.class).one());
    }

    /// Releases a reference as the sweep does for an unused page.
    private void giveUp(String reference) {
        int given = service.connections()
                .read(handle -> handle.execute(
                        "DELETE FROM idempotency_reference WHERE organization_id = ? AND reference = ?",
                        merchant.organizationId(),
                        reference));
        assertThat(given).isEqualTo(1);
    }

    @Test
    void a_choice_that_is_under_way_as_the_time_ends_keeps_the_reference() throws Exception {
        var page = page("slow");
        var isHeld = new CountDownLatch(1);
        var mayGo = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            // The choice has checked that the page is valid, and cannot write its deposit yet.
            var holder = threads.submit(() -> service.connections().inTx(tx -> {
                tx.handle().execute("LOCK TABLE deposit IN SHARE MODE");
                isHeld.countDown();
                return awaited(mayGo);
            }));
            isHeld.await();
            var choice = threads.submit(() -> choose(page));
            try {
                Eventually.within(PATIENCE, "the choice is under way", () -> holds(CHOICE_WAITS));
                merchant.advance("PT15M");
                Eventually.within(
                        PATIENCE, "the sweep met the page", () -> holds(SWEPT_OR_WAITS, UUID.fromString(page)));
            } finally {
                mayGo.countDown();
            }
            assertThat(holder.get()).isTrue();
            choice.get().expect(303);
        }
        assertThat(text(merchant.deposit(page), "reference")).isEqualTo("slow");
        Eventually.within(
                PATIENCE,
                "the page is closed",
                () -> holds("SELECT NOT open FROM checkout WHERE id = ?", UUID.fromString(page)));
        assertThat(ask("slow").expect(400).code()).isEqualTo("REFERENCE_EXISTS");
    }

    private static boolean awaited(CountDownLatch latch) {
        try {
            latch.await();
            return true;
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @Test
    void a_choice_that_comes_after_another_payment_took_the_reference_makes_nothing() {
        var page = page("taken");
        giveUp("taken");
        ask("taken").expect(201);
        choose(page).expect(303);
        merchant.client().get("/v1/deposit/fiat/" + page).expect(404);
        assertThat(merchant.deposits()).isEqualTo(1);
        assertThat(look(page)).contains("Another payment has replaced this one").doesNotContain("QRIS");
    }

    @Test
    void what_an_unused_page_gives_up_goes_to_who_was_paid_under_it() {
        var id = merchant.createDeposit("QRIS", "100000", "\"reference\":\"late\"");
        merchant.advance("PT15M");
        merchant.awaitDeposit(id, "expired");
        var page = page("late");
        merchant.payIn(id, null).expect(200);
        merchant.awaitDeposit(id, "completed");
        merchant.advance("PT15M");
        Eventually.within(
                PATIENCE,
                "the page is closed",
                () -> holds("SELECT NOT open FROM checkout WHERE id = ?", UUID.fromString(page)));
        var refused = ask("late").expect(400);
        assertThat(refused.code()).isEqualTo("REFERENCE_EXISTS");
        assertThat(refused.json().toString()).contains(id);
    }

    @Test
    void a_choice_that_comes_after_the_reference_was_given_up_takes_it_again() {
        var page = page("free");
        giveUp("free");
        choose(page).expect(303);
        assertThat(text(merchant.deposit(page), "reference")).isEqualTo("free");
        assertThat(ask("free").expect(400).code()).isEqualTo("REFERENCE_EXISTS");
    }
}
