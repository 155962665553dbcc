package dev.sluice.disbursement;

import static dev.sluice.disbursement.PayoutFixture.IDR;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.OnChain;
import dev.sluice.rail.Outcome;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Repeated or late reports of a chain's rail.
class StaleOutcomeTest {
    private static final String HASH = "0x01";
    private static final Money CHARGED = new Money(BigInteger.TWO, Asset.crypto("eth-ethereum", 18));

    private final PayoutFixture fixture = new PayoutFixture();

    @BeforeEach
    void fund() {
        fixture.fund(1_000_000, IDR);
    }

    @AfterEach
    void close() {
        assertThat(fixture.audit().isClean()).isTrue();
        fixture.close();
    }

    private Outcome accepted(@Nullable String hash) {
        return new Outcome.Accepted(hash, now().plusSeconds(5), new OnChain("hot", null, null, null));
    }

    private Instant now() {
        return fixture.auth.clocks.instant();
    }

    private Disbursement told(UUID payout, Outcome outcome) {
        fixture.node.disbursements.applyOutcomes(List.of(fixture.applyOutcome(payout, outcome)));
        return fixture.node.disbursements.get(fixture.organization, payout);
    }

    @Test
    void a_payout_that_waits_for_its_transaction_is_no_news_each_time_that_it_is_asked_about() {
        var payout = fixture.pay(100, IDR);
        int events = told(payout, accepted(null)).progress().events();
        for (int asked = 0; asked < 3; asked++) {
            assertThat(told(payout, accepted(null)).progress().events()).isEqualTo(events);
        }
        assertThat(told(payout, accepted(HASH)).progress().events()).isEqualTo(events + 1);
        assertThat(told(payout, accepted("0x02")).progress().events()).isEqualTo(events + 2);
    }

    /// The transaction will never be in a block, and its hash leads nowhere.
    @Test
    void a_payout_whose_transaction_was_buried_tells_so_once_and_names_none() {
        var payout = fixture.pay(100, IDR);
        var estimated = new OnChain("hot", CHARGED, null, null);
        int events = told(payout, new Outcome.Accepted(HASH, now().plusSeconds(5), estimated))
                .progress()
                .events();
        var buried = told(payout, accepted(null));
        assertThat(buried.progress().events()).isEqualTo(events + 1);
        assertThat(buried.progress().railReference()).isNull();
        for (int asked = 0; asked < 3; asked++) {
            fixture.pass(Duration.ofSeconds(5));
            assertThat(told(payout, accepted(null)).progress()).isEqualTo(buried.progress());
        }
        told(payout, new Outcome.Unknown("nobody answers", now().plusSeconds(5)));
        var again = told(payout, accepted("0x02"));
        assertThat(again.progress().railReference()).isEqualTo("0x02");
        assertThat(fixture.events(payout))
                .containsExactly(
                        "disbursement.created",
                        "disbursement.submitted",
                        "disbursement.updated",
                        "disbursement.updated",
                        "disbursement.updated");
    }

    /// A node asked before the block was final, was delayed, and reports the answer after another node reported
    /// the end.
    @Test
    void what_was_so_on_the_way_undoes_nothing_of_the_end() {
        var payout = fixture.pay(100, IDR);
        told(payout, accepted(HASH));
        var settled = told(payout, new Outcome.Settled(HASH, now(), new OnChain("hot", null, CHARGED, 21_000L)));
        var late = told(payout, accepted(HASH));
        assertThat(late.status()).isEqualTo(Status.COMPLETED);
        assertThat(late.progress().events()).isEqualTo(settled.progress().events());
        assertThat(late.progress().onChain()).isEqualTo(settled.progress().onChain());
        assertThat(late.progress().transfers()).isEqualTo(settled.progress().transfers());
    }
}
