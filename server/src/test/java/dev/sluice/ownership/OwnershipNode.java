package dev.sluice.ownership;

import dev.sluice.app.TestService;
import dev.sluice.audit.Audits;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.mail.Mail;
import dev.sluice.mail.Mails;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.SwiftUsers;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.merchant.User;
import dev.sluice.notification.Notifications;
import dev.sluice.signin.SignInModule;
import dev.sluice.vault.Vault;
import java.net.URI;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.BiFunction;
import java.util.function.Function;

/// A node for owner changes over a test's database, with a worker that runs its steps on the test's command.
public final class OwnershipNode {
    private static final URI BASE = URI.create("https://pay.example.com");

    private OwnershipNode() {}

    /// Mails that contain only their data.
    private static final class PlainMails implements ConcernedPersonMails {
        @Override
        public BiFunction<User, String, Mail> invitation(OwnerChangeRequest request) {
            return OwnershipNode::invitation;
        }

        @Override
        public Function<User, Mail> factorsReset(Tx tx, OwnerChangeRequest request) {
            return user -> new Mail(user.email(), "Your two-factor authentication was reset", "A text");
        }
    }

    /// Returns an invitation with a link in the service's format.
    public static Mail invitation(User user, String link) {
        return new Mail(user.email(), "You are invited", BASE + "/dashboard/password/new#token=" + link);
    }

    /// Returns another node of a service.
    public static OwnershipModule beside(TestService service) {
        return live(service.connections(), service.vault(), service.clocks());
    }

    static OwnershipModule live(Database database, Vault vault, Clocks clocks) {
        return of(database, vault, clocks, false);
    }

    static OwnershipModule of(Database database, Vault vault, Clocks clocks, boolean sandbox) {
        var organizations = Organizations.wire(database, clocks);
        var users = SwiftUsers.of(database, clocks, new Semaphore(8));
        var mails = Mails.wire(database, vault, clocks, Optional.empty());
        var people = SignInModule.wire(
                        database,
                        vault,
                        clocks,
                        organizations,
                        TenantDirectory.wire(database),
                        users,
                        mails,
                        () -> BASE,
                        new SecureRandom(),
                        sandbox)
                .people();
        return OwnershipModule.wire(
                new OwnershipModule.Dependencies(
                        database, vault, clocks, organizations, users, Audits.wire(database, vault, clocks)),
                people,
                mails,
                Notifications.wire(database, vault, clocks),
                () -> Optional.of(BASE),
                new PlainMails(),
                new OwnershipRules(sandbox, OwnershipRules.WAIT_DEFAULT, OwnershipRules.WAIT_DEFAULT));
    }
}
