package dev.sluice.trial.simulate;

import dev.sluice.Rehearsal;
import dev.sluice.db.Database;
import dev.sluice.http.Answer;
import dev.sluice.http.Method;
import dev.sluice.merchant.Organization;
import dev.sluice.trial.proxy.Exchange;
import dev.sluice.trial.proxy.Fault;
import dev.sluice.trial.proxy.PostgresProxy;
import java.security.SecureRandom;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One life of the service's process, from its start to its end, which may be a sudden one. Then nothing that it had
/// under way reaches the database any more.
final class Life implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Life.class);
    private static final Map<String, String> SETTINGS = Map.of(
            "SLUICE_RATE_LIMIT", "off",
            "SLUICE_RATE_WALK", "off",
            "SLUICE_REQUEST_LOG", "off",
            "SLUICE_WEBHOOK_LOOPBACK", "on");
    private static final int CONNECTIONS = 3;

    private final PostgresProxy proxy;
    private final Database database;
    private final Rehearsal node;
    /// Requests to PostgreSQL until the end; nothing below one is never.
    private final AtomicInteger left;

    private volatile boolean dead;
    private volatile boolean loses;

    Life(Premises premises, World world) {
        this.left = new AtomicInteger();
        this.proxy = PostgresProxy.before(premises.server(), this::fault);
        this.database = Database.open(premises.through(proxy.port()), CONNECTIONS, null);
        this.node = Rehearsal.open(
                SETTINGS, database, premises.masterKey(), world.clock(), new SecureRandom(), world::cast);
    }

    /// Ends the process at one of its next requests to the database.
    ///
    /// @param exchanges at which, from one
    /// @param lost whether PostgreSQL does what it is asked for, and nobody hears of it
    void endAfter(int exchanges, boolean lost) {
        loses = lost;
        left.set(exchanges);
    }

    boolean isDead() {
        return dead;
    }

    /// Ends the process now.
    void kill() {
        dead = true;
        proxy.close();
    }

    Answer ask(Organization who, Method method, String target, byte[] body, Map<String, String> headers) {
        return node.ask(who, method, target, body, headers);
    }

    Map<String, BooleanSupplier> steps() {
        return node.steps();
    }

    private Fault fault(Exchange exchange) {
        if (dead) {
            return new Fault.Cut();
        }
        if (left.get() < 1 || left.decrementAndGet() > 0) {
            return Fault.NONE;
        }
        dead = true;
        return loses ? new Fault.LostAnswer() : new Fault.Cut();
    }

    /// Buries what is left of the process in this one.
    @Override
    public void close() {
        kill();
        try {
            node.close();
        } catch (RuntimeException refused) {
            LOG.debug("a process that was ended could not close", refused);
        }
        database.close();
    }
}
