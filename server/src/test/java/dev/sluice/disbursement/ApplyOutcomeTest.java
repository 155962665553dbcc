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
        try (var fixture = new PayoutFixture()) {
            fixture.fund(1_000_000, IDR);
            var spoilt = fixture.pay(100, IDR);
            var paid = fixture.pay(100, IDR);
            var news = new ArrayList<>(Collections.nCopies(250, fixture.applyOutcome(paid, new Outcome.NotSeen())));
            news.set(7, fixture.applyOutcome(spoilt, UNBEARABLE));
            news.set(249, fixture.applyOutcome(paid, new Outcome.Settled("bank-1", Samples.NOW)));
            assertThatThrownBy(() -> fixture.node.disbursements.applyOutcomes(news))
                    .isInstanceOf(RuntimeException.class);
            assertThat(status(fixture, paid)).isEqualTo(Status.COMPLETED);
            assertThat(status(fixture, spoilt)).isEqualTo(Status.PENDING);
        }
    }

    private static Status status(PayoutFixture fixture, UUID id) {
        return fixture.node.disbursements.get(fixture.organization, id).status();
    }
}
