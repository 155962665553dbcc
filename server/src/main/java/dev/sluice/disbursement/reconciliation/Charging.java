package dev.sluice.disbursement.reconciliation;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.ledger.Account;
import dev.sluice.ledger.AccountKey;
import dev.sluice.ledger.Ledger;
import dev.sluice.ledger.LedgerVerifier;
import dev.sluice.ledger.Transfer;
import dev.sluice.ledger.TransferKind;
import dev.sluice.money.Money;
import dev.sluice.rail.Charge;
import dev.sluice.rail.Charges;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/// Books the charges of chains for transactions without a payout, and the charges and interest of banks. They are the
/// platform's expense, as any gas is, and are booked in the house's books because no merchant bears them. A negative
/// charge, such as interest that a bank pays, is booked in the other direction. Every node may run it.
public final class Charging {
    private static final int BATCH_MAX = 500;
    private static final UUID FIRST = new UUID(0, 0);

    private final Database database;
    private final Ledger ledger;
    private final Clocks clocks;

    public Charging(Database database, Ledger ledger, Clocks clocks) {
        this.database = database;
        this.ledger = ledger;
        this.clocks = clocks;
    }

    /// Books the open charges; returns true if there may be more.
    public boolean step() {
        return database.inTx(tx -> {
            var charges = Charges.unbooked(tx, BATCH_MAX);
            if (charges.isEmpty()) {
                return false;
            }
            var accounts =
                    ledger.open(tx, charges.stream().flatMap(Charging::accounts).toList());
            charges.stream().map(Charging::transfer).forEach(accounts::transfer);
            accounts.flush();
            Charges.markBooked(tx, charges, clocks.instant());
            return charges.size() == BATCH_MAX;
        });
    }

    private static Stream<AccountKey> accounts(Charge charge) {
        return Stream.of(expense(charge), Account.clearing(charge.rail()))
                .map(account -> new AccountKey(Ledger.HOUSE, charge.amount().asset(), account));
    }

    private static Transfer transfer(Charge charge) {
        var clearing = Account.clearing(charge.rail());
        boolean back = charge.amount().isNegative();
        return new Transfer(
                Ledger.HOUSE,
                charge.id(),
                1,
                back ? clearing : expense(charge),
                back ? expense(charge) : clearing,
                back ? Money.zero(charge.amount().asset()).minus(charge.amount()) : charge.amount(),
                switch (charge.kind()) {
                    case GAS -> TransferKind.GAS;
                    case CHARGE -> TransferKind.CHARGE;
                    case INTEREST -> TransferKind.INTEREST;
                },
                charge.at());
    }

    private static Account expense(Charge charge) {
        return switch (charge.kind()) {
            case GAS -> Account.GAS;
            case CHARGE, INTEREST -> Account.CHARGES;
        };
    }

    /// Returns the amounts that the charges of a database should have moved in its books.
    public static LedgerVerifier.Payments expected() {
        return (snapshot, visitor) -> {
            var after = FIRST;
            List<Charge> page;
            do {
                page = Charges.booked(snapshot, after, BATCH_MAX);
                visitor.accept(page.stream().map(Charging::expected).toList());
                after = page.isEmpty() ? after : page.getLast().id();
            } while (page.size() == BATCH_MAX);
        };
    }

    private static LedgerVerifier.Expected expected(Charge charge) {
        var asset = charge.amount().asset().code();
        BigInteger units = charge.amount().units();
        return new LedgerVerifier.Expected(
                Ledger.HOUSE,
                charge.id(),
                Map.of(
                        new LedgerVerifier.Place(asset, expense(charge)),
                        units.negate(),
                        new LedgerVerifier.Place(asset, Account.clearing(charge.rail())),
                        units),
                1);
    }
}
