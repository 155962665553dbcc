package dev.sluice.http;

import dev.sluice.refusal.Refused;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The answers that go on, as server-sent events. Each has its request's virtual thread. All look at the same moments,
/// so that look-ups that can be made together are. A feed ends after a while, and the browser opens it again: so those
/// of a page that is long forgotten end, and a node that stops soon has none.
final class Feeds {
    static final int OPEN_MAX = 2_000;
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(10);
    /// A line now and then tells proxies that the feed lives, and us that the reader does.
    private static final int LOOKS_BETWEEN_BEATS = 15;

    private final Semaphore places = new Semaphore(OPEN_MAX);
    private final CountDownLatch closed = new CountDownLatch(1);

    /// Takes a place for one more feed, if there is one.
    boolean begin() {
        return closed.getCount() > 0 && places.tryAcquire();
    }

    /// Writes a feed to its end, and gives up its place.
    void write(OutputStream out, Supplier<String> feed) {
        try (out) {
            long end = System.nanoTime() + LONGEST.toNanos();
            String told = null;
            int looks = 0;
            do {
                var seen = look(feed);
                if (seen != null && !seen.equals(told)) {
                    send(out, "data: " + seen + "\n\n");
                    told = seen;
                } else if (++looks % LOOKS_BETWEEN_BEATS == 0) {
                    send(out, ":\n\n");
                }
            } while (!closed.await(untilNextLook(), TimeUnit.NANOSECONDS) && System.nanoTime() < end);
        } catch (IOException | UncheckedIOException left) {
            // The reader has gone, which is how most feeds end.
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            places.release();
        }
    }

    /// Nothing while the database is away: the feed outlives that.
    private static @Nullable String look(Supplier<String> feed) {
        try {
            return feed.get();
        } catch (Refused unavailable) {
            return null;
        }
    }

    private static void send(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private static long untilNextLook() {
        long period = BETWEEN_LOOKS.toNanos();
        return period - Math.floorMod(System.nanoTime(), period);
    }

    /// Ends all feeds, and begins no more.
    void close() {
        closed.countDown();
    }
}
