package dev.sluice.merchant;

import dev.sluice.app.TestService;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Semaphore;

/// Users of a service, stored with password hashes of minimal cost. A test with six users would otherwise spend more
/// time on hashing than on its subject.
public final class SwiftUsers {
    private static final Passwords.Cost LEAST = new Passwords.Cost(8, 1);

    private SwiftUsers() {}

    public static Users of(TestService service) {
        return of(service.connections(), service.clocks(), new Semaphore(8));
    }

    /// Sets the start of a person's entitlement.
    public static User entitled(Database database, User user, Instant since) {
        return database.inTx(tx -> {
            UserStore.recordEntitlement(tx.handle(), user, new Entitlement(since, Consent.ONE));
            return UserStore.find(tx.handle(), user.organizationId(), user.id()).orElseThrow();
        });
    }

    /// Returns the users of any database.
    ///
    /// @param turns permits for hashing
    public static Users of(Database database, Clocks clocks, Semaphore turns) {
        var passwords = new Passwords(new SecureRandom(), LEAST, turns, Duration.ofSeconds(2));
        return Users.wire(database, clocks, TenantDirectory.wire(database), passwords);
    }
}
