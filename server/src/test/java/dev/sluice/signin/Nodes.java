package dev.sluice.signin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.clock.Clocks;
import dev.sluice.db.TestDatabase;
import dev.sluice.db.Tx;
import dev.sluice.mail.Mail;
import dev.sluice.mail.Mails;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.SwiftUsers;
import dev.sluice.merchant.Switch;
import dev.sluice.merchant.Switches;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import dev.sluice.vault.Vault;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/// Two nodes with sign-ins on one database, with a fixed clock. The first one can be interrupted by an action on the
/// other one between two of its steps.
final class Nodes implements AutoCloseable {
    static final ClientInfo CLIENT = new ClientInfo("192.0.2.1", "Firefox/1");
    static final Function<User, Mail> LETTER = user -> new Mail(user.email(), "A subject", "A text");

    private final TestDatabase db = TestDatabase.create();
    private final Instant now = Instant.parse("2026-03-01T08:00:00Z");
    private final Clocks clocks = new Clocks((InstantSource) () -> now);
    private final SecureRandom random = new SecureRandom();
    private final Vault vault = Vault.open(db.database(), new byte[Vault.MASTER_KEY_BYTES]);
    private final Organizations organizations = Organizations.wire(db.database(), clocks);
    private final HashingPermits permits = new HashingPermits();
    private final AtomicReference<Runnable> beforeAddress = new AtomicReference<>(() -> {});

    final Users users = SwiftUsers.of(db.database(), clocks, new Semaphore(8));
    final Mails mails = Mails.wire(db.database(), vault, clocks, Optional.empty());
    final SignInModule first = module(SwiftUsers.of(db.database(), clocks, permits), this::address, true);
    final SignInModule other = module(users, () -> URI.create("http://localhost"), true);
    final SignInModule live = module(users, () -> URI.create("http://localhost"), false);

    private SignInModule module(Users users, Supplier<URI> baseUrl, boolean sandbox) {
        var directory = TenantDirectory.wire(db.database());
        return SignInModule.wire(
                db.database(), vault, clocks, organizations, directory, users, mails, baseUrl, random, sandbox);
    }

    /// Runs an action before one of the first node's next hash computations, counted from now.
    void beforeHashing(int time, Runnable work) {
        permits.interrupt(time, work);
    }

    /// Runs an action once, when the first node asks for its own address.
    void beforeAddress(Runnable work) {
        beforeAddress.set(work);
    }

    private URI address() {
        beforeAddress.getAndSet(() -> {}).run();
        return URI.create("http://localhost");
    }

    UUID organization() {
        return organizations.create("Sitters", Switches.sandbox()).id();
    }

    void requireSecondFactor(UUID organizationId) {
        organizations.setSwitch(organizationId, Switch.SECOND_FACTOR_REQUIRED, true);
    }

    User.WithPassword somebody(UUID organizationId, Role role) {
        return users.create(organizationId, "rani-" + clocks.newId() + "@example.com", "Rani", role);
    }

    User.WithPassword somebody() {
        return somebody(organization(), Role.OWNER);
    }

    /// Returns a visitor in a new session.
    Visitor visitor(User.WithPassword somebody, boolean strong) {
        var token = other.sessions().open(somebody.user(), CLIENT.address(), CLIENT.agent(), strong);
        return other.sessions().visitor(token).orElseThrow();
    }

    /// Sets another password by a mailed link.
    void reset(User user, String password) {
        var tickets = new Tickets(db.database(), clocks, users, random);
        var link = db.database().inTx(tx -> tickets.issue(tx, user, Ticket.Kind.RESET));
        assertThat(other.links().set(link, password, LETTER)).isPresent();
    }

    Instant now() {
        return now;
    }

    void inTx(Consumer<Tx> work) {
        db.database().run(work);
    }

    void execute(String sql) {
        db.database().run(tx -> tx.handle().execute(sql));
    }

    int count(String sql) {
        return db.database()
                .read(handle -> handle.createQuery(sql).mapTo(Integer.class).one());
    }

    @Override
    public void close() {
        db.close();
    }

    /// Permits for hashing that run an action before one of them.
    private static final class HashingPermits extends Semaphore {
        private static final long serialVersionUID = 1L;

        private final AtomicInteger left = new AtomicInteger();
        private transient volatile Runnable work = () -> {};

        HashingPermits() {
            super(8);
        }

        void interrupt(int time, Runnable work) {
            this.work = work;
            left.set(time);
        }

        @Override
        public boolean tryAcquire(long timeout, TimeUnit unit) throws InterruptedException {
            if (left.getAndDecrement() == 1) {
                work.run();
            }
            return super.tryAcquire(timeout, unit);
        }
    }
}
