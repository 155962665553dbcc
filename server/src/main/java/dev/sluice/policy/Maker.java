package dev.sluice.policy;

import dev.sluice.merchant.Role;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Creator of a payout, as rules distinguish them.
public enum Maker {
    /// A program, by signature or key.
    API,
    OWNER,
    ADMIN,
    MAKER;

    /// Returns the value of a form field.
    public static Optional<Maker> named(String name) {
        return Arrays.stream(values()).filter(each -> each.name().equals(name)).findFirst();
    }

    /// @param role role of the user; null for a program
    /// @return nothing for operators, since no rule applies to them
    public static Optional<Maker> of(@Nullable Role role) {
        return switch (role) {
            case null -> Optional.of(API);
            case OWNER -> Optional.of(OWNER);
            case ADMIN -> Optional.of(ADMIN);
            case MAKER, CHECKER, DEVELOPER, VIEWER -> Optional.of(MAKER);
            case OPERATOR -> Optional.empty();
        };
    }
}
