package dev.sluice.disbursement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.disbursement.DisbursementState.Completed;
import dev.sluice.disbursement.DisbursementState.Failed;
import dev.sluice.disbursement.DisbursementState.Pending;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.PayoutStatusReport;
import dev.sluice.rail.PayoutStatusReports;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An attacker with the password of the serving role, but not the master key, tries to give payouts an outcome that no
/// rail reported.
class TamperedNoticeTest {
    private final TamperedPayouts tampered = new TamperedPayouts();
    private final PayoutFixture fixture = tampered.fixture;
    private final PayoutStatusReports reports = new PayoutStatusReports(fixture.auth.vault);

    @AfterEach
    void close() {
        tampered.close();
    }

    private UUID submitted() {
        var payout = tampered.due();
        assertThat(tampered.submitted()).contains(payout);
        return payout;
    }

    private void told(UUID payout, String key) {
        var ref = new PayoutRef(fixture.organization, payout);
        var rejected = new Outcome.Rejected(FailureCode.BANK_REJECTED, "The account is closed");
        fixture.database.run(tx -> reports.add(
                tx, List.of(new PayoutStatusReport("sandbox", key, ref, rejected, fixture.auth.clocks.instant()))));
    }

    private int change(String what) {
        return tampered.attacker.execute("UPDATE rail_status_report SET " + what);
    }

    private List<String> faults() {
        var faults = new ArrayList<String>();
        fixture.database.snapshot(handle -> {
            reports.verify(handle, faults::add);
            return faults;
        });
        return faults;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "outcome = 'settled', rail_reference = 'paid', at = now()",
                "outcome = 'returned', at = now(), asset = 'EUR', exponent = 2, kind = 'fiat', units = 1",
                "failure_code = 'nonsense'",
                "message = 'Try again'",
                "key = 'another'",
                "seen_at = seen_at + interval '1 hour'",
                "mac = ''",
                "mac = sha256('guessed')"
            })
    void what_was_changed_is_held_and_reported_and_never_applied(String change) {
        var payout = submitted();
        told(payout, "one");
        assertThat(change(change)).isEqualTo(1);
        tampered.worker.read();
        assertThat(tampered.state(payout)).isInstanceOf(Pending.class);
        assertThat(fixture.alerts)
                .singleElement()
                .satisfies(alert -> assertThat(alert.message()).startsWith("Not used: notice sandbox/"));
        assertThat(faults()).singleElement().asString().contains("notice");
    }

    @Test
    void the_notice_of_another_payout_is_none_of_this_one() {
        var payout = submitted();
        var other = submitted();
        told(other, "one");
        tampered.attacker.execute("UPDATE rail_status_report SET payout_id = ?", payout);
        tampered.worker.read();
        assertThat(tampered.state(payout)).isInstanceOf(Pending.class);
        tampered.attacker.execute("UPDATE rail_status_report SET payout_id = ?", other);
        fixture.pass(Duration.ofMinutes(6));
        tampered.worker.read();
        assertThat(tampered.state(other)).isInstanceOf(Failed.class);
        assertThat(faults()).isEmpty();
    }

    @Test
    void a_notice_of_nobody_ends_no_payout() {
        var payout = submitted();
        assertThat(tampered.attacker.execute(
                        "INSERT INTO rail_status_report (organization_id, rail, key, payout_id, outcome,"
                                + " rail_reference, at, seen_at, mac) VALUES (?, 'sandbox', 'forged', ?, 'settled',"
                                + " 'paid', now(), now(), sha256('guessed'))",
                        fixture.organization,
                        payout))
                .isEqualTo(1);
        tampered.worker.read();
        assertThat(tampered.state(payout)).isNotInstanceOf(Completed.class);
        assertThat(fixture.alerts).isNotEmpty();
    }
}
