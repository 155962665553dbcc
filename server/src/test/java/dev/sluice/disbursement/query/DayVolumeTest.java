package dev.sluice.disbursement.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.MerchantTest;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Daily paid volumes, known without reading payouts, and equal to the sum over payouts.
class DayVolumeTest extends MerchantTest {
    @Test
    void days_say_what_payouts_come_to_and_how_they_ended() {
        var paid = merchant.paid("1234567890", "10025");
        merchant.await(paid, "completed");
        merchant.await(merchant.paid("1234567891", "20000"), "completed");
        merchant.await(merchant.paid("9999000001", "30000"), "failed");
        assertThat(days()).containsExactly("IDR COMPLETED 2 30025", "IDR FAILED 1 30000");
        merchant.force(paid, "failed").expect(200);
        assertThat(days()).containsExactly("IDR COMPLETED 1 20000", "IDR FAILED 2 40025");
    }

    private List<String> days() {
        var today = LocalDate.ofInstant(service.clocks().instant(), ZoneOffset.UTC);
        return service
                .connections()
                .read(handle -> DisbursementTallyStore.days(handle, merchant.organizationId(), today.minusDays(1)))
                .stream()
                .map(day -> day.currency() + " " + day.status() + " " + day.total() + " "
                        + day.volume().stripTrailingZeros().toPlainString())
                .toList();
    }
}
