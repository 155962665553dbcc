package dev.sluice.disbursement;

import static dev.sluice.app.Merchant.idr;
import static dev.sluice.app.Merchant.item;
import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.app.Spans;
import dev.sluice.app.TestService;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Total number of payouts in a period: the sum of counted days and of partial days equals the number of existing
/// payouts.
class SpanTotalsTest {
    private static final int PAYOUTS = 20;
    private static final List<String> STATUSES = List.of("completed", "failed");
    private static final List<String> CURRENCIES = List.of("IDR", "USD");

    private static TestService service;
    private static Merchant merchant;
    private static Merchant neighbour;
    private static final List<Made> MADE = new ArrayList<>();

    private record Made(Instant at, String currency, String status) {}

    /// Creates payouts every seven hours, so that they lie on several days, before noon and after it; in two
    /// currencies, and another merchant's at the same times.
    @BeforeAll
    static void pay() {
        service = TestService.start(() -> Spans.START);
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
        var spans = new Spans(MADE.stream().map(Made::at).toList());
        for (int i = 0; i < Spans.COUNT; i++) {
            var from = spans.next();
            var until = spans.next();
            var status = spans.oneOrNone(STATUSES);
            var currency = spans.oneOrNone(CURRENCIES);
            var query = "startDate=" + from + "&endDate=" + until + (status == null ? "" : "&status=" + status)
                    + (currency == null ? "" : "&currency=" + currency);
            assertThat(total(query))
                    .as(query)
                    .isEqualTo(MADE.stream()
                            .filter(created -> !created.at().isBefore(from)
                                    && !created.at().isAfter(until))
                            .filter(created ->
                                    status == null || created.status().equals(status))
                            .filter(created ->
                                    currency == null || created.currency().equals(currency))
                            .count());
        }
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
