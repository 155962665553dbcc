package dev.sluice.dashboard.live;

import dev.sluice.merchant.Permission;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a hint is about, and what it takes to be told.
public enum Kind {
    PAYOUT(Permission.VIEW, "disbursement."),
    DEPOSIT(Permission.VIEW, "deposit."),
    CONVERSION(Permission.VIEW, "convert."),
    RECIPIENT(Permission.VIEW, "recipient."),
    /// There is a notice, or one that grew: everybody has theirs.
    NOTICE(null, null),
    /// The webhooks of a payment get on.
    TOLD(Permission.VIEW, null),
    /// A file of payouts gets on.
    BULK(Permission.VIEW, null),
    /// A file of payees gets on.
    IMPORT(Permission.MANAGE_RECIPIENTS, null),
    /// A file of deposits gets on.
    DEPOSIT_FILE(Permission.VIEW, null),
    /// The endpoints of an organization's webhooks fare otherwise.
    ENDPOINT(Permission.DEVELOP, null),
    /// A program has asked something.
    REQUEST(Permission.DEVELOP, null),
    /// A proof of the books gets on.
    PROOF(Permission.OPERATE, null),
    /// Something happened in any organization, or to what operators decide about.
    DESK(Permission.OPERATE, null);

    private final Optional<Permission> permission;
    private final Optional<String> events;

    /// @param permission nothing where it takes none
    /// @param events how the types of its events begin, where it has some
    Kind(@Nullable Permission permission, @Nullable String events) {
        this.permission = Optional.ofNullable(permission);
        this.events = Optional.ofNullable(events);
    }

    /// Whether somebody may be told.
    boolean isFor(Predicate<Permission> may) {
        return permission.map(may::test).orElse(true);
    }

    /// Whether hints of this kind come from the feed of events.
    boolean isOfEvents() {
        return events.isPresent();
    }

    /// Whether it means one thing, which is looked at as long as somebody wants to know.
    boolean isWatched() {
        return this == TOLD || this == BULK || this == IMPORT || this == DEPOSIT_FILE;
    }

    /// Whether it means one thing of each organization, or of the service, which is looked at in the same way.
    boolean isWhole() {
        return this == ENDPOINT || this == REQUEST || this == PROOF;
    }

    /// As pages and hints write it.
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Kind> of(String word) {
        return Stream.of(values()).filter(kind -> kind.word().equals(word)).findFirst();
    }

    static Optional<Kind> ofEvent(String type) {
        return Stream.of(values())
                .filter(kind -> kind.events.filter(type::startsWith).isPresent())
                .findFirst();
    }
}
