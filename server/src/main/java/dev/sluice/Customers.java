package dev.sluice;

import dev.sluice.db.Database;
import dev.sluice.deposit.DepositRef;
import dev.sluice.rail.sandbox.Bill;
import dev.sluice.rail.sandbox.SandboxPayers;

/// The customers of the sandbox's bank, and the bills in their hands.
record Customers(Database database, SandboxPayers payers, Bill.Book bills) {
    /// Pays a deposit in full, once however often it is asked for.
    void pay(DepositRef deposit) {
        bills.find(deposit.organizationId(), deposit.depositId())
                .ifPresent(bill -> database.run(tx -> payers.payOnce(tx, bill)));
    }
}
