package dev.sluice.app;

import dev.sluice.audit.Audits;
import dev.sluice.config.Config;
import dev.sluice.dashboard.signin.AccessMails;
import dev.sluice.db.Tx;
import dev.sluice.ledger.CoreServices;
import dev.sluice.mail.Mail;
import dev.sluice.mail.Mails;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import dev.sluice.notification.Notifications;
import dev.sluice.ownership.ConcernedPersonMails;
import dev.sluice.ownership.OwnerChangeRequest;
import dev.sluice.ownership.OwnershipModule;
import dev.sluice.ownership.OwnershipRules;
import dev.sluice.signin.SignInModule;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/// Changes of owners at a node, which sends the links and the mails of those that take effect.
final class Ownership {
    private Ownership() {}

    /// @param accessMails those of pages, with the addresses of links
    static OwnershipModule wire(
            CoreServices core,
            Config config,
            Users users,
            SignInModule signIn,
            Mails mails,
            Audits audits,
            Notifications notifications,
            AccessMails accessMails) {
        return OwnershipModule.wire(
                new OwnershipModule.Dependencies(
                        core.database(), core.vault(), core.clocks(), core.organizations(), users, audits),
                signIn.people(),
                mails,
                notifications,
                () -> Optional.of(core.baseUrl().get()),
                new OfPages(core.organizations(), accessMails),
                rules(config));
    }

    /// Rules of a deployment.
    static OwnershipRules rules(Config config) {
        boolean sandbox = config.environment() == Config.Environment.SANDBOX;
        return new OwnershipRules(sandbox, config.ownerChangeWait(), config.waitOfApprovers());
    }

    /// Mails of the dashboard to the person whom a change is about.
    private record OfPages(Organizations organizations, AccessMails accessMails) implements ConcernedPersonMails {
        @Override
        public BiFunction<User, String, Mail> invitation(OwnerChangeRequest request) {
            var organization = organizations.get(request.organizationId()).name();
            return accessMails.invitation(
                    request.language(), request.requester().name(), organization);
        }

        @Override
        public Function<User, Mail> factorsReset(Tx tx, OwnerChangeRequest request) {
            return user ->
                    accessMails.factorsReset(tx, user, request.requester().name());
        }
    }
}
