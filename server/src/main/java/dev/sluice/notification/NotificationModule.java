package dev.sluice.notification;

import dev.sluice.ledger.CoreServices;
import dev.sluice.ledger.Statement;
import dev.sluice.mail.Mails;
import dev.sluice.merchant.Users;
import java.util.function.Function;

/// The room, wired.
public record NotificationModule(
        Notifications notifications, Choices choices, Thresholds thresholds, NotificationWorker worker) {
    /// Returns the unread counter of the navigation bar.
    public UnreadCount unread() {
        return new UnreadCount(notifications, choices);
    }

    /// @param sums as people read them, by the tag of a language
    public static NotificationModule wire(
            CoreServices core, Notifications notifications, Users users, Mails mails, Function<String, Sums> sums) {
        var database = core.database();
        var choices = new Choices(database);
        var thresholds = new Thresholds(database, new Statement(database), notifications);
        var worker = new NotificationWorker(
                database,
                core.clocks(),
                notifications,
                new EventScanner(database, core.events(), notifications),
                thresholds,
                new NotificationWorker.Post(
                        core.organizations(),
                        users,
                        choices,
                        new NotificationTexts(() -> core.baseUrl().get().toString(), sums),
                        mails));
        return new NotificationModule(notifications, choices, thresholds, worker);
    }
}
