package dev.sluice.notification;

import dev.sluice.clock.Clocks;
import dev.sluice.db.TestDatabase;
import dev.sluice.event.Event;
import dev.sluice.event.Events;
import dev.sluice.http.Page;
import dev.sluice.ledger.Statement;
import dev.sluice.mail.Mail;
import dev.sluice.mail.Mails;
import dev.sluice.mail.StoredMail;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.Switches;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import dev.sluice.vault.Vault;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.text.NumberFormat;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/// The notification module over a real database, with a manual clock.
final class NotificationFixture implements AutoCloseable {
    final TestDatabase database = TestDatabase.create();
    final AtomicReference<Instant> time = new AtomicReference<>(Instant.parse("2026-03-01T12:00:00Z"));
    final Clocks clocks = new Clocks(time::get);
    final Vault vault = Vault.open(database.database(), new byte[Vault.MASTER_KEY_BYTES]);
    final Events events = new Events(vault);
    final Organizations organizations = Organizations.wire(database.database(), clocks);
    final Users users =
            Users.wire(database.database(), clocks, TenantDirectory.wire(database.database()), new SecureRandom());
    final Choices choices = new Choices(database.database());
    final Notifications notices = Notifications.wire(database.database(), vault, clocks);
    final NotificationWorker worker = node(notices, mails(clocks));

    /// Returns a clock that kills its user after a number of calls.
    Clocks deadly(int asksMax) {
        var asks = new AtomicInteger(Integer.MIN_VALUE);
        var clock = new Clocks(() -> {
            if (asks.incrementAndGet() > asksMax) {
                throw new Killed();
            }
            return time.get();
        });
        asks.set(0);
        return clock;
    }

    /// A killed process would not throw this exception, but leaves the same state.
    static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static Sums sums(String language) {
        var format = NumberFormat.getNumberInstance(Locale.forLanguageTag(language));
        return (amount, unit) -> format.format(amount) + "\u00a0" + unit;
    }

    Mails mails(Clocks with) {
        return Mails.wire(database.database(), vault, with, Optional.empty());
    }

    Notifications notices(Clocks with) {
        return Notifications.wire(database.database(), vault, with);
    }

    /// Returns a node on the same database.
    NotificationWorker node(Notifications telling, Mails mails) {
        return new NotificationWorker(
                database.database(),
                clocks,
                telling,
                new EventScanner(database.database(), events, telling),
                new Thresholds(database.database(), new Statement(database.database()), telling),
                new NotificationWorker.Post(
                        organizations,
                        users,
                        choices,
                        new NotificationTexts(() -> "https://pay.example", NotificationFixture::sums),
                        mails));
    }

    UUID organization() {
        return database.database()
                .inTx(tx -> organizations.create(tx, "Acme", Switches.sandbox()))
                .id();
    }

    User person(UUID organizationId, Role role) {
        var name = role.name().toLowerCase(Locale.ROOT);
        return users.create(organizationId, name + "-" + clocks.newId() + "@example.com", "Rani " + name, role)
                .user();
    }

    /// Appends failed payouts, with distinguishable references.
    void fail(UUID organizationId, String type, int from, int count) {
        var all = new ArrayList<Event>();
        for (int number = from; number < from + count; number++) {
            var data = "{\"amount\":150000,\"currency\":\"IDR\",\"reference\":\"INV-" + number
                    + "\",\"failureCode\":\"ACCOUNT_CLOSED\"}";
            all.add(new Event(
                    organizationId, clocks.newId(), type, 1, data.getBytes(StandardCharsets.UTF_8), clocks.instant()));
        }
        database.database().run(tx -> events.append(tx, all));
    }

    void tell(UUID organizationId, Kind kind, Subject subject) {
        database.database().run(tx -> notices.create(tx, organizationId, kind, subject));
    }

    void pass(Duration duration) {
        time.updateAndGet(now -> now.plus(duration));
    }

    List<Mail> mail(UUID organizationId) {
        return mails(clocks).latest(1_000).stream()
                .filter(mail -> mail.organizationId().equals(organizationId))
                .map(StoredMail::mail)
                .toList();
    }

    List<Notification> seenBy(User user) {
        return notices.page(Reader.of(user), new Page.Request(100, 1, Page.Sort.UPDATED_DESCENDING))
                .docs();
    }

    @Override
    public void close() {
        database.close();
    }
}
