package dev.sluice.trial.simulate;

import dev.sluice.Rehearsal;
import dev.sluice.db.Database;
import dev.sluice.http.Answer;
import dev.sluice.http.Method;
import dev.sluice.merchant.Organization;
import dev.sluice.trial.proxy.Exchange;
import dev.sluice.trial.proxy.Fault;
import dev.sluice.trial.proxy.PostgresProxy;
import dev.sluice.trial.stage.Pauses;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One life of the service's process, from its start to its end, which may be a sudden one. Then nothing that it had
/// under way reaches the database any more.
final class Life {
    private static final Logger LOG = LoggerFactory.getLogger(Life.class);
    private static final Map<String, String> SETTINGS = Map.of(
            "SLUICE_RATE_LIMIT", "off",
            "SLUICE_RATE_WALK", "off",
            "SLUICE_REQUEST_LOG", "off",
            "SLUICE_WEBHOOK_LOOPBACK", "on");
    private static final int CONNECTIONS = 3;
    /// The one worker whose steps are timed by a real clock and done by threads of their own.
    static final String COURIER = "webhook-courier";
    /// How often a courier looks for what is new, at most.
    private static final Duration COURIER_LOOKS = Duration.ofMillis(105);
    private static final int COURIER_STEPS_MAX = 400;
    /// What leaves something in the database. A process can end at these: what it only reads it reads again or not, as
    /// caches and pools have it, and an end before that is an end before the next of these.
    private static final Pattern LASTING = Pattern.compile("\\b(INSERT|UPDATE|DELETE|COMMIT)\\b");

    /// What a transaction begins with.
    private static final String BEGIN = "BEGIN";

    /// Where a process ends that ends while it delivers, or right after: how many requests that takes is
    /// decided by real time.
    private static final String WHILE_DELIVERING = "in " + COURIER + ", or after it";

    private static final Pattern ID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private final Premises premises;
    private final String name;
    private final PostgresProxy proxy;
    private final Database database;
    private final Rehearsal node;
    /// Requests to PostgreSQL until the end; nothing below one is never.
    private final AtomicInteger left;
    private final Tally tally;

    /// What it does: a worker's step, or a route; and how many of its requests were counted since the word
    /// on the end.
    private volatile String doing = "";

    private final AtomicInteger counted = new AtomicInteger();
    /// How many there were to be from the last word on it.
    private volatile int place;

    private volatile String end = "after its step";
    private volatile boolean dead;
    private volatile boolean loses;
    private volatile boolean delivering;
    private volatile @Nullable Hold hold;
    private long lookedAt;

    Life(Premises premises, World world) {
        this.premises = premises;
        this.name = premises.nextCaller();
        this.left = new AtomicInteger();
        this.tally = world.tally();
        this.proxy = PostgresProxy.before(premises.server(), this::fault);
        this.database = Database.open(premises.through(proxy.port(), name), CONNECTIONS, null);
        this.node = Rehearsal.open(SETTINGS, database, premises.masterKey(), world.clock(), world.dice(), world::cast);
    }

    /// Ends the process at one of its next requests to the database.
    ///
    /// @param exchanges at which, from one
    /// @param lost whether PostgreSQL does what it is asked for, and nobody hears of it
    void endAfter(int exchanges, boolean lost) {
        loses = lost;
        place = exchanges;
        left.set(exchanges);
    }

    /// Has the process stand still before one of its next transactions, until it is released.
    Hold hold(int transactions) {
        var next = new Hold(transactions);
        hold = next;
        return next;
    }

    boolean isDead() {
        return dead;
    }

    /// Ends the process wherever it is: nothing that it asks for from now on is done.
    void endNow(String where) {
        if (!dead) {
            end = where;
            dead = true;
        }
    }

    /// Where it ended, in words.
    String end() {
        return end;
    }

    /// Ends the process now.
    void kill() {
        dead = true;
        proxy.close();
    }

    Answer ask(Organization who, Method method, String target, byte[] body, Map<String, String> headers) {
        begins(method + " " + ID.matcher(target.split("\\?", 2)[0]).replaceAll("{id}"));
        return node.ask(who, method, target, body, headers);
    }

    Map<String, BooleanSupplier> steps() {
        var steps = new LinkedHashMap<String, BooleanSupplier>();
        node.steps()
                .forEach((name, step) -> steps.put(name, () -> {
                    begins(name);
                    return name.equals(COURIER) ? deliver(step) : step.getAsBoolean();
                }));
        return steps;
    }

    private void begins(String what) {
        doing = what;
        counted.set(0);
    }

    /// Has all delivered that is due now, in real time, so that nothing is under way after the step: what a
    /// step leaves behind is then the same each time. Where the process is to end meanwhile, nobody is told
    /// whether it did, or had nothing more to ask.
    private boolean deliver(BooleanSupplier courier) {
        Pauses.pause(Duration.ofNanos(Math.max(0, lookedAt + COURIER_LOOKS.toNanos() - System.nanoTime())));
        if (left.get() > 0) {
            end = WHILE_DELIVERING;
        }
        delivering = true;
        try {
            for (int i = 0; i < COURIER_STEPS_MAX && !dead && courier.getAsBoolean(); i++) {
                // It goes on as long as something is in hand.
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
        // A courier's requests are counted whether they write or not.
        var point = new Tally.Point(doing, delivering ? 0 : number, loses);
        tally.endedAt(point);
        if (delivering) {
            tally.count(Mischief.ENDED_WHILE_DELIVERING);
        } else {
            end = "in " + point;
            tally.reached(place);
            tally.count(loses ? Mischief.ENDED_AFTER_A_REQUEST : Mischief.ENDED_BEFORE_A_REQUEST);
        }
        return loses ? new Fault.LostAnswer() : new Fault.Cut();
    }

    /// Buries what is left of the process in this one. Its connections are cut, which PostgreSQL has
    /// noticed by then, and letting go of them takes a while in which nothing can come of it any more.
    ///
    /// @return who lets go of them, to be waited for before the database ends
    Thread bury() {
        kill();
        try {
            node.close();
        } catch (RuntimeException refused) {
            LOG.debug("a process that was ended could not close", refused);
        }
        premises.awaitEndOf(name);
        return Thread.ofVirtual().start(database::close);
    }
}
