package dev.sluice.http;

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

/// The answers that go on, as server-sent events. Each has its request's virtual thread. All look at the same moments,
/// so that look-ups that can be made together are, and in between where there is news. A feed ends after a while, and
/// the browser opens it again: so those of a page that is long forgotten end, and a node that stops soon has none.
final class Feeds {
    static final int OPEN_MAX = 2_000;
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(10);
    /// A line now and then tells proxies that the feed lives, and us that the reader does.
    private static final int LOOKS_BETWEEN_BEATS = 15;

    private final Semaphore places = new Semaphore(OPEN_MAX);
    private final Set<Semaphore> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /// Takes a place for one more feed, if there is one.
    boolean begin() {
        return !closed && places.tryAcquire();
    }

    /// Writes a feed to its end, and gives up its place.
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
                var seen = look(feed);
                if (seen != null) {
                    send(out, "data: " + seen + "\n\n");
                    quiet = 0;
                } else if (++quiet % LOOKS_BETWEEN_BEATS == 0) {
                    send(out, ":\n\n");
                }
                goesOn = goesOn && System.nanoTime() < end && waited(news);
            } while (goesOn);
        } catch (IOException | UncheckedIOException left) {
            // The reader has gone, which is how most feeds end.
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(news);
            places.release();
        }
    }

    /// Waits for news, or until everybody looks; false where there is nothing to wait for.
    private boolean waited(Semaphore news) throws InterruptedException {
        if (!closed && news.tryAcquire(untilNextLook(), TimeUnit.NANOSECONDS)) {
            news.drainPermits();
        }
        return !closed;
    }

    /// Nothing while the database is away: the feed outlives that.
    private static @Nullable String look(Feed feed) {
        try {
            return feed.look();
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
        closed = true;
        open.forEach(Semaphore::release);
    }
}
