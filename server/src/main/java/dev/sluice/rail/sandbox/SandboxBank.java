package dev.sluice.rail.sandbox;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.PayoutStatusReports;

/// Worker of the sandbox's bank: reports payout notices and incoming payments when they are due. Every node may run
/// it.
public final class SandboxBank {
    private static final int NOTICES_PER_STEP = 500;

    private final Database database;
    private final Clocks clocks;
    private final PayoutStatusReports reports;
    private final IncomingPayments payments;

    public SandboxBank(Database database, Clocks clocks, PayoutStatusReports reports, IncomingPayments payments) {
        this.database = database;
        this.clocks = clocks;
        this.reports = reports;
        this.payments = payments;
    }

    /// Reports what is due; returns false if nothing is. A notice and the mark that it was sent are stored in one
    /// transaction.
    public boolean step() {
        boolean payouts = reportPayouts();
        return reportPayins() || payouts;
    }

    private boolean reportPayouts() {
        return database.inTx(tx -> {
            var now = clocks.instant();
            var due = SandboxPaymentStore.lockDue(tx, now, NOTICES_PER_STEP);
            if (due.isEmpty()) {
                return false;
            }
            reports.add(tx, due.stream().map(notice -> notice.report(now)).toList());
            SandboxPaymentStore.markSent(tx, due);
            return true;
        });
    }

    private boolean reportPayins() {
        return database.inTx(tx -> {
            var now = clocks.instant();
            var due = PayinStore.lockDue(tx, now, NOTICES_PER_STEP);
            if (due.isEmpty()) {
                return false;
            }
            payments.add(tx, due.stream().map(payin -> payin.payment(now)).toList());
            PayinStore.markSent(tx, due, now);
            return true;
        });
    }
}
