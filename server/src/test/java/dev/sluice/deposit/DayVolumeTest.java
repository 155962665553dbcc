package dev.sluice.deposit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.app.MerchantTest;
import dev.sluice.deposit.query.DepositTallyStore;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Daily requested volumes, known without reading deposits, and counts of deposits under review.
class DayVolumeTest extends MerchantTest {
    @Test
    void days_say_what_was_asked_for_and_how_it_ended() {
        var paid = merchant.createDeposit("014_VA", "150000");
        merchant.createDeposit("014_VA", "70000");
        merchant.payIn(paid, null).expect(200);
        merchant.awaitDeposit(paid, "completed");
        assertThat(days()).containsExactly("IDR COMPLETED 1 150000", "IDR PENDING 1 70000");
    }

    @Test
    void a_deposit_that_was_paid_twice_is_under_review() {
        var paid = merchant.createDeposit("014_VA", "150000");
        merchant.createDeposit("014_VA", "150000");
        assertThat(underReview()).isEmpty();
        for (int times = 1; times <= 2; times++) {
            int payments = times;
            merchant.payIn(paid, null).expect(200);
            merchant.awaitDeposit(paid, deposit -> deposit.path("payments").size() == payments);
        }
        assertThat(underReview()).containsExactly(paid);
        assertThat(found("")).containsExactly(paid);
        assertThat(found("&status=completed&inputCurrency=IDR")).containsExactly(paid);
        assertThat(found("&status=pending")).isEmpty();
        merchant.client().get("/v1/deposit/fiat?paymentStatus=lost").expect(400);
    }

    /// Returns the ids of the list of deposits under review.
    private List<String> found(String more) {
        var page = merchant.client()
                .get("/v1/deposit/fiat?paymentStatus=under_review" + more)
                .expect(200)
                .data();
        var ids = Merchant.depositIds(page);
        assertThat(page.path("totalDocs").intValue()).isEqualTo(ids.size());
        return ids;
    }

    private List<String> underReview() {
        return service
                .connections()
                .read(handle -> DepositPaymentStore.underReview(handle, merchant.organizationId(), 10))
                .stream()
                .map(Object::toString)
                .toList();
    }

    private List<String> days() {
        var today = LocalDate.ofInstant(service.clocks().instant(), ZoneOffset.UTC);
        return service
                .connections()
                .read(handle -> DepositTallyStore.days(handle, merchant.organizationId(), today.minusDays(1)))
                .stream()
                .map(day -> day.currency() + " " + day.status() + " " + day.total() + " "
                        + day.volume().stripTrailingZeros().toPlainString())
                .toList();
    }
}
