package dev.sluice.ownership;

import dev.sluice.clock.Clocks;
import dev.sluice.merchant.User;
import java.time.Instant;
import java.util.UUID;

/// Person, or the server's command line, that requests a change, approves it or objects to it.
public record Participant(UUID organizationId, UUID id, String name) {
    private static final UUID NOBODY = new UUID(0, 0);

    /// Command line; its user is unknown to the service.
    public static final Participant COMMAND_LINE = new Participant(NOBODY, NOBODY, "command line");

    /// Service itself, as the actor of due changes.
    static final Participant SERVICE = new Participant(NOBODY, NOBODY, "service");

    public static Participant of(User user) {
        return new Participant(user.organizationId(), user.id(), user.name());
    }

    public boolean isCommandLine() {
        return id.equals(NOBODY);
    }

    /// Reports whether it is the same person, even after a change of name.
    boolean isSame(Participant other) {
        return id.equals(other.id);
    }

    /// Reports whether it is a person with an account created after a time.
    boolean isNewerThan(Instant time) {
        return !isCommandLine() && Clocks.timeOf(id).isAfter(time);
    }
}
