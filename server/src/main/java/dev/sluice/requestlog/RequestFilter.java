package dev.sluice.requestlog;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Which requests of an organization are wanted. Nothing means any.
///
/// @param before the one that these come after, where they are listed from the newest on
/// @param refused whether they were refused
/// @param requestId the id that the answer gave it
/// @param path a part of its path, in any case
/// @param answer its status, or the code of its refusal
public record RequestFilter(
        UUID organizationId,
        @Nullable UUID before,
        @Nullable Boolean refused,
        @Nullable UUID actorId,
        @Nullable String requestId,
        @Nullable String path,
        @Nullable String answer) {
    /// All of an organization's.
    public static RequestFilter of(UUID organizationId) {
        return new RequestFilter(organizationId, null, null, null, null, null, null);
    }

    /// Those with an id.
    public static RequestFilter of(UUID organizationId, String requestId) {
        return new RequestFilter(organizationId, null, null, null, requestId, null, null);
    }
}
