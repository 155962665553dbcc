package dev.sluice.app;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.deposit.DepositRef;
import dev.sluice.iso20022.CreditorReference;
import dev.sluice.iso20022.QrReference;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Destination;
import dev.sluice.rail.Wallet;
import dev.sluice.rail.sandbox.PayerWallet;
import dev.sluice.rail.sandbox.SandboxInvoice;
import dev.sluice.rail.sandbox.SandboxPayers;
import dev.sluice.rail.sandbox.bank.IncomingCredit;
import dev.sluice.rail.sandbox.bank.Party;
import dev.sluice.rail.sandbox.chain.Arrival;
import dev.sluice.rail.sandbox.chain.SandboxWallets;
import dev.sluice.reference.References;
import dev.sluice.refusal.Refusal;
import java.time.Duration;
import java.util.UUID;

/// The customers of the sandbox and their invoices. They pay fiat money from accounts at the bank, and tokens from
/// wallets on the chain.
///
/// @param banks the bank accounts: deposits to one of them are paid at its simulated bank
record Customers(
        Database database,
        Clocks clocks,
        SandboxPayers payers,
        SandboxWallets wallets,
        Banks banks,
        SandboxInvoice.Lookup invoices)
        implements PayerWallet {
    private static final Party PAYER = new Party("Lena Vogel", "DE54500700100123456789", "DEUTDEFFXXX");

    static Customers of(
            Database database, Clocks clocks, References references, Banks banks, SandboxInvoice.Lookup invoices) {
        var wallets = new SandboxWallets(clocks, SandboxNetworks.of(references));
        return new Customers(database, clocks, new SandboxPayers(clocks), wallets, banks, invoices);
    }

    /// Pays a deposit in full; repeated calls pay it only once.
    void pay(DepositRef deposit) {
        invoices.find(deposit.organizationId(), deposit.depositId())
                .ifPresent(invoice -> database.run(tx -> payOnce(tx, invoice)));
    }

    @Override
    public boolean canVanish(SandboxInvoice invoice) {
        return isFiat(invoice)
                ? payers.canVanish(invoice)
                : wallets.canBeRewritten(invoice.destination().method());
    }

    @Override
    public PaymentInProgress pay(Tx tx, SandboxInvoice invoice, Money amount, Duration delay, ReportSequence reports) {
        if (banks.isOwn(invoice.destination())) {
            var id = clocks.newId();
            transfer(tx, invoice, id, amount);
            return new PaymentInProgress(id, clocks.instant());
        }
        if (isFiat(invoice)) {
            return payers.pay(tx, invoice, amount, delay, reports);
        }
        var id = clocks.newId();
        var arrival = switch (reports) {
            case ONCE -> Arrival.ORDINARY;
            case TWICE -> Arrival.TOLD_TWICE;
            case VANISHES -> Arrival.VANISHED;
            case REAPPEARS -> Arrival.VANISHED_AND_BACK;
        };
        return new PaymentInProgress(
                id, send(tx, invoice, id, amount, delay, arrival).arrivesAt());
    }

    @Override
    public boolean payOnce(Tx tx, SandboxInvoice invoice) {
        if (banks.isOwn(invoice.destination())) {
            return transfer(tx, invoice, invoice.depositId(), invoice.amount());
        }
        return isFiat(invoice)
                ? payers.payOnce(tx, invoice)
                : send(tx, invoice, invoice.depositId(), invoice.amount(), Duration.ZERO, Arrival.ORDINARY)
                        .isNew();
    }

    /// Transfers money to a bank account. Only a simulated bank can be told to receive it.
    private boolean transfer(Tx tx, SandboxInvoice invoice, UUID id, Money amount) {
        var bank = banks.simulator(invoice.destination())
                .orElseThrow(() -> Refusal.DEPOSIT_NOT_PAYABLE.refused(
                        "paymentMethod",
                        "is a transfer to a bank account that is not simulated; let its bank book one"));
        return bank.pay(tx, credit(invoice.destination(), id.toString(), bank.units(amount.decimal())));
    }

    private IncomingCredit credit(Destination destination, String id, long units) {
        var number = destination.number();
        if (banks.isVirtualAccount(destination)) {
            return IncomingCredit.ofAccount(id, units, PAYER, number);
        }
        return CreditorReference.isValid(number) || QrReference.isValid(number)
                ? IncomingCredit.ofReference(id, units, PAYER, number)
                : IncomingCredit.ofText(id, units, PAYER, number);
    }

    private static boolean isFiat(SandboxInvoice invoice) {
        return invoice.amount().asset().kind() == Asset.Kind.FIAT;
    }

    private SandboxWallets.Sent send(
            Tx tx, SandboxInvoice invoice, UUID id, Money amount, Duration delay, Arrival arrival) {
        return wallets.pay(
                tx,
                new SandboxWallets.Order(
                        invoice.organizationId(), id, amount, wallet(invoice.destination()), null, delay, arrival));
    }

    /// Returns the wallet of a destination: an address, or an account and a memo.
    private static Wallet wallet(Destination destination) {
        var number = destination.number();
        int memo = number.indexOf(':');
        return memo < 0
                ? new Wallet(destination.method(), number, null)
                : new Wallet(destination.method(), number.substring(0, memo), number.substring(memo + 1));
    }
}
