package dev.sluice.sheet;

import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.time.Duration;
import java.util.UUID;

/// Limits the number of files that a process reads at once by its memory; one organization gets half of that. An
/// unpacked spreadsheet and its rows need many times the size of the upload. A few more callers wait briefly.
public final class SheetTurns {
    private static final long BYTES_PER_TURN = 128L * 1024 * 1024;
    private static final int TURNS_MIN = 2;
    private static final Duration WAIT_MAX = Duration.ofSeconds(5);
    private static final Places OF_THIS_PROCESS =
            new Places((int) Math.max(TURNS_MIN, Runtime.getRuntime().maxMemory() / BYTES_PER_TURN), WAIT_MAX);

    private SheetTurns() {}

    /// Permit to read a file; closing it releases the permit.
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

    /// Acquires a permit, to be held from unpacking a file until its rows are stored.
    ///
    /// @throws Refused `UNAVAILABLE` if none is released soon, or too many callers wait already
    public static Turn take(UUID organizationId) {
        if (!OF_THIS_PROCESS.begin(organizationId)) {
            throw Refusal.UNAVAILABLE.refused();
        }
        return new Turn(organizationId);
    }
}
