package dev.sluice.rail;

import dev.sluice.money.Money;
import org.jspecify.annotations.Nullable;

/// What a rail is told to do: pay an amount to an account. `remittance` is the text that goes along to the payee.
public record Instruction(
        PayoutRef payout,
        Money amount,
        BankAccount beneficiary,
        @Nullable String remittance) {}
