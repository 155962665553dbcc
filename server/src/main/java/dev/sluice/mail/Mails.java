package dev.sluice.mail;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.vault.RecordMac;
import dev.sluice.vault.Vault;
import jakarta.mail.MessagingException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Outgoing mail. Without an SMTP server, mails stay in the database, and the sandbox's outbox shows them.
public final class Mails {
    private static final Logger LOG = LoggerFactory.getLogger(Mails.class);
    private static final String PURPOSE = "mail_message";
    private static final String SENT_PURPOSE = "mail_message/sent";

    private static final int ATTEMPTS_MAX = 8;

    /// Lease of a mail, after which another node retries it. It exceeds the longest SMTP exchange of a slow
    /// server, and leaves links in the mail valid for a while.
    private static final Duration LEASE = Duration.ofMinutes(13);

    private static final Duration FIRST_RETRY = Duration.ofMinutes(1);

    /// Maximum age of a mail to send.
    private static final Duration FRESH = Duration.ofDays(1);

    private static final Duration KEPT = Duration.ofDays(30);

    private final Database database;
    private final Vault vault;
    private final Clocks clocks;
    private final RecordMac sentMac;
    private final @Nullable Smtp smtp;

    private Mails(Database database, Vault vault, Clocks clocks, @Nullable Smtp smtp) {
        this.database = database;
        this.vault = vault;
        this.clocks = clocks;
        this.sentMac = vault.mac(SENT_PURPOSE);
        this.smtp = smtp;
    }

    /// @param server SMTP server; empty if mails stay in the database
    public static Mails wire(Database database, Vault vault, Clocks clocks, Optional<SmtpSettings> server) {
        return new Mails(database, vault, clocks, server.map(Smtp::new).orElse(null));
    }

    /// Returns true if a server is configured, so that mails leave the service.
    public boolean reachPeople() {
        return smtp != null;
    }

    /// Stores a mail in the transaction of its event. It is sent after the commit.
    public void send(Tx tx, UUID organizationId, Mail mail) {
        store(tx, organizationId, null, mail);
    }

    /// Stores a mail about a topic, whose delivery [#accepted] tells.
    public void send(Tx tx, UUID organizationId, UUID topic, Mail mail) {
        store(tx, organizationId, topic, mail);
    }

    private void store(Tx tx, UUID organizationId, @Nullable UUID topic, Mail mail) {
        var sealed = vault.seal(organizationId, purpose(topic), mail.packed());
        MailStore.insert(tx.handle(), organizationId, clocks.newId(), topic, sealed, clocks.realInstant());
    }

    /// Returns the time at which a mail server first accepted a mail about a topic; empty where none did. A row
    /// that says so without the service's MAC does not count.
    public Optional<Instant> accepted(Tx tx, UUID organizationId, UUID topic) {
        return MailStore.sentAbout(tx.handle(), organizationId, topic).stream()
                .filter(each -> sentMac.isOf(each.mac(), delivery(organizationId, each.id(), topic, each.sentAt())))
                .map(MailStore.Delivery::sentAt)
                .findFirst();
    }

    /// The seal covers the topic: a mail that is moved to another one cannot be opened, and so is never sent.
    private static String purpose(@Nullable UUID topic) {
        return topic == null ? PURPOSE : PURPOSE + "/" + topic;
    }

    private static List<Object> delivery(UUID organizationId, UUID id, UUID topic, Instant sentAt) {
        return List.of(organizationId, id, topic, sentAt.toEpochMilli());
    }

    /// Stores mails about events that are committed already.
    public void send(UUID organizationId, Function<Tx, List<Mail>> mails) {
        database.run(tx -> mails.apply(tx).forEach(each -> send(tx, organizationId, each)));
    }

    /// Returns the latest mails of all organizations, the newest first.
    public List<StoredMail> latest(int most) {
        return database.browse(handle -> MailStore.latest(handle, most)).stream()
                .map(this::opened)
                .toList();
    }

    /// Sends one due mail; true if there may be more. Mails are leased one at a time, since a batch could outlast
    /// its lease.
    public boolean step() {
        var server = smtp;
        if (server == null) {
            return false;
        }
        var now = clocks.realInstant();
        var claimed = database.inTx(tx -> MailStore.claim(tx.handle(), now, now.plus(LEASE), now.minus(FRESH)));
        claimed.ifPresent(each -> send(server, each));
        return claimed.isPresent();
    }

    /// Deletes old mails; true if there may be more.
    public boolean deleteExpired() {
        database.run(
                tx -> MailStore.deleteExpired(tx.handle(), clocks.realInstant().minus(KEPT)));
        return false;
    }

    private void send(Smtp server, MailStore.SealedMail sealed) {
        var stored = opened(sealed);
        try {
            server.send(stored);
            var now = clocks.realInstant();
            var topic = sealed.topic();
            var mac = topic == null ? null : sentMac.of(delivery(stored.organizationId(), stored.id(), topic, now));
            database.run(tx -> MailStore.sent(tx.handle(), stored, now, mac));
        } catch (MessagingException failed) {
            var again = again(stored.attempts(), clocks.realInstant());
            var fault = SmtpFault.of(failed);
            LOG.warn(
                    "mail {} not sent, attempt {}{}: {}",
                    stored.id(),
                    stored.attempts(),
                    again.isPresent() ? "" : ", no further attempts",
                    fault);
            database.run(tx -> MailStore.failed(tx.handle(), stored, fault, again));
        }
    }

    /// Returns the time of the next attempt: after one minute, two, four and so on; nothing after the last
    /// attempt.
    static Optional<Instant> again(int attempts, Instant now) {
        return attempts >= ATTEMPTS_MAX
                ? Optional.empty()
                : Optional.of(now.plus(FIRST_RETRY.multipliedBy(1L << (attempts - 1))));
    }

    private StoredMail opened(MailStore.SealedMail sealed) {
        return sealed.opened(each -> vault.openText(each.organizationId(), purpose(each.topic()), each.sealed()));
    }
}
