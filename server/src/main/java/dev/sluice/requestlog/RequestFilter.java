package dev.sluice.requestlog;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Filter of an organization's requests. Null matches any value.
///
/// @param before id of the last listed entry, for keyset pagination from the newest
/// @param refused true for refused requests, false for others
/// @param requestId request id in the answer
/// @param path part of the path, ignoring case
/// @param answer HTTP status, or code of the refusal
public record RequestFilter(
        UUID organizationId,
        @Nullable UUID before,
        @Nullable Boolean refused,
        @Nullable UUID actorId,
        @Nullable String requestId,
        @Nullable String path,
        @Nullable String answer) {
    /// Returns a filter for all requests of an organization.
    public static RequestFilter of(UUID organizationId) {
        return new RequestFilter(organizationId, null, null, null, null, null, null);
    }

    /// Returns a filter by request id.
    public static RequestFilter of(UUID organizationId, String requestId) {
        return new RequestFilter(organizationId, null, null, null, requestId, null, null);
    }
}
