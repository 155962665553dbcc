package dev.sluice.ownership;

import dev.sluice.TestService;
import dev.sluice.audit.Audits;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.mail.Mail;
import dev.sluice.mail.Mails;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Routing;
import dev.sluice.merchant.SwiftUsers;
import dev.sluice.merchant.User;
import dev.sluice.notice.Notices;
import dev.sluice.signin.SignInRoom;
import dev.sluice.vault.Vault;
import java.net.URI;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.BiFunction;
import java.util.function.Function;

/// A node of changes to owners over a test's database, whose worker takes its steps when the test wants it to.
public final class OwnershipNode {
    private static final URI BASE = URI.create("https://pay.example.com");

    private OwnershipNode() {}

    /// Mails with what they carry, and no more.
    private static final class Letters implements ConcernedPersonMails {
        @Override
        public BiFunction<User, String, Mail> invitation(OwnerChangeRequest request) {
            return OwnershipNode::invitation;
        }

        @Override
        public Function<User, Mail> factorsReset(Tx tx, OwnerChangeRequest request) {
            return user -> new Mail(user.email(), "Your two-factor authentication was reset", "A text");
        }
    }

    /// An invitation with a link as the service's has it.
    public static Mail invitation(User user, String link) {
        return new Mail(user.email(), "You are invited", BASE + "/dashboard/password/new#token=" + link);
    }

    /// Another node of a service.
    public static OwnershipRoom beside(TestService service) {
        return live(service.connections(), service.vault(), service.clocks());
    }

    static OwnershipRoom live(Database database, Vault vault, Clocks clocks) {
        return of(database, vault, clocks, false);
    }

    static OwnershipRoom of(Database database, Vault vault, Clocks clocks, boolean sandbox) {
        var organizations = Organizations.wire(database, clocks);
        var users = SwiftUsers.of(database, clocks, new Semaphore(8));
        var mails = Mails.wire(database, vault, clocks, Optional.empty());
        var people = SignInRoom.wire(
                        database,
                        vault,
                        clocks,
                        organizations,
                        Routing.wire(database),
                        users,
                        mails,
                        () -> BASE,
                        new SecureRandom(),
                        sandbox)
                .people();
        return OwnershipRoom.wire(
                new OwnershipRoom.Ground(
                        database, vault, clocks, organizations, users, Audits.wire(database, vault, clocks)),
                people,
                mails,
                Notices.wire(database, vault, clocks),
                () -> Optional.of(BASE),
                new Letters(),
                new OwnershipRules(sandbox, OwnershipRules.WAIT_DEFAULT, OwnershipRules.WAIT_DEFAULT));
    }
}
