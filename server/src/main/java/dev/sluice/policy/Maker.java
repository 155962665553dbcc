package dev.sluice.policy;

import dev.sluice.merchant.Role;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Who makes a payout, as far as rules tell them apart.
public enum Maker {
    /// A program, by a signature or a key.
    API,
    OWNER,
    ADMIN,
    MAKER;

    /// By its name, as forms send it.
    public static Optional<Maker> named(String name) {
        return Arrays.stream(values()).filter(each -> each.name().equals(name)).findFirst();
    }

    /// @param role what the person is, or nothing where it is a program
    /// @return nothing for somebody of no organization, whom no rule concerns
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
