package dev.sluice.resilience.simulate;

import dev.sluice.app.SimulatedNode;
import dev.sluice.db.Database;
import dev.sluice.http.Answer;
import dev.sluice.http.Method;
import dev.sluice.merchant.Organization;
import dev.sluice.resilience.proxy.Exchange;
import dev.sluice.resilience.proxy.Fault;
import dev.sluice.resilience.proxy.PostgresProxy;
import dev.sluice.resilience.stage.Pauses;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One process of the service from start to end, which may be a crash. After that, nothing in progress reaches the
/// database.
final class Life {
    private static final Logger LOG = LoggerFactory.getLogger(Life.class);
    private static final Map<String, String> SETTINGS = Map.of(
            "SLUICE_RATE_LIMIT", "off",
            "SLUICE_RATE_WALK", "off",
            "SLUICE_REQUEST_LOG", "off",
            "SLUICE_WEBHOOK_LOOPBACK", "on");
    private static final int CONNECTIONS = 3;
    /// The only worker with real timers and threads of its own.
    static final String DISPATCHER = "webhook-dispatcher";
    /// Maximum interval between two polls of the dispatcher.
    private static final Duration DISPATCHER_POLLS = Duration.ofMillis(105);
    private static final int DISPATCHER_STEPS_MAX = 400;
    /// Statements that change the database. Crash points are counted by these. Caches and pools decide the number
    /// of reads, and a crash before a read is equivalent to one before the next write.
    private static final Pattern LASTING = Pattern.compile("\\b(INSERT|UPDATE|DELETE|COMMIT)\\b");

    /// First statement of a transaction.
    private static final String BEGIN = "BEGIN";

    /// Name of a crash point during or right after deliveries; real time decides their number of requests.
    private static final String WHILE_DELIVERING = "in " + DISPATCHER + ", or after it";

    private static final Pattern ID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private final TempPostgres postgres;
    private final String name;
    private final PostgresProxy proxy;
    private final Database database;
    private final SimulatedNode node;
    /// Remaining requests to PostgreSQL before the crash; below one for none.
    private final AtomicInteger left;
    private final Tally tally;

    /// Current work: a worker's step, or a route; and the number of its requests since the crash was scheduled.
    private volatile String doing = "";

    private final AtomicInteger counted = new AtomicInteger();
    /// Scheduled number of requests.
    private volatile int place;

    private volatile String end = "after its step";
    private volatile boolean dead;
    private volatile boolean loses;
    private volatile boolean delivering;
    private volatile @Nullable NodeSuspension hold;
    private long lookedAt;

    Life(TempPostgres postgres, World world) {
        this.postgres = postgres;
        this.name = postgres.nextCaller();
        this.left = new AtomicInteger();
        this.tally = world.tally();
        this.proxy = PostgresProxy.before(postgres.server(), this::fault);
        this.database = Database.open(postgres.through(proxy.port(), name), CONNECTIONS, null);
        this.node = SimulatedNode.open(
                SETTINGS, database, postgres.masterKey(), world.clock(), world.dice(), world::assemble);
    }

    /// Schedules a crash at one of the next requests to the database.
    ///
    /// @param exchanges number of the request, from one
    /// @param lost true if PostgreSQL executes the request but its answer is lost
    void endAfter(int exchanges, boolean lost) {
        loses = lost;
        place = exchanges;
        left.set(exchanges);
    }

    /// Suspends the process before one of its next transactions, until it is released.
    NodeSuspension hold(int transactions) {
        var next = new NodeSuspension(transactions);
        hold = next;
        return next;
    }

    boolean isDead() {
        return dead;
    }

    /// Ends the process at once: none of its later requests is executed.
    void endNow(String where) {
        if (!dead) {
            end = where;
            dead = true;
        }
    }

    /// Describes the crash point.
    String end() {
        return end;
    }

    /// Ends the process now.
    void kill() {
        dead = true;
        proxy.close();
    }

    Answer call(Organization organization, Method method, String target, byte[] body, Map<String, String> headers) {
        begins(method + " " + ID.matcher(target.split("\\?", 2)[0]).replaceAll("{id}"));
        return node.call(organization, method, target, body, headers);
    }

    Map<String, BooleanSupplier> steps() {
        var steps = new LinkedHashMap<String, BooleanSupplier>();
        node.steps()
                .forEach((name, step) -> steps.put(name, () -> {
                    begins(name);
                    return name.equals(DISPATCHER) ? deliver(step) : step.getAsBoolean();
                }));
        return steps;
    }

    private void begins(String what) {
        doing = what;
        counted.set(0);
    }

    /// Delivers everything that is due, in real time, so that nothing is in progress after the step and its
    /// effects are deterministic. If a crash is scheduled meanwhile, the trace does not record if it happened,
    /// since that depends on real time.
    private boolean deliver(BooleanSupplier courier) {
        Pauses.pause(Duration.ofNanos(Math.max(0, lookedAt + DISPATCHER_POLLS.toNanos() - System.nanoTime())));
        if (left.get() > 0) {
            end = WHILE_DELIVERING;
        }
        delivering = true;
        try {
            for (int i = 0; i < DISPATCHER_STEPS_MAX && !dead && courier.getAsBoolean(); i++) {
                // Continues as long as there is work.
            }
        } catch (RuntimeException failed) {
            if (!dead) {
                throw failed;
            }
        } finally {
            delivering = false;
            lookedAt = System.nanoTime();
        }
        return false;
    }

    private boolean counts(Exchange exchange) {
        return delivering
                || exchange.sql().stream()
                        .anyMatch(text -> LASTING.matcher(text).find());
    }

    private Fault fault(Exchange exchange) {
        var holding = hold;
        if (holding != null && !dead && exchange.sql().contains(BEGIN)) {
            holding.begins();
        }
        if (dead) {
            return new Fault.Cut();
        }
        if (left.get() < 1 || !counts(exchange)) {
            return Fault.NONE;
        }
        int number = counted.incrementAndGet();
        if (left.decrementAndGet() > 0) {
            return Fault.NONE;
        }
        dead = true;
        // All requests of a dispatcher count, even reads.
        var point = new Tally.Point(doing, delivering ? 0 : number, loses);
        tally.endedAt(point);
        if (delivering) {
            tally.count(FaultPlan.ENDED_WHILE_DELIVERING);
        } else {
            end = "in " + point;
            tally.reached(place);
            tally.count(loses ? FaultPlan.ENDED_AFTER_A_REQUEST : FaultPlan.ENDED_BEFORE_A_REQUEST);
        }
        return loses ? new Fault.LostAnswer() : new Fault.Cut();
    }

    /// Closes the remains of the process in this JVM. Its connections are cut, and PostgreSQL has noticed that by
    /// then; the clean-up takes a while, but has no effects.
    ///
    /// @return the clean-up thread, to be joined before the database stops
    Thread bury() {
        kill();
        try {
            node.close();
        } catch (RuntimeException refused) {
            LOG.debug("a process that was ended could not close", refused);
        }
        postgres.awaitEndOf(name);
        return Thread.ofVirtual().start(database::close);
    }
}
