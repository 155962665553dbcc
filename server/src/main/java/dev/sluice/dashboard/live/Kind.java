package dev.sluice.dashboard.live;

import dev.sluice.merchant.Permission;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Subject of a live hint, and the permission to receive it.
public enum Kind {
    PAYOUT(Permission.VIEW, "disbursement."),
    DEPOSIT(Permission.VIEW, "deposit."),
    CONVERSION(Permission.VIEW, "convert."),
    RECIPIENT(Permission.VIEW, "recipient."),
    /// A notification was added or updated; each user has their own.
    NOTICE(null, null),
    /// The webhook deliveries of a payment changed.
    TOLD(Permission.VIEW, null),
    /// A file of payouts made progress.
    BULK(Permission.VIEW, null),
    /// A file of recipients made progress.
    IMPORT(Permission.MANAGE_RECIPIENTS, null),
    /// A file of deposits made progress.
    DEPOSIT_FILE(Permission.VIEW, null),
    /// The health of an organization's webhook endpoints changed.
    ENDPOINT(Permission.DEVELOP, null),
    /// A program sent an API request.
    REQUEST(Permission.DEVELOP, null),
    /// A verification of the ledger made progress.
    PROOF(Permission.OPERATE, null),
    /// Anything happened in any organization, or to a task of the operators.
    DESK(Permission.OPERATE, null);

    private final Optional<Permission> permission;
    private final Optional<String> events;

    /// @param permission required permission; null if none
    /// @param events prefix of the event types; null if no events belong to it
    Kind(@Nullable Permission permission, @Nullable String events) {
        this.permission = Optional.ofNullable(permission);
        this.events = Optional.ofNullable(events);
    }

    /// Reports whether a user may receive hints of this kind.
    boolean isFor(Predicate<Permission> may) {
        return permission.map(may::test).orElse(true);
    }

    /// Reports whether hints of this kind come from the event feed.
    boolean isOfEvents() {
        return events.isPresent();
    }

    /// Reports whether a hint of this kind is about a single resource, which is polled as long as a window
    /// subscribes to it.
    boolean isWatched() {
        return this == TOLD || this == BULK || this == IMPORT || this == DEPOSIT_FILE;
    }

    /// Reports whether this kind has one subject per organization or service, which is polled in the same way.
    boolean isWhole() {
        return this == ENDPOINT || this == REQUEST || this == PROOF;
    }

    /// Returns the name of this kind in pages and hints.
    String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Kind> of(String word) {
        return Stream.of(values()).filter(kind -> kind.wire().equals(word)).findFirst();
    }

    static Optional<Kind> ofEvent(String type) {
        return Stream.of(values())
                .filter(kind -> kind.events.filter(type::startsWith).isPresent())
                .findFirst();
    }
}
