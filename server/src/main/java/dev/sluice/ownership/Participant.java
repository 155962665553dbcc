package dev.sluice.ownership;

import dev.sluice.clock.Clocks;
import dev.sluice.merchant.User;
import java.time.Instant;
import java.util.UUID;

/// Somebody who asks for a change, approves it or objects to it: a person, or the command line of the server.
public record Party(UUID organizationId, UUID id, String name) {
    private static final UUID NOBODY = new UUID(0, 0);

    /// The command line, whose user the service cannot tell.
    public static final Party COMMAND_LINE = new Party(NOBODY, NOBODY, "command line");

    /// The service itself, which carries out what is due.
    static final Party SERVICE = new Party(NOBODY, NOBODY, "service");

    public static Party of(User user) {
        return new Party(user.organizationId(), user.id(), user.name());
    }

    public boolean isCommandLine() {
        return id.equals(NOBODY);
    }

    /// Reports whether it is the same person, whatever they are called by now.
    boolean isSame(Party other) {
        return id.equals(other.id);
    }

    /// Reports whether it is a person whose account was made after a time.
    boolean isNewerThan(Instant time) {
        return !isCommandLine() && Clocks.timeOf(id).isAfter(time);
    }
}
