package dev.sluice.ledger;

import dev.sluice.money.Money;
import java.time.Instant;
import java.util.UUID;

/// One movement of money from the debit account to the credit account. Its identity is (organization, payment,
/// sequence), so that a step of a payment can be booked only once.
public record Transfer(
        UUID organizationId,
        UUID paymentId,
        int sequence,
        Account debit,
        Account credit,
        Money amount,
        TransferKind kind,
        Instant effectiveAt) {
    public Transfer {
        if (!amount.isPositive()) {
            throw new IllegalArgumentException("a transfer moves something: " + amount);
        }
        if (debit.equals(credit)) {
            throw new IllegalArgumentException("a transfer has two accounts: " + debit);
        }
    }

    AccountKey debitKey() {
        return new AccountKey(organizationId, amount.asset(), debit);
    }

    AccountKey creditKey() {
        return new AccountKey(organizationId, amount.asset(), credit);
    }
}
