package dev.sluice.requestlog;

import dev.sluice.auth.RequestObserver;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.http.Answer;
import dev.sluice.http.Ids;
import dev.sluice.http.Request;
import dev.sluice.refusal.Refused;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Log of API requests. Requests are added to a bounded queue, and one thread of each node stores them. If the queue
/// is full, requests are dropped and counted, successful ones first.
public final class RequestLog implements RequestObserver, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RequestLog.class);

    /// Retention of entries, and their maximum number per organization.
    public static final Duration KEPT = Duration.ofDays(7);

    public static final int PER_ORGANIZATION_MAX = 100_000;

    /// The upper half of the queue is reserved for refused requests, since users look for those.
    private static final int WAITING_MAX = 2_000;

    private static final int WAITING_UNREFUSED_MAX = 1_000;
    private static final int DELETED_PER_SWEEP = 5_000;

    private final Database database;
    private final Clocks clocks;
    private final boolean on;
    private final BlockingQueue<PendingLogEntry> waiting = new ArrayBlockingQueue<>(WAITING_MAX);
    private final Counter written;
    private final Counter dropped;

    private RequestLog(Database database, Clocks clocks, boolean on, MeterRegistry meters) {
        this.database = database;
        this.clocks = clocks;
        this.on = on;
        this.written = Counter.builder("sluice.requestlog.written")
                .description("Requests of programs that were written down for people")
                .register(meters);
        this.dropped = Counter.builder("sluice.requestlog.dropped")
                .description("Requests of programs that were not written down, for there were too many")
                .register(meters);
    }

    /// @param on true if requests are logged
    public static RequestLog wire(Database database, Clocks clocks, boolean on, MeterRegistry meters) {
        return new RequestLog(database, clocks, on, meters);
    }

    public boolean isOn() {
        return on;
    }

    @Override
    public void answered(Asker asker, Request request, Answer answer, long nanos) {
        if (on) {
            note(PendingLogEntry.answered(asker, request, answer, clocks.realInstant(), nanos));
        }
    }

    @Override
    public void refused(Asker asker, Request request, Refused refused, long nanos) {
        if (on) {
            note(PendingLogEntry.refused(asker, request, refused, clocks.realInstant(), nanos));
        }
    }

    private void note(PendingLogEntry pending) {
        boolean hasCapacity = pending.isRefused() || waiting.size() < WAITING_UNREFUSED_MAX;
        if (!hasCapacity || !waiting.offer(pending)) {
            dropped.increment();
        }
    }

    /// Stores the queued requests. If storing fails, they are dropped, so that nothing accumulates while the
    /// database is unavailable.
    public void flush() {
        var batch = new ArrayList<PendingLogEntry>();
        waiting.drainTo(batch, WAITING_MAX);
        if (batch.isEmpty()) {
            return;
        }
        boolean done = false;
        try {
            var entries = batch.stream().map(each -> each.entry(clocks.newId())).toList();
            var uses = uses(batch);
            database.run(tx -> {
                RequestStore.relax(tx);
                RequestStore.insert(tx, entries);
                RequestStore.use(tx, uses);
            });
            done = true;
        } finally {
            (done ? written : dropped).increment(batch.size());
        }
    }

    /// Stores the queued requests when the node stops. On failure they are lost, without delaying the rest of the
    /// shutdown.
    @Override
    public void close() {
        try {
            flush();
        } catch (RuntimeException unwritten) {
            LOG.warn("the last entries of the request log were not stored: {}", unwritten.toString());
        }
    }

    /// Returns the time at which each client and key was last used, in the same order on every node.
    private static List<RequestStore.Use> uses(List<PendingLogEntry> batch) {
        return batch.stream()
                .filter(PendingLogEntry::isUse)
                .collect(Collectors.toMap(
                        PendingLogEntry::asker,
                        PendingLogEntry::at,
                        (first, second) -> first.isAfter(second) ? first : second))
                .entrySet()
                .stream()
                .map(each -> new RequestStore.Use(
                        each.getKey().organizationId(), each.getKey().actorId(), each.getValue()))
                .sorted(Comparator.comparing(RequestStore.Use::organizationId).thenComparing(RequestStore.Use::actorId))
                .toList();
    }

    /// Returns requests of an organization, newest first.
    public List<Entry> page(RequestFilter filter, int limit) {
        return database.browse(handle -> RequestStore.page(handle, filter, limit));
    }

    public Optional<Entry> find(UUID organizationId, UUID id) {
        return database.read(handle -> RequestStore.find(handle, organizationId, id));
    }

    /// Returns the organizations with a request of this id, either the entry's own id or the request id of its
    /// answer.
    ///
    /// @param organizations organizations to search
    public List<UUID> owners(List<UUID> organizations, String text, int limit) {
        var id = Ids.parse(text).orElse(null);
        return database.browse(handle -> RequestStore.owners(handle, organizations, id, text, limit));
    }

    /// Returns the time of last use by client and key id.
    public Map<UUID, Instant> uses(UUID organizationId) {
        return database.read(handle -> RequestStore.uses(handle, organizationId));
    }

    /// Deletes expired entries and those beyond the maximum per organization. Each step has its own transaction,
    /// so that a failure of one does not roll back the others. Returns true if there may be more.
    public boolean deleteExpired() {
        return deleteExpired(PER_ORGANIZATION_MAX);
    }

    /// @param limit maximum number of entries per organization
    boolean deleteExpired(int limit) {
        var before = clocks.realInstant().minus(KEPT);
        boolean more = database.inTx(tx -> RequestStore.deleteOld(tx, before, DELETED_PER_SWEEP)) == DELETED_PER_SWEEP;
        for (var organization : database.read(handle -> RequestStore.exceeding(handle, limit))) {
            more |= database.inTx(tx -> RequestStore.deleteExcess(tx, organization, limit, DELETED_PER_SWEEP))
                    == DELETED_PER_SWEEP;
        }
        return more;
    }
}
