package dev.sluice.disbursement;

import static dev.sluice.disbursement.PayoutFixture.IDR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.rail.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// Rails' reports of many payouts at once.
class ApplyOutcomeTest {
    /// PostgreSQL rejects such a text.
    private static final Outcome UNBEARABLE = new Outcome.Accepted("bank-\0", Samples.NOW);

    @Test
    void one_that_cannot_be_applied_holds_up_none_of_those_after_it() {
        try (var house = new PayoutFixture()) {
            house.fund(1_000_000, IDR);
            var spoilt = house.pay(100, IDR);
            var paid = house.pay(100, IDR);
            var news = new ArrayList<>(Collections.nCopies(250, house.applyOutcome(paid, new Outcome.NotSeen())));
            news.set(7, house.applyOutcome(spoilt, UNBEARABLE));
            news.set(249, house.applyOutcome(paid, new Outcome.Settled("bank-1", Samples.NOW)));
            assertThatThrownBy(() -> house.node.disbursements.applyOutcomes(news))
                    .isInstanceOf(RuntimeException.class);
            assertThat(status(house, paid)).isEqualTo(Status.COMPLETED);
            assertThat(status(house, spoilt)).isEqualTo(Status.PENDING);
        }
    }

    private static Status status(PayoutFixture house, UUID id) {
        return house.node.disbursements.get(house.organization, id).status();
    }
}
