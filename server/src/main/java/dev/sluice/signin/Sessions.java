package dev.sluice.signin;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import dev.sluice.vault.Vault;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/// Sessions of users. The browser stores a [Token].
public final class Sessions {
    private static final int AGENT_LENGTH_MAX = 300;

    /// Minimum interval between two updates of a session's last use.
    private static final Duration SEEN_EVERY = Duration.ofMinutes(1);

    private final Database database;
    private final Clocks clocks;
    private final Organizations organizations;
    private final Users users;
    private final SecureRandom random;
    private final Macs forms;
    private final SecondFactorPolicy policy;

    private Sessions(
            Database database,
            Clocks clocks,
            Organizations organizations,
            Users users,
            SecureRandom random,
            Macs forms,
            SecondFactorPolicy policy) {
        this.database = database;
        this.clocks = clocks;
        this.organizations = organizations;
        this.users = users;
        this.random = random;
        this.forms = forms;
        this.policy = policy;
    }

    /// @param sandbox true if this deployment is a sandbox
    public static Sessions wire(
            Database database,
            Vault vault,
            Clocks clocks,
            Organizations organizations,
            Users users,
            SecureRandom random,
            boolean sandbox) {
        return new Sessions(
                database,
                clocks,
                organizations,
                users,
                random,
                new Macs(vault.key("signin/form")),
                new SecondFactorPolicy(organizations, sandbox));
    }

    /// Opens a session and returns its token.
    ///
    /// @param strong true if the user proved more than a password
    public String open(User user, String address, String agent, boolean strong) {
        return database.inTx(tx -> open(tx, user, new ClientInfo(address, agent), strong));
    }

    /// Opens a session in the caller's transaction.
    String open(Tx tx, User user, ClientInfo client, boolean strong) {
        var token = Token.fresh(random, user.organizationId(), clocks.newId());
        var now = clocks.realInstant();
        var agent = client.agent().substring(0, Math.min(client.agent().length(), AGENT_LENGTH_MAX));
        SessionStore.insert(
                tx.handle(),
                new Session(
                        user.organizationId(),
                        token.id(),
                        user.id(),
                        token.sha256(),
                        client.address(),
                        agent,
                        strong,
                        now,
                        now));
        users.recordActivity(tx, user.organizationId(), user.id(), now);
        return token.text();
    }

    /// Returns the visitor of a token while the session lasts and the user has access. Counts as use of the
    /// session.
    public Optional<Visitor> visitor(String token) {
        return find(token).flatMap(session -> {
            var visitor = visitor(session);
            visitor.ifPresent(_ -> used(session));
            return visitor;
        });
    }

    /// Returns the visitor without counting a use, so that a page that polls does not keep its session alive.
    public Optional<Visitor> onlooker(String token) {
        return find(token).flatMap(this::visitor);
    }

    /// Returns the sessions of the visitors that are still valid: not expired, and the user has access and the
    /// same role. Does not count as use.
    public Set<UUID> valid(List<Visitor> visitors) {
        var now = clocks.realInstant();
        var open = database.read(handle -> SessionStore.of(handle, visitors)).stream()
                .filter(session -> !session.isOver(now))
                .map(Session::id)
                .collect(Collectors.toSet());
        var roles = users.find(visitors.stream().map(Visitor::user).toList()).stream()
                .filter(user -> user.disabledAt().isEmpty())
                .collect(Collectors.toMap(User::id, User::role));
        return visitors.stream()
                .filter(each -> open.contains(each.sessionId()))
                .filter(each -> each.user().role() == roles.get(each.user().id()))
                .map(Visitor::sessionId)
                .collect(Collectors.toSet());
    }

    /// Returns a user's valid sessions, the most recently used first.
    public List<Session> of(User user) {
        var now = clocks.realInstant();
        return database.read(handle -> SessionStore.ofUser(handle, user.organizationId(), user.id())).stream()
                .filter(session -> !session.isOver(now))
                .toList();
    }

    /// Ends a session of a user. Idempotent.
    public void end(User user, UUID sessionId) {
        database.run(tx -> SessionStore.delete(tx.handle(), user.organizationId(), user.id(), sessionId));
    }

    /// Ends all sessions of a visitor except the current one.
    public int endOthers(Visitor visitor) {
        return database.inTx(tx -> endOthers(tx, visitor));
    }

    int endOthers(Tx tx, Visitor visitor) {
        return SessionStore.deleteOthers(
                tx.handle(), visitor.organizationId(), visitor.user().id(), visitor.sessionId());
    }

    /// Ends all sessions of a user.
    void endAll(Tx tx, UUID organizationId, UUID userId) {
        SessionStore.deleteAll(tx.handle(), organizationId, userId);
    }

    /// Locks user and session, so that a concurrent sign-out or password change waits until the transaction ends.
    ///
    /// @throws SessionOver if the session has ended
    void hold(Tx tx, Visitor visitor) {
        users.lock(tx, visitor.user());
        if (!SessionStore.lock(
                tx.handle(), visitor.organizationId(), visitor.user().id(), visitor.sessionId())) {
            throw new SessionOver();
        }
    }

    /// Replaces a visitor's session by a new one when their privileges grow, so that the old token becomes
    /// useless.
    ///
    /// @throws SessionOver if the session has ended
    String renew(Tx tx, Visitor visitor, ClientInfo client, boolean strong) {
        int ended = SessionStore.delete(
                tx.handle(), visitor.organizationId(), visitor.user().id(), visitor.sessionId());
        if (ended != 1) {
            throw new SessionOver();
        }
        return open(tx, visitor.user(), client, strong);
    }

    /// Deletes expired sessions; true if there may be more.
    public boolean deleteExpired() {
        var now = clocks.realInstant();
        database.run(tx ->
                SessionStore.deleteExpired(tx.handle(), now.minus(Session.IDLE_MAX), now.minus(Session.LENGTH_MAX)));
        return false;
    }

    private Optional<Session> find(String text) {
        var now = clocks.realInstant();
        return Token.parse(text)
                .flatMap(token -> database.read(handle -> SessionStore.find(handle, token.organizationId(), token.id()))
                        .filter(session -> token.isOf(session.tokenSha256()))
                        .filter(session -> !session.isOver(now)));
    }

    private void used(Session session) {
        var now = clocks.realInstant();
        if (session.seenAt().plus(SEEN_EVERY).isBefore(now)) {
            database.run(tx -> {
                users.recordActivity(tx, session.organizationId(), session.userId(), now);
                SessionStore.recordUse(tx.handle(), session, now);
            });
        }
    }

    private Optional<Visitor> visitor(Session session) {
        return users.find(session.organizationId(), session.userId())
                .filter(user -> user.disabledAt().isEmpty())
                .map(user -> new Visitor(
                        user,
                        organizations.get(user.organizationId()),
                        session.id(),
                        forms.of(session.id().toString()),
                        session.strong(),
                        policy.wantsMoreOf(user),
                        session.begunAt()));
    }
}
