package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.merchant.Role;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Tests of a form that is sent a second time while the first request is still processed: sending the response's form
/// again has an effect only once.
class UnknownOutcomeTest extends DashboardTest {
    private static final Pattern HIDDEN =
            Pattern.compile("<input type=\"hidden\" name=\"([^\"]+)\" value=\"([^\"]*)\">");
    private static final Pattern QUOTE = Pattern.compile("name=\"quoteId\" value=\"([^\"]+)\"");

    /// Response to the second request, and the result of the first one.
    private record Both(HttpResponse<String> told, HttpResponse<String> done) {
        Map<String, String> fields() {
            var fields = new LinkedHashMap<String, String>();
            HIDDEN.matcher(told.body()).results().forEach(match -> fields.put(match.group(1), match.group(2)));
            return fields;
        }
    }

    /// Sends a form twice while the ledger is locked.
    private Both twice(Person person, String path, Map<String, String> form) throws Exception {
        var held = new CountDownLatch(1);
        var free = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            threads.execute(() -> hold(held, free));
            held.await();
            var answers = new ExecutorCompletionService<HttpResponse<String>>(threads);
            try {
                answers.submit(() -> person.post(path, form));
                answers.submit(() -> person.post(path, form));
                var told = answers.take().get();
                free.countDown();
                return new Both(told, answers.take().get());
            } finally {
                free.countDown();
            }
        }
    }

    private void hold(CountDownLatch held, CountDownLatch free) {
        service.connections().run(tx -> {
            tx.handle()
                    .createQuery("SELECT asset FROM ledger_account WHERE organization_id = :organization FOR UPDATE")
                    .bind("organization", merchant.organizationId())
                    .mapTo(String.class)
                    .list();
            held.countDown();
            try {
                free.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private static String location(HttpResponse<String> answer) {
        return answer.headers().firstValue("Location").orElse("");
    }

    /// Asserts that the page's form leads to the resource of the first request.
    private void assertOneOf(Person person, String path, Both both, Map<String, String> form) {
        assertThat(both.told().statusCode()).isEqualTo(409);
        assertThat(both.told().body()).contains("The result is not known yet", "processed only once");
        assertThat(both.fields()).containsAllEntriesOf(form).containsEntry("formSentBefore", "true");
        assertThat(both.done().statusCode()).isEqualTo(303);
        var again = person.postAsIs(path, both.fields());
        assertThat(again.statusCode()).isEqualTo(303);
        assertThat(location(again)).isEqualTo(location(both.done()));
    }

    @Test
    void a_refund_is_made_once() throws Exception {
        var person = person(Role.ADMIN);
        var id = merchant.createDeposit("014_VA", "150000");
        merchant.payIn(id, null).expect(200);
        merchant.awaitDeposit(id, "completed");
        var form = Map.of("formKey", "a-refund", "refundAmount", "50,000", "formLanguage", "en");
        var both = twice(person, "/dashboard/deposits/" + id + "/refund", form);
        assertThat(both.told().body()).contains("href=\"/dashboard/deposits/" + id + "\"");
        assertOneOf(person, "/dashboard/deposits/" + id + "/refund", both, form);
        assertThat(merchant.deposit(id).path("refunds")).hasSize(1);
    }

    @Test
    void a_conversion_is_made_once_at_its_quote() throws Exception {
        var person = person(Role.MAKER);
        var before = merchant.available("usdc-polygon");
        var page = person.get("/dashboard/conversions/new?token=usdc-polygon&currency=IDR&side=input&amount=100");
        var quote = QUOTE.matcher(page.body());
        assertThat(quote.find()).isTrue();
        var form = Map.of(
                "token", "usdc-polygon",
                "currency", "IDR",
                "side", "input",
                "amount", "100",
                "quoteId", quote.group(1),
                "formKey", "a-conversion");
        var both = twice(person, "/dashboard/conversions", form);
        assertThat(both.told().body()).contains("href=\"/dashboard/conversions\"");
        assertOneOf(person, "/dashboard/conversions", both, form);
        assertThat(before.subtract(merchant.available("usdc-polygon"))).isEqualByComparingTo(new BigDecimal("100"));
    }

    @Test
    void a_payout_is_made_once() throws Exception {
        var person = person(Role.MAKER);
        var form = ByHand.reviewed(
                ByHand.review(person, ByHand.typed("1234567890", "15000")).body());
        var both = twice(person, ByHand.SEND, form);
        assertThat(both.told().body()).contains("href=\"/dashboard/payouts\"");
        assertOneOf(person, ByHand.SEND, both, form);
        assertThat(merchant.payouts()).isEqualTo(1);
    }
}
