package dev.sluice.rail.sandbox;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Tx;
import dev.sluice.money.Money;
import dev.sluice.rail.sandbox.PayinStore.Payin;
import java.time.Duration;

/// The customers of the sandbox's bank, who pay invoices on request.
public final class SandboxPayers implements PayerWallet {
    private static final int TWICE = 2;

    private final Clocks clocks;

    public SandboxPayers(Clocks clocks) {
        this.clocks = clocks;
    }

    /// The bank never reverses a payment that it received.
    @Override
    public boolean canVanish(SandboxInvoice invoice) {
        return false;
    }

    @Override
    public PaymentInProgress pay(Tx tx, SandboxInvoice invoice, Money amount, Duration delay, ReportSequence reports) {
        var id = clocks.newId();
        var at = clocks.instant().plus(delay);
        int notices = reports == ReportSequence.TWICE ? TWICE : 1;
        PayinStore.insert(tx, new Payin(invoice.organizationId(), id, invoice.destination(), amount, at, notices, at));
        return new PaymentInProgress(id, at);
    }

    @Override
    public boolean payOnce(Tx tx, SandboxInvoice invoice) {
        var now = clocks.instant();
        return PayinStore.insert(
                tx,
                new Payin(
                        invoice.organizationId(),
                        invoice.depositId(),
                        invoice.destination(),
                        invoice.amount(),
                        now,
                        1,
                        now));
    }
}
