package dev.sluice.ownership;

import dev.sluice.audit.Audits;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.mail.Mails;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Users;
import dev.sluice.notification.Notifications;
import dev.sluice.signin.People;
import dev.sluice.vault.Vault;
import java.net.URI;
import java.util.Optional;
import java.util.function.Supplier;

/// Wiring of the package: requests for changes, decisions on them, and the worker for due ones.
public final class OwnershipModule {
    private final OwnerChanges changes;
    private final OwnerDecisions decisions;
    private final OwnerChangeWorker worker;

    private OwnershipModule(OwnerChanges changes, OwnerDecisions decisions, OwnerChangeWorker worker) {
        this.changes = changes;
        this.decisions = decisions;
        this.worker = worker;
    }

    /// Packages and services that it uses.
    public record Dependencies(
            Database database, Vault vault, Clocks clocks, Organizations organizations, Users users, Audits audits) {}

    /// @param baseUrl the public address, if it is known
    /// @param personMails mails to the person affected by a change
    public static OwnershipModule wire(
            Dependencies dependencies,
            People people,
            Mails mails,
            Notifications notifications,
            Supplier<Optional<URI>> baseUrl,
            ConcernedPersonMails personMails,
            OwnershipRules rules) {
        var database = dependencies.database();
        var clocks = dependencies.clocks();
        var changes = new OwnerChangeRecords(dependencies.vault());
        var announcements = new Announcements(
                dependencies.organizations(),
                mails,
                notifications,
                dependencies.audits(),
                new OwnerChangeMails(dependencies.organizations(), baseUrl));
        var effects = new OwnerChangeEffects(clocks, dependencies.users(), people, changes, announcements, personMails);
        var decisions = new OwnerDecisions(database, clocks, changes, announcements, effects, rules);
        return new OwnershipModule(
                new OwnerChanges(database, clocks, dependencies.users(), people, changes, announcements, rules),
                decisions,
                new OwnerChangeWorker(database, clocks, changes, decisions, announcements, effects));
    }

    public OwnerChanges changes() {
        return changes;
    }

    public OwnerDecisions decisions() {
        return decisions;
    }

    public OwnerChangeWorker worker() {
        return worker;
    }
}
