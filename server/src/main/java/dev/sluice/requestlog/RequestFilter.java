package dev.sluice.requestlog;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Which requests of an organization are wanted. Nothing means any.
///
/// @param before the one that these come after, where they are listed from the newest on
/// @param refused whether they were refused
/// @param requestId the id that the answer gave it
public record RequestFilter(
        UUID organizationId,
        @Nullable UUID before,
        @Nullable Boolean refused,
        @Nullable UUID actorId,
        @Nullable String requestId) {}
