package dev.sluice.rail.sandbox.chain;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.rail.IncomingPayments;

/// Worker of the sandbox's chain: reports incoming payments once they are final, and reverses those that a reorg
/// removed. Every node may run it.
public final class SandboxChainWorker {
    private static final int NOTICES_PER_STEP = 500;

    private final Database database;
    private final Clocks clocks;
    private final IncomingPayments payments;

    public SandboxChainWorker(Database database, Clocks clocks, IncomingPayments payments) {
        this.database = database;
        this.clocks = clocks;
        this.payments = payments;
    }

    /// Reports what is due; returns false if nothing is. A notice and the mark that it was sent are stored in one
    /// transaction.
    public boolean step() {
        return database.inTx(tx -> {
            var now = clocks.instant();
            var due = ChainPaymentStore.lockDue(tx, now, NOTICES_PER_STEP);
            if (due.isEmpty()) {
                return false;
            }
            payments.add(
                    tx,
                    due.stream()
                            .filter(payment -> !payment.isGoing())
                            .map(payment -> payment.incoming(now))
                            .toList());
            payments.reverse(
                    tx,
                    SandboxChain.NAME,
                    due.stream().filter(Payment::isGoing).map(Payment::hash).toList(),
                    now);
            ChainPaymentStore.markReported(tx, due, now);
            return true;
        });
    }
}
