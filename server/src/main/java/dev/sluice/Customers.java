package dev.sluice;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.deposit.DepositRef;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Destination;
import dev.sluice.rail.Wallet;
import dev.sluice.rail.sandbox.Bill;
import dev.sluice.rail.sandbox.Purse;
import dev.sluice.rail.sandbox.SandboxPayers;
import dev.sluice.rail.sandbox.chain.Arrival;
import dev.sluice.rail.sandbox.chain.SandboxWallets;
import dev.sluice.reference.References;
import java.time.Duration;
import java.util.UUID;

/// The customers of the sandbox and their bills. They pay fiat money from accounts at the bank, and tokens from
/// wallets on the chain.
record Customers(Database database, Clocks clocks, SandboxPayers payers, SandboxWallets wallets, Bill.Book bills)
        implements Purse {

    static Customers of(Database database, Clocks clocks, References references, Bill.Book bills) {
        var wallets = new SandboxWallets(clocks, SandboxNetworks.of(references));
        return new Customers(database, clocks, new SandboxPayers(clocks), wallets, bills);
    }

    /// Pays a deposit in full; repeated calls pay it only once.
    void pay(DepositRef deposit) {
        bills.find(deposit.organizationId(), deposit.depositId())
                .ifPresent(bill -> database.run(tx -> payOnce(tx, bill)));
    }

    @Override
    public boolean canVanish(Bill bill) {
        return isFiat(bill)
                ? payers.canVanish(bill)
                : wallets.canBeRewritten(bill.destination().method());
    }

    @Override
    public Paid pay(Tx tx, Bill bill, Money amount, Duration delay, Telling telling) {
        if (isFiat(bill)) {
            return payers.pay(tx, bill, amount, delay, telling);
        }
        var id = clocks.newId();
        var arrival = switch (telling) {
            case ONCE -> Arrival.ORDINARY;
            case TWICE -> Arrival.TOLD_TWICE;
            case VANISHES -> Arrival.VANISHED;
            case REAPPEARS -> Arrival.VANISHED_AND_BACK;
        };
        return new Paid(id, send(tx, bill, id, amount, delay, arrival).arrivesAt());
    }

    @Override
    public boolean payOnce(Tx tx, Bill bill) {
        return isFiat(bill)
                ? payers.payOnce(tx, bill)
                : send(tx, bill, bill.depositId(), bill.amount(), Duration.ZERO, Arrival.ORDINARY)
                        .isNew();
    }

    private static boolean isFiat(Bill bill) {
        return bill.amount().asset().kind() == Asset.Kind.FIAT;
    }

    private SandboxWallets.Sent send(Tx tx, Bill bill, UUID id, Money amount, Duration delay, Arrival arrival) {
        return wallets.pay(
                tx,
                new SandboxWallets.Order(
                        bill.organizationId(), id, amount, wallet(bill.destination()), null, delay, arrival));
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
