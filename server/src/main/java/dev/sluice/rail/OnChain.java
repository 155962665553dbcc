package dev.sluice.rail;

import dev.sluice.money.Money;
import org.jspecify.annotations.Nullable;

/// On-chain data of a payout, as far as it is known: the wallet that sent it, and its cost in the network's own coin:
/// as estimated at signing, and as charged once it was in a block.
public record OnChain(
        String sender,
        @Nullable Money gasEstimated,
        @Nullable Money gasCharged,
        @Nullable Long gasUsed) {}
