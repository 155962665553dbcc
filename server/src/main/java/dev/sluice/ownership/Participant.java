package dev.sluice.ownership;

import dev.sluice.clock.Clocks;
import dev.sluice.merchant.User;
import java.time.Instant;
import java.util.UUID;

/// Somebody who asks for a change, approves it or objects to it: a person, or the command line of the server.
public record Participant(UUID organizationId, UUID id, String name) {
    private static final UUID NOBODY = new UUID(0, 0);

    /// The command line, whose user the service cannot tell.
    public static final Participant COMMAND_LINE = new Participant(NOBODY, NOBODY, "command line");

    /// The service itself, which carries out what is due.
    static final Participant SERVICE = new Participant(NOBODY, NOBODY, "service");

    public static Participant of(User user) {
        return new Participant(user.organizationId(), user.id(), user.name());
    }

    public boolean isCommandLine() {
        return id.equals(NOBODY);
    }

    /// Reports whether it is the same person, whatever they are called by now.
    boolean isSame(Participant other) {
        return id.equals(other.id);
    }

    /// Reports whether it is a person whose account was made after a time.
    boolean isNewerThan(Instant time) {
        return !isCommandLine() && Clocks.timeOf(id).isAfter(time);
    }
}
