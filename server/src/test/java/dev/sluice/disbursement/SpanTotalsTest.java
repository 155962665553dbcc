package dev.sluice.disbursement;

import static dev.sluice.Merchant.idr;
import static dev.sluice.Merchant.item;
import static dev.sluice.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.Merchant;
import dev.sluice.TestService;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// How many payouts a span of time has in all, which is put together of days that are counted already and of parts of
/// days, is what there is. A failure prints the seed; `-Dsluice.spans.seed=…` asks for the same spans again.
class SpanTotalsTest {
    private static final long SEED = Long.getLong("sluice.spans.seed", new Random().nextLong());
    private static final int PAYOUTS = 20;
    private static final int SPANS = 200;
    private static final Duration BEYOND = Duration.ofHours(40);
    private static final List<String> STATUSES = List.of("completed", "failed");
    private static final List<String> CURRENCIES = List.of("IDR", "USD");

    private static TestService service;
    private static Merchant merchant;
    private static Merchant neighbour;
    private static final List<Made> MADE = new ArrayList<>();

    private record Made(Instant at, String currency, String status) {}

    /// Payouts every seven hours, so that they lie on several days, before noon and after it; in two currencies, and of
    /// another merchant at the same times.
    @BeforeAll
    static void pay() {
        service = TestService.start();
        merchant = Merchant.at(service);
        neighbour = Merchant.at(service);
        var dollars = merchant.storedInAmerica("000123456789");
        for (int i = 0; i < PAYOUTS; i++) {
            var currency = CURRENCIES.get(i % 2);
            var id = merchant.paidBy(i % 2 == 0 ? idr(item("9999000032", "10000")) : usd(dollars));
            var status = STATUSES.get(i % 3 == 0 ? 1 : 0);
            merchant.force(id, status).expect(200);
            MADE.add(new Made(Instant.parse(text(merchant.payout(id), "createdAt")), currency, status));
            neighbour.paidItem(item("9999000032", "10000"));
            merchant.advance("PT7H");
        }
    }

    private static String usd(String recipient) {
        return "{\"currency\":\"USD\",\"disburseData\":[{\"recipientId\":\"" + recipient + "\",\"amount\":10}]}";
    }

    @AfterAll
    static void stop() {
        neighbour.close();
        merchant.close();
        service.close();
    }

    @Test
    void the_total_of_any_span_is_what_lies_in_it() {
        System.out.println("seed: -Dsluice.spans.seed=" + SEED);
        var random = new Random(SEED);
        var first = MADE.getFirst().at().minus(BEYOND);
        long width = Duration.between(first, MADE.getLast().at().plus(BEYOND)).toMillis();
        for (int i = 0; i < SPANS; i++) {
            var from = exactlyAPayouts(random, first.plusMillis(random.nextLong(width)));
            var until = exactlyAPayouts(random, first.plusMillis(random.nextLong(width)));
            var status = random.nextBoolean() ? STATUSES.get(random.nextInt(2)) : null;
            var currency = random.nextBoolean() ? CURRENCIES.get(random.nextInt(2)) : null;
            var query = "startDate=" + from + "&endDate=" + until + (status == null ? "" : "&status=" + status)
                    + (currency == null ? "" : "&currency=" + currency);
            assertThat(total(query))
                    .as(query)
                    .isEqualTo(MADE.stream()
                            .filter(made ->
                                    !made.at().isBefore(from) && !made.at().isAfter(until))
                            .filter(made -> status == null || made.status().equals(status))
                            .filter(made -> currency == null || made.currency().equals(currency))
                            .count());
        }
    }

    /// Ends are included, so some spans begin or end at the very millisecond of a payout.
    private static Instant exactlyAPayouts(Random random, Instant otherwise) {
        return random.nextInt(4) == 0 ? MADE.get(random.nextInt(PAYOUTS)).at() : otherwise;
    }

    private static long total(String query) {
        return merchant.client()
                .get("/v1/disbursement/fiat?" + query)
                .expect(200)
                .data()
                .path("totalDocs")
                .longValue();
    }
}
