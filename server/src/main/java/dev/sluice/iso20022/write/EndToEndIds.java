package dev.sluice.iso20022.write;

import java.util.Optional;
import java.util.UUID;

/// EndToEndId of a payout: 26 characters `A`–`Z`, `2`–`7` made of its UUID, as the written form of a UUID has 36
/// characters and the limit is 35. A payout keeps its identifier for life.
public final class EndToEndIds {
    private EndToEndIds() {}

    public static String of(UUID payout) {
        return Base32.encode(payout);
    }

    /// Returns the payout of an identifier; empty if the identifier cannot be ours.
    public static Optional<UUID> payout(String endToEndId) {
        return Base32.decode(endToEndId);
    }
}
