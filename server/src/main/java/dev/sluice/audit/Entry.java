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
/// @param authentic whether a node wrote it; of what somebody else did, nothing is known to be true
public record Entry(
        UUID id,
        Instant begunAt,
        Deed deed,
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
        return deed.actor().name();
    }

    /// What was given for it.
    public Map<String, String> fields() {
        return deed.fields();
    }
}
