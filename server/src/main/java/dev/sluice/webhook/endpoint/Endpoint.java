package dev.sluice.webhook.endpoint;

import dev.sluice.clock.Clocks;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A merchant's URL for webhooks.
public record Endpoint(
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

    public Endpoint {
        types = List.copyOf(types);
    }

    /// Form of amounts in its deliveries: JSON numbers, or JSON strings.
    public enum Amounts {
        NUMBER,
        STRING
    }

    /// Status of an endpoint. A deleted one is kept as long as its deliveries.
    public enum Status {
        ENABLED,
        DISABLED,
        DELETED
    }

    /// Reason for disabling it: its owner's request, an answer 410, or uninterrupted failure for days.
    public enum Reason {
        REQUESTED,
        GONE,
        FAILING
    }

    public record Disabled(Reason reason, Instant at) {}

    public boolean isEnabled() {
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

    public Endpoint disabled(Reason reason, Instant now) {
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

    /// Returns a time after the last change, so that each change has its own.
    private Instant after(Instant now) {
        return Clocks.after(updatedAt, now);
    }
}
