package dev.sluice.sheet;

import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.time.Duration;
import java.util.UUID;

/// A few files are read at once in a process, as many as its memory allows, and half as many of one organization: what
/// a spreadsheet unpacks to, and what is made of that, is many times what was sent. A few others wait a moment.
public final class SheetTurns {
    private static final long BYTES_PER_TURN = 128L * 1024 * 1024;
    private static final int TURNS_MIN = 2;
    private static final Duration WAIT_MAX = Duration.ofSeconds(5);
    private static final Places OF_THIS_PROCESS =
            new Places((int) Math.max(TURNS_MIN, Runtime.getRuntime().maxMemory() / BYTES_PER_TURN), WAIT_MAX);

    private SheetTurns() {}

    /// What an organization's file is read in; others may begin when it is closed.
    public static final class Turn implements AutoCloseable {
        private final UUID organizationId;

        private Turn(UUID organizationId) {
            this.organizationId = organizationId;
        }

        @Override
        public void close() {
            OF_THIS_PROCESS.end(organizationId);
        }
    }

    /// Waits for a turn, from before a file is unpacked until its rows are kept.
    ///
    /// @throws Refused `UNAVAILABLE` where none comes soon, or too many wait already
    public static Turn take(UUID organizationId) {
        if (!OF_THIS_PROCESS.begin(organizationId)) {
            throw Refusal.UNAVAILABLE.refused();
        }
        return new Turn(organizationId);
    }
}
