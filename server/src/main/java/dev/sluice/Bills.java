package dev.sluice;

import dev.sluice.deposit.Deposit;
import dev.sluice.deposit.DepositRef;
import dev.sluice.deposit.Deposits;
import dev.sluice.rail.sandbox.Bill;
import dev.sluice.reference.DepositMethod;

/// Deposits as the bills that the sandbox's payers pay.
final class Bills {
    private Bills() {}

    static Bill.Book of(Deposits deposits) {
        return (organizationId, depositId) ->
                deposits.find(new DepositRef(organizationId, depositId)).map(Bills::bill);
    }

    /// Only a transfer can be of any amount.
    private static Bill bill(Deposit deposit) {
        return new Bill(
                deposit.organizationId(),
                deposit.id(),
                deposit.instructions().destination(),
                deposit.asked().priced().input(),
                deposit.instructions().type() != DepositMethod.Type.BANK_TRANSFER);
    }
}
