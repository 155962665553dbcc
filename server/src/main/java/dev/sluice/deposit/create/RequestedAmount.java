package dev.sluice.deposit.create;

import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import org.jspecify.annotations.Nullable;

/// Amount that a merchant requests before the payer has chosen a method: the input of the payer, or the output for the
/// merchant.
public record RequestedAmount(
        Asset input,
        Asset output,
        @Nullable Money inputAmount,
        @Nullable Money outputAmount) {
    public RequestedAmount {
        if ((inputAmount == null) == (outputAmount == null)) {
            throw new IllegalArgumentException("either the input's or the output's amount");
        }
    }
}
