package dev.sluice.audit;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A line of the log.
///
/// @param begunAt real time
/// @param outcome the status of the answer; nothing while it is under way, or where the service died over it
/// @param position its place in the chain, once it is linked
public record Entry(
        UUID id,
        Instant begunAt,
        Deed deed,
        @Nullable Integer outcome,
        @Nullable Long position,
        byte @Nullable [] hash) {
    private static final int REFUSED_MIN = 400;

    public boolean isDone() {
        return outcome != null && outcome < REFUSED_MIN;
    }

    public boolean isRefused() {
        return outcome != null && outcome >= REFUSED_MIN;
    }

    public String actor() {
        return deed.actor().name();
    }

    /// What was given for it.
    public Map<String, String> fields() {
        return deed.fields();
    }
}
