package dev.sluice.merchant;

import dev.sluice.clock.Clocks;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A merchant: the tenant that everything else belongs to.
///
/// @param logo digest of its logo, if it has one
/// @param rate rate limit of its programs, if it differs from the default
public record Organization(
        UUID id,
        String name,
        Switches switches,
        @Nullable String logo,
        @Nullable RequestRate rate) {
    /// A name is shown on payment pages and transfer proofs.
    public static final int NAME_LENGTH_MAX = 120;

    public Organization {
        if (name.isBlank() || name.length() > NAME_LENGTH_MAX) {
            throw new IllegalArgumentException("an organization's name has 1 to " + NAME_LENGTH_MAX + " characters");
        }
    }

    /// Returns a copy with some conversion pairs turned on or off.
    Organization with(Map<Switches.Pair, Boolean> pairs) {
        return new Organization(id, name, new Switches(switches.on(), pairs), logo, rate);
    }

    public Instant createdAt() {
        return Clocks.timeOf(id);
    }
}
