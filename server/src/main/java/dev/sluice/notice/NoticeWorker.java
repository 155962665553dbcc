package dev.sluice.notice;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.mail.Mails;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import java.util.List;

/// Creates notices from events, and writes the due mails, each in the transaction that marks it as written.
public final class NoticeWorker {
    private static final int BATCH_MAX = 20;

    private final Database database;
    private final Clocks clocks;
    private final Notices notices;
    private final Lookout lookout;
    private final Thresholds thresholds;
    private final Post post;

    NoticeWorker(Database database, Clocks clocks, Notices notices, Lookout lookout, Thresholds thresholds, Post post) {
        this.database = database;
        this.clocks = clocks;
        this.notices = notices;
        this.lookout = lookout;
        this.thresholds = thresholds;
        this.post = post;
    }

    /// Dependencies of the mails.
    record Post(Organizations organizations, Users users, Choices choices, Letters letters, Mails mails) {}

    /// Runs one step; returns true if there may be more.
    public boolean step() {
        boolean more = lookout.look();
        more |= notices.gather();
        thresholds.look();
        return mail() || more;
    }

    /// Deletes old notices; returns true if there may be more.
    public boolean sweep() {
        return notices.sweep();
    }

    private boolean mail() {
        var now = clocks.instant();
        var due = database.read(handle -> NoticeStore.due(handle, now, BATCH_MAX));
        for (var row : due) {
            var recipients = post.choices().recipients(people(row), row.kind());
            var whose = isOfOperators(row)
                    ? post.letters().deployment()
                    : post.organizations().get(row.organizationId()).name();
            database.run(tx -> NoticeStore.lockDue(tx, row, now).ifPresent(locked -> {
                var notice = notices.opened(locked);
                for (var each : recipients) {
                    post.mails()
                            .send(
                                    tx,
                                    each.user().organizationId(),
                                    post.letters().mail(notice, each.user(), whose, each.language()));
                }
                NoticeStore.mailed(tx, locked, now);
            }));
        }
        return due.size() == BATCH_MAX;
    }

    private List<User> people(NoticeStore.Row row) {
        return isOfOperators(row) ? post.users().operators() : post.users().list(row.organizationId());
    }

    private static boolean isOfOperators(NoticeStore.Row row) {
        return row.organizationId().equals(Notices.OPERATORS);
    }
}
