package dev.sluice.screening;

import dev.sluice.screening.ListReader.Broken;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Screening against the operator's own list: a file that another program updates. It is read again after a change. A
/// malformed file leaves the last good list in place, until that list is too old to screen with.
final class ListScreener implements Screener {
    static final String NAME = "list";

    private static final Logger LOG = LoggerFactory.getLogger(ListScreener.class);

    /// Minimum size for the comparison of two lists: smaller lists are hand-made, and may lose many entries at
    /// once.
    private static final int COMPARED_MIN = 1_000;
    /// Minimum share, in percent, of the previous list's entries: a smaller list may be truncated.
    private static final int KEPT_PERCENT_MIN = 80;

    private static final int WHOLE = 100;

    private final Path file;
    private final Duration ageMax;
    private final int scoreMin;
    private final InstantSource clock;
    private volatile @Nullable Loaded loaded;
    private volatile String fault = "the list was not read yet";
    private final AtomicLong failures = new AtomicLong();
    private @Nullable Stamp seen;

    /// @param ageMax maximum age of a list
    /// @param scoreMin minimum similarity of a name, in percent
    /// @param clock real time, as files have
    ListScreener(Path file, Duration ageMax, int scoreMin, InstantSource clock) {
        this.file = file;
        this.ageMax = ageMax;
        this.scoreMin = scoreMin;
        this.clock = clock;
    }

    /// File state that reveals a change.
    private record Stamp(FileTime changed, long size) {}

    /// @param from start of its age
    private record Loaded(WatchList list, Instant from) {}

    /// Registers the metrics of the list.
    void measure(MeterRegistry meters) {
        Gauge.builder("sluice.screening.list.age", this::ageSeconds)
                .description("Age of the screening list in use")
                .baseUnit("seconds")
                .strongReference(true)
                .register(meters);
        Gauge.builder("sluice.screening.list.age.max", ageMax::toSeconds)
                .description("Age from which the screening list counts as unavailable")
                .baseUnit("seconds")
                .strongReference(true)
                .register(meters);
        Gauge.builder("sluice.screening.list.faulty", () -> fault.isEmpty() ? 0 : 1)
                .description("1 while the file of the screening list cannot be used")
                .strongReference(true)
                .register(meters);
        FunctionCounter.builder("sluice.screening.list.failures", failures, AtomicLong::get)
                .description("Times that the file of the screening list could not be read")
                .register(meters);
    }

    private Number ageSeconds() {
        var current = loaded;
        return current == null
                ? Double.NaN
                : Long.valueOf(Duration.between(current.from(), clock.instant()).toSeconds());
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Finding screen(Question question) {
        var current = loaded;
        if (current == null) {
            return new Finding.Unavailable(fault);
        }
        var age = Duration.between(current.from(), clock.instant());
        if (age.compareTo(ageMax) > 0) {
            return new Finding.Unavailable("the list is of " + current.from() + ", older than " + ageMax
                    + (fault.isEmpty() ? "" : "; " + fault));
        }
        var matches = current.list().find(question.party(), scoreMin);
        return matches.isEmpty() ? new Finding.Clear(null) : new Finding.Hit(null, matches);
    }

    /// Returns the problem of the file; empty if there is none.
    String fault() {
        return fault;
    }

    /// Reads the file if it has changed since the last read.
    void refresh() {
        try {
            var stamp = new Stamp(Files.getLastModifiedTime(file), Files.size(file));
            if (!stamp.equals(seen)) {
                seen = stamp;
                load(stamp.changed().toInstant());
            }
        } catch (NoSuchFileException absent) {
            unreadable("file not found: " + file);
        } catch (IOException failed) {
            unreadable("the file " + file + " cannot be read: " + failed);
        }
    }

    private void load(Instant changed) throws IOException {
        try {
            var builder = new WatchList.Builder();
            var lastSeen = ListReader.read(file, builder::add);
            requireComplete(builder.size());
            var list = builder.build(lastSeen);
            loaded = new Loaded(list, list.lastSeen().filter(changed::isAfter).orElse(changed));
            fault = "";
            LOG.info("screening list {}: {} entries", file, list.size());
        } catch (Broken broken) {
            report("the file " + file + " is not a valid list: " + broken.getMessage());
        }
    }

    /// Refuses a list that may be truncated at the end of a line. After a restart there is no previous one to
    /// compare with.
    private void requireComplete(int entries) throws Broken {
        var before = loaded;
        int known = before == null ? 0 : before.list().size();
        if (known >= COMPARED_MIN && (long) entries * WHOLE < (long) known * KEPT_PERCENT_MIN) {
            throw new Broken(
                    "it has " + entries + " entries, less than " + KEPT_PERCENT_MIN + " % of the " + known
                            + " before: it may be cut off. If it is not, restart the nodes",
                    null);
        }
    }

    /// An unreadable file is read again in the next round.
    private void unreadable(String told) {
        seen = null;
        report(told);
    }

    private void report(String told) {
        failures.incrementAndGet();
        if (!told.equals(fault)) {
            LOG.error("screening: {}{}", told, loaded == null ? "" : "; the last good list is kept");
        }
        fault = told;
    }
}
