package dev.sluice.deposit.lane;

import dev.sluice.deposit.Deposit;
import dev.sluice.deposit.Deposit.Instructions;
import dev.sluice.deposit.Deposit.RequestedPayment;
import dev.sluice.deposit.DepositRef;
import java.time.Instant;

/// Instructions that a deposit had before its payer chose another way to pay, and the price that was theirs. Money
/// that comes by them after their end is late.
///
/// @param endedAt time of the cancellation
public record FormerInstructions(
        DepositRef deposit, RequestedPayment requested, Instructions instructions, Instant endedAt) {

    /// Returns the instructions of a deposit as they end. The agreed rate ends with them.
    static FormerInstructions of(Deposit deposit, Instant now) {
        var asked = deposit.requested();
        var expiresAt = deposit.progress().expiresAt();
        var endedAt = expiresAt.isBefore(now) ? expiresAt : now;
        var rateUntil = asked.rateUntil().isBefore(endedAt) ? asked.rateUntil() : endedAt;
        return new FormerInstructions(
                deposit.ref(),
                new RequestedPayment(asked.priced(), asked.fee(), rateUntil, asked.quoteId()),
                deposit.instructions(),
                endedAt);
    }
}
