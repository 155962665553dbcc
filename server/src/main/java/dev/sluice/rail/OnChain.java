package dev.sluice.rail;

import dev.sluice.money.Money;
import org.jspecify.annotations.Nullable;

/// What a chain shows of a payout, as far as it is known: the wallet it came from, and what it cost in the network's
/// own coin: as estimated when it was signed, and as charged once it was in a block.
public record OnChain(
        String sender,
        @Nullable Money gasEstimated,
        @Nullable Money gasCharged,
        @Nullable Long gasUsed) {}
