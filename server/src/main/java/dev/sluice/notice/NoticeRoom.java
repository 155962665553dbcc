package dev.sluice.notice;

import dev.sluice.ledger.Ground;
import dev.sluice.ledger.Statement;
import dev.sluice.mail.Mails;
import dev.sluice.merchant.Users;
import java.util.function.Function;

/// The room, wired.
public record NoticeRoom(Notices notices, Choices choices, Thresholds thresholds, NoticeWorker worker) {
    /// Returns the unread counter of the navigation bar.
    public Bell bell() {
        return new Bell(notices, choices);
    }

    /// @param sums as people read them, by the tag of a language
    public static NoticeRoom wire(
            Ground ground, Notices notices, Users users, Mails mails, Function<String, Sums> sums) {
        var database = ground.database();
        var choices = new Choices(database);
        var thresholds = new Thresholds(database, new Statement(database), notices);
        var worker = new NoticeWorker(
                database,
                ground.clocks(),
                notices,
                new Lookout(database, ground.events(), notices),
                thresholds,
                new NoticeWorker.Post(
                        ground.organizations(),
                        users,
                        choices,
                        new Letters(() -> ground.baseUrl().get().toString(), sums),
                        mails));
        return new NoticeRoom(notices, choices, thresholds, worker);
    }
}
