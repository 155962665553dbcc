package dev.sluice.notification;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.mail.Mails;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import java.util.List;

/// Creates notices from events, and writes the due mails, each in the transaction that marks it as written.
public final class NotificationWorker {
    private static final int BATCH_MAX = 20;

    private final Database database;
    private final Clocks clocks;
    private final Notifications notifications;
    private final EventScanner scanner;
    private final Thresholds thresholds;
    private final Post post;

    NotificationWorker(
            Database database,
            Clocks clocks,
            Notifications notifications,
            EventScanner scanner,
            Thresholds thresholds,
            Post post) {
        this.database = database;
        this.clocks = clocks;
        this.notifications = notifications;
        this.scanner = scanner;
        this.thresholds = thresholds;
        this.post = post;
    }

    /// Dependencies of the mails.
    record Post(Organizations organizations, Users users, Choices choices, NotificationTexts texts, Mails mails) {}

    /// Runs one step; returns true if there may be more.
    public boolean step() {
        boolean more = scanner.scan();
        more |= notifications.gather();
        thresholds.check();
        return mail() || more;
    }

    /// Deletes old notices; returns true if there may be more.
    public boolean deleteExpired() {
        return notifications.deleteExpired();
    }

    private boolean mail() {
        var now = clocks.instant();
        var due = database.read(handle -> NotificationStore.due(handle, now, BATCH_MAX));
        for (var row : due) {
            var recipients = post.choices().recipients(people(row), row.kind());
            var whose = isOfOperators(row)
                    ? post.texts().deployment()
                    : post.organizations().get(row.organizationId()).name();
            database.run(tx -> NotificationStore.lockDue(tx, row, now).ifPresent(locked -> {
                var notification = notifications.opened(locked);
                for (var each : recipients) {
                    post.mails()
                            .send(
                                    tx,
                                    each.user().organizationId(),
                                    post.texts().mail(notification, each.user(), whose, each.language()));
                }
                NotificationStore.mailed(tx, locked, now);
            }));
        }
        return due.size() == BATCH_MAX;
    }

    private List<User> people(NotificationStore.Row row) {
        return isOfOperators(row) ? post.users().operators() : post.users().list(row.organizationId());
    }

    private static boolean isOfOperators(NotificationStore.Row row) {
        return row.organizationId().equals(Notifications.OPERATORS);
    }
}
