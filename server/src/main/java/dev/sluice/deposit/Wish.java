package dev.sluice.deposit;

import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import org.jspecify.annotations.Nullable;

/// An amount that somebody wants to be paid, before it is settled by which method: what the payer pays, or what is to
/// arrive.
public record Wish(
        Asset input,
        Asset output,
        @Nullable Money inputAmount,
        @Nullable Money outputAmount) {
    public Wish {
        if ((inputAmount == null) == (outputAmount == null)) {
            throw new IllegalArgumentException("either the input's or the output's amount");
        }
    }
}
