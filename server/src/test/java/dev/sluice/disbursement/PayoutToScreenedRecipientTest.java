package dev.sluice.disbursement;

import static dev.sluice.disbursement.PayoutFixture.IDR;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.disbursement.DisbursementState.Failed;
import dev.sluice.rail.FailureCode;
import dev.sluice.screening.Check;
import dev.sluice.screening.CheckKind;
import dev.sluice.screening.CheckRef;
import dev.sluice.screening.ScreeningRequest;
import dev.sluice.screening.Screenings.Decided;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// Payouts to stored recipients with a separate check.
class PayoutToScreenedRecipientTest extends PayoutScreening {
    /// Returns the check of the payouts' stored recipient, as requested when the recipient was stored.
    private CheckRef storedRecipient(UUID payout) {
        var ref = new CheckRef(fixture.organization, new UUID(1, 2));
        var party = ScreenedPayee.of(fixture.node.disbursements.get(fixture.organization, payout))
                .party();
        fixture.database.run(tx ->
                module.screenings().request(tx, List.of(new ScreeningRequest(ref, CheckKind.RECIPIENT, party))));
        return ref;
    }

    @Test
    void clearing_the_hit_of_a_recipient_lets_its_payouts_go_once() {
        var payout = pay("Viktor Morozhenko");
        var other = pay("Viktor V. Morozhenko");
        var recipient = storedRecipient(payout);
        work();
        assertThat(module.screenings().waiting().hits()).isEqualTo(3);
        assertThat(decide(recipient.subjectId(), true)).isEqualTo(Decided.DONE);
        work();
        work();
        assertThat(bank.submitted).containsExactly(payout);
        assertThat(check(payout).state()).isEqualTo(Check.State.CLEAR);
        assertThat(check(other).state()).isEqualTo(Check.State.HIT);
    }

    @Test
    void a_payout_to_a_rejected_recipient_fails_though_its_own_check_passed() {
        var payout = pay("Viktor Morozhenko");
        var recipient = storedRecipient(payout);
        list(HEADER + "Q2,Person,Somebody Else,,1974,ua,Test list\n");
        while (check(payout).state() == Check.State.OPEN) {
            screener.step();
        }
        fixture.database.run(tx -> tx.handle()
                .execute("UPDATE screening_check SET state = 'OPEN', due_at = now(),"
                        + " leased_until = NULL WHERE kind = 'RECIPIENT'"));
        list(HEADER + LISTED);
        while (check(recipient.subjectId()).state() == Check.State.OPEN) {
            screener.step();
        }
        assertThat(decide(recipient.subjectId(), false)).isEqualTo(Decided.DONE);
        work();
        assertThat(bank.submitted).isEmpty();
        assertThat(state(payout))
                .isInstanceOfSatisfying(
                        Failed.class, failed -> assertThat(failed.code()).isEqualTo(FailureCode.COMPLIANCE_REJECTED));
        assertThat(fixture.available(IDR)).isEqualTo(1_000_000);
    }
}
