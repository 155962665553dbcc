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
    /// @param letters mails to the person affected by a change
    public static OwnershipModule wire(
            Dependencies ground,
            People people,
            Mails mails,
            Notifications notifications,
            Supplier<Optional<URI>> baseUrl,
            ConcernedPersonMails letters,
            OwnershipRules rules) {
        var database = ground.database();
        var clocks = ground.clocks();
        var changes = new OwnerChangeRecords(ground.vault());
        var announcements = new Announcements(
                ground.organizations(),
                mails,
                notifications,
                ground.audits(),
                new OwnerChangeMails(ground.organizations(), baseUrl));
        var effects = new OwnerChangeEffects(clocks, ground.users(), people, changes, announcements, letters);
        var decisions = new OwnerDecisions(database, clocks, changes, announcements, effects, rules);
        return new OwnershipModule(
                new OwnerChanges(database, clocks, ground.users(), people, changes, announcements, rules),
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
