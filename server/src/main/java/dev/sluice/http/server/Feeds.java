package dev.sluice.http.server;

import dev.sluice.http.Feed;
import dev.sluice.refusal.Refused;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Writes feeds as server-sent events, each on its request's virtual thread. All feeds are polled at the same moments,
/// so that their queries can be batched, and in between if they have news. A feed ends after a maximum time and the
/// browser reconnects. That ends feeds of abandoned pages and lets a stopping node shed its feeds soon.
final class Feeds {
    static final int OPEN_MAX = 2_000;
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(10);
    /// A comment line at intervals keeps proxies from timing out and detects clients that have left.
    private static final int LOOKS_BETWEEN_BEATS = 15;

    private final Semaphore places = new Semaphore(OPEN_MAX);
    private final Set<Semaphore> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /// Reserves a place for one more feed; false if there is none.
    boolean begin() {
        return !closed && places.tryAcquire();
    }

    /// Writes a feed to its end and releases its place.
    void write(OutputStream out, Feed feed) {
        var news = new Semaphore(0);
        open.add(news);
        feed.listen(news::release);
        try (out) {
            long end = System.nanoTime() + LONGEST.toNanos();
            int quiet = 0;
            boolean goesOn;
            do {
                goesOn = !feed.isOver();
                var seen = poll(feed);
                if (seen != null) {
                    send(out, "data: " + seen + "\n\n");
                    quiet = 0;
                } else if (++quiet % LOOKS_BETWEEN_BEATS == 0) {
                    send(out, ":\n\n");
                }
                goesOn = goesOn && System.nanoTime() < end && waited(news);
            } while (goesOn);
        } catch (IOException | UncheckedIOException left) {
            // The client has left: the usual end of a feed.
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(news);
            places.release();
        }
    }

    /// Waits for news or the next poll; returns false once the feeds are closed.
    private boolean waited(Semaphore news) throws InterruptedException {
        if (!closed && news.tryAcquire(untilNextLook(), TimeUnit.NANOSECONDS)) {
            news.drainPermits();
        }
        return !closed;
    }

    /// Returns null while the database is unavailable, so that the feed survives the outage.
    private static @Nullable String poll(Feed feed) {
        try {
            return feed.poll();
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

    /// Ends all feeds and refuses new ones.
    void close() {
        closed = true;
        open.forEach(Semaphore::release);
    }
}
