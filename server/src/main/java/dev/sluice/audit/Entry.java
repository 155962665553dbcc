package dev.sluice.audit;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Entry of the audit log.
///
/// @param begunAt real time
/// @param outcome HTTP status of the answer; null while the action runs, or if the service crashed during it
/// @param position position in the chain; null until it is linked
/// @param authentic true if a node wrote it; nothing in a forged entry is reliable
public record Entry(
        UUID id,
        Instant begunAt,
        AuditAction action,
        @Nullable Integer outcome,
        @Nullable Long position,
        byte @Nullable [] hash,
        boolean authentic) {
    private static final int REFUSED_MIN = 400;

    public boolean isDone() {
        return authentic && outcome != null && outcome < REFUSED_MIN;
    }

    public boolean isRefused() {
        return authentic && outcome != null && outcome >= REFUSED_MIN;
    }

    public String actor() {
        return action.actor().name();
    }

    /// Returns the user's input.
    public Map<String, String> fields() {
        return action.fields();
    }
}
