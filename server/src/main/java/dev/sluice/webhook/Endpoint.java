package dev.sluice.webhook;

import dev.sluice.clock.Clocks;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Where a merchant wants to be told.
record Endpoint(
        UUID organizationId,
        UUID id,
        URI url,
        List<String> types,
        @Nullable String description,
        Amounts amounts,
        Status status,
        @Nullable Disabled disabled,
        Secrets secrets,
        Instant createdAt,
        Instant updatedAt) {

    Endpoint {
        types = List.copyOf(types);
    }

    /// How its deliveries have their amounts: as JSON numbers, or as JSON strings.
    enum Amounts {
        NUMBER,
        STRING
    }

    /// Whether it is told. A deleted one is kept for as long as its deliveries are.
    enum Status {
        ENABLED,
        DISABLED,
        DELETED
    }

    /// Why it was disabled: by its owner, because it answered 410, or because it only failed for days.
    enum Reason {
        REQUESTED,
        GONE,
        FAILING
    }

    record Disabled(Reason reason, Instant at) {}

    boolean isEnabled() {
        return status == Status.ENABLED;
    }

    Endpoint with(
            URI otherUrl,
            List<String> otherTypes,
            @Nullable String otherDescription,
            Amounts otherAmounts,
            Instant now) {
        return new Endpoint(
                organizationId,
                id,
                otherUrl,
                otherTypes,
                otherDescription,
                otherAmounts,
                status,
                disabled,
                secrets,
                createdAt,
                after(now));
    }

    Endpoint with(Secrets otherSecrets, Instant now) {
        return new Endpoint(
                organizationId,
                id,
                url,
                types,
                description,
                amounts,
                status,
                disabled,
                otherSecrets,
                createdAt,
                after(now));
    }

    Endpoint enabled(Instant now) {
        return is(Status.ENABLED, null, now);
    }

    Endpoint disabled(Reason reason, Instant now) {
        return is(Status.DISABLED, new Disabled(reason, now), now);
    }

    Endpoint deleted(Instant now) {
        return is(Status.DELETED, disabled, now);
    }

    private Endpoint is(Status otherStatus, @Nullable Disabled otherDisabled, Instant now) {
        return new Endpoint(
                organizationId,
                id,
                url,
                types,
                description,
                amounts,
                otherStatus,
                otherDisabled,
                secrets,
                createdAt,
                after(now));
    }

    /// Each change is told from the one before it.
    private Instant after(Instant now) {
        return Clocks.after(updatedAt, now);
    }
}
