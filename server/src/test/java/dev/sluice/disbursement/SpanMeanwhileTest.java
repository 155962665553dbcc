package dev.sluice.disbursement;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.app.TestService;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/// A list is a snapshot: a payout during its creation is either completely in it or not at all.
class SpanMeanwhileTest {
    private static final int PAYOUTS = 5;
    private static final int OTHERS = 70;
    private static final String AMOUNT = "10000";
    private static final Duration EVENING = Duration.ofHours(20);

    @Test
    void the_total_of_a_span_that_is_over_does_not_move_while_others_are_paid() throws Exception {
        try (var service = TestService.start();
                var merchant = Merchant.at(service);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            merchant.advance(untilEvening(created(merchant, merchant.paid("9999000032", AMOUNT))));
            for (int i = 1; i < PAYOUTS - 1; i++) {
                merchant.paid("9999000032", AMOUNT);
            }
            var until = created(merchant, merchant.paid("9999000032", AMOUNT));
            var others = threads.submit(() -> {
                for (int i = 0; i < OTHERS; i++) {
                    merchant.paid("9999000032", AMOUNT);
                }
            });
            while (!others.isDone()) {
                var list = merchant.client()
                        .get("/v1/disbursement/fiat?startDate=" + Instant.EPOCH + "&endDate=" + until)
                        .expect(200)
                        .data();
                assertThat(list.path("totalDocs").longValue()).isEqualTo(PAYOUTS);
                assertThat(list.path("docs").size()).isEqualTo(PAYOUTS);
            }
            others.get();
            assertThat(merchant.payouts()).isEqualTo(PAYOUTS + OTHERS);
        }
    }

    private static Instant created(Merchant merchant, String id) {
        return Instant.parse(text(merchant.payout(id), "createdAt"));
    }

    /// Returns the time until an evening. By then, the rest of the day is counted instead of its past part.
    private static String untilEvening(Instant now) {
        var evening = now.truncatedTo(ChronoUnit.DAYS).plus(EVENING);
        return Duration.between(now, evening.isAfter(now) ? evening : evening.plus(1, ChronoUnit.DAYS))
                .toString();
    }
}
