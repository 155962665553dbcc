package dev.sluice.cli;

import dev.sluice.audit.Audits;
import dev.sluice.auth.ApiClient;
import dev.sluice.auth.ApiClients;
import dev.sluice.auth.ApiKeys;
import dev.sluice.auth.TamperReport;
import dev.sluice.change.DualControl;
import dev.sluice.change.OwnerMail;
import dev.sluice.cli.AuditEntries.What;
import dev.sluice.db.Tx;
import dev.sluice.http.Ids;
import dev.sluice.ledger.Ledger;
import dev.sluice.mail.Mail;
import dev.sluice.mail.Mails;
import dev.sluice.merchant.Organization;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import dev.sluice.notification.Notifications;
import dev.sluice.ownership.Ask;
import dev.sluice.ownership.ConcernedPersonMails;
import dev.sluice.ownership.OwnerChangeRequest;
import dev.sluice.ownership.OwnershipModule;
import dev.sluice.ownership.Participant;
import dev.sluice.signin.SignInModule;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/// The rooms that operators' commands use, wired over an open workbench.
record AdminServices(
        AdminSession session,
        Organizations organizations,
        Users users,
        OwnershipModule ownership,
        ApiClients clients,
        ApiKeys keys,
        AuditEntries auditEntries) {
    private static final URI NOWHERE = URI.create("");

    /// Opens the workbench, runs the work, closes the workbench.
    ///
    /// @param reason reason of the action, if one was given
    static int open(Program program, String reason, Work work) throws Exception {
        try (var session = program.adminSession()) {
            work.run(over(session, reason));
        }
        return 0;
    }

    static AdminServices over(AdminSession session, String reason) {
        var directory = TenantDirectory.wire(session.database());
        var organizations = Organizations.wire(session.database(), session.clocks());
        var users = Users.wire(session.database(), session.clocks(), directory, session.random());
        var audits = Audits.wire(session.database(), session.vault(), session.clocks());
        return new AdminServices(
                session,
                organizations,
                users,
                ownership(session, organizations, directory, users, audits),
                ApiClients.wire(
                        session.database(),
                        session.vault(),
                        session.clocks(),
                        directory,
                        session.random(),
                        session.isSandbox(),
                        TamperReport.NONE),
                ApiKeys.wire(
                        session.database(),
                        session.vault(),
                        session.clocks(),
                        directory,
                        session.random(),
                        session.isSandbox(),
                        TamperReport.NONE),
                new AuditEntries(
                        audits,
                        new OwnerMail(
                                organizations,
                                mails(session),
                                () -> session.baseUrl().orElse(NOWHERE)),
                        session.clocks()::realInstant,
                        System.getProperty("user.name", ""),
                        reason));
    }

    DualControl dualControl() {
        return new DualControl(
                organizations,
                users,
                session.clocks(),
                session.isSandbox(),
                session.ownershipRules().approverWait());
    }

    /// Mail is only kept here: a node sends it.
    private static Mails mails(AdminSession session) {
        return Mails.wire(session.database(), session.vault(), session.clocks(), Optional.empty());
    }

    private static OwnershipModule ownership(
            AdminSession session, Organizations organizations, TenantDirectory directory, Users users, Audits audits) {
        var mails = mails(session);
        var people = SignInModule.wire(
                        session.database(),
                        session.vault(),
                        session.clocks(),
                        organizations,
                        directory,
                        users,
                        mails,
                        () -> URI.create("http://localhost"),
                        session.random(),
                        session.isSandbox())
                .people();
        return OwnershipModule.wire(
                new OwnershipModule.Dependencies(
                        session.database(), session.vault(), session.clocks(), organizations, users, audits),
                people,
                mails,
                Notifications.wire(session.database(), session.vault(), session.clocks()),
                session::baseUrl,
                new ByNodes(),
                session.ownershipRules());
    }

    /// Mails of changes that send a link. These changes take effect at a node, since it knows its address.
    private static final class ByNodes implements ConcernedPersonMails {
        @Override
        public BiFunction<User, String, Mail> invitation(OwnerChangeRequest request) {
            throw new IllegalStateException("a node invites");
        }

        @Override
        public Function<User, Mail> factorsReset(Tx tx, OwnerChangeRequest request) {
            throw new IllegalStateException("a node resets");
        }
    }

    /// A request of the command line's.
    Ask ask(Organization organization) {
        return new Ask(organization.id(), Participant.COMMAND_LINE, auditEntries.reason(), "en");
    }

    /// Returns the organization with an id, or with a name that only one has.
    Organization organization(String idOrName) {
        var named = Ids.parse(idOrName)
                .flatMap(organizations::find)
                .map(List::of)
                .orElseGet(() -> organizations.list().stream()
                        .filter(each -> each.name().equalsIgnoreCase(idOrName))
                        .toList());
        if (named.isEmpty()) {
            throw new IllegalArgumentException("no organization " + idOrName);
        }
        if (named.size() > 1) {
            throw new IllegalArgumentException(named.size() + " organizations are called " + idOrName + ": use the id");
        }
        return named.getFirst();
    }

    /// Records an action on the whole deployment, in the same transaction: in the log of each organization with
    /// operators, or of the house if there are none.
    Consumer<Tx> noting(What what) {
        var organizations =
                users.operators().stream().map(User::organizationId).distinct().toList();
        return tx -> (organizations.isEmpty() ? List.of(Ledger.PLATFORM) : organizations)
                .forEach(each -> auditEntries.record(tx, each, what));
    }

    static UUID id(String text) {
        return Ids.parse(text).orElseThrow(() -> new IllegalArgumentException("not an id: " + text));
    }

    /// The client of an id.
    ApiClient client(String clientId) {
        return clients.find(clientId).orElseThrow(() -> new IllegalArgumentException("no client " + clientId));
    }

    /// Work of a command at the desk.
    @FunctionalInterface
    interface Work {
        void run(AdminServices services) throws Exception;
    }
}
