package dev.sluice.sheet;

import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// A few files are read at once in a process, as many as its memory allows: what a spreadsheet unpacks to, and what is
/// made of that, is many times what was sent. Others wait a moment.
public final class SheetTurns {
    private static final long BYTES_PER_TURN = 128L * 1024 * 1024;
    private static final int TURNS_MIN = 2;
    private static final int WAIT_SECONDS_MAX = 5;
    private static final SheetTurns OF_THIS_PROCESS =
            new SheetTurns((int) Math.max(TURNS_MIN, Runtime.getRuntime().maxMemory() / BYTES_PER_TURN));

    private final Semaphore places;

    private SheetTurns(int places) {
        this.places = new Semaphore(places, true);
    }

    /// What one reads in; others may begin when it is closed.
    public static final class Turn implements AutoCloseable {
        private final Semaphore place;

        private Turn(Semaphore place) {
            this.place = place;
        }

        @Override
        public void close() {
            place.release();
        }
    }

    /// Waits for a turn, from before a file is unpacked until its rows are kept.
    ///
    /// @throws Refused `UNAVAILABLE` where none comes soon
    public static Turn take() {
        return OF_THIS_PROCESS.next();
    }

    private Turn next() {
        try {
            if (places.tryAcquire(WAIT_SECONDS_MAX, TimeUnit.SECONDS)) {
                return new Turn(places);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        throw Refusal.UNAVAILABLE.refused();
    }
}
