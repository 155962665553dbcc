package dev.sluice.sheet;

import dev.sluice.net.KeyedLimiter;
import dev.sluice.net.KeyedLimiter.Limits;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.time.Duration;
import java.util.UUID;

/// Limits the number of files that a process reads at once by its memory; one organization gets half of that. An
/// unpacked spreadsheet and its rows need many times the size of the upload. A few more callers wait briefly.
public final class SheetLimiter {
    private static final long BYTES_PER_PERMIT = 128L * 1024 * 1024;
    private static final int PERMITS_MIN = 2;
    private static final Duration WAIT_MAX = Duration.ofSeconds(5);
    private static final KeyedLimiter<UUID> OF_THIS_PROCESS = new KeyedLimiter<>(
            Limits.shared((int) Math.max(PERMITS_MIN, Runtime.getRuntime().maxMemory() / BYTES_PER_PERMIT)));

    private SheetLimiter() {}

    /// Acquires a permit, to be held from unpacking a file until its rows are stored.
    ///
    /// @throws Refused `UNAVAILABLE` if none is released soon, or too many callers wait already
    public static KeyedLimiter.Permit acquire(UUID organizationId) {
        return OF_THIS_PROCESS.acquire(organizationId, WAIT_MAX).orElseThrow(Refusal.UNAVAILABLE::refused);
    }
}
