package dev.sluice;

import dev.sluice.deposit.Deposit;
import dev.sluice.deposit.DepositRef;
import dev.sluice.deposit.Deposits;
import dev.sluice.merchant.Organizations;
import dev.sluice.rail.Destination;
import dev.sluice.rail.sandbox.Bill;
import dev.sluice.reference.DepositMethod;
import java.util.Optional;
import java.util.UUID;

/// Deposits as the bills that the sandbox's payers pay.
record Bills(Deposits deposits, Organizations organizations) implements Bill.Book {
    @Override
    public Optional<Bill> find(UUID organizationId, UUID depositId) {
        return deposits.find(new DepositRef(organizationId, depositId)).map(this::bill);
    }

    @Override
    public Optional<Bill> find(Destination destination) {
        return deposits.find(destination).map(this::bill);
    }

    /// Only a transfer can be of any amount.
    private Bill bill(Deposit deposit) {
        return new Bill(
                deposit.organizationId(),
                deposit.id(),
                deposit.instructions().destination(),
                deposit.asked().priced().input(),
                deposit.instructions().type() != DepositMethod.Type.BANK_TRANSFER,
                organizations.get(deposit.organizationId()).name(),
                deposit.status().wire(),
                deposit.progress().detached(),
                deposit.progress().expiresAt());
    }
}
