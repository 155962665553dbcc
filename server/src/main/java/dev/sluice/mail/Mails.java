package dev.sluice.mail;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.vault.Vault;
import jakarta.mail.MessagingException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The mail that people get. Without a server it stays where it is, for the sandbox's outbox to show.
public final class Mails {
    private static final Logger LOG = LoggerFactory.getLogger(Mails.class);
    private static final String PURPOSE = "mail_message";

    private static final int ATTEMPTS_MAX = 8;

    /// What a node took up is due again after this, should it die. A server that is slow at every word
    /// takes less, and the link in a letter that comes then is good for a while yet.
    private static final Duration LEASE = Duration.ofMinutes(13);

    private static final Duration FIRST_RETRY = Duration.ofMinutes(1);

    /// Old news is not sent.
    private static final Duration FRESH = Duration.ofDays(1);

    private static final Duration KEPT = Duration.ofDays(30);

    private final Database database;
    private final Vault vault;
    private final Clocks clocks;
    private final @Nullable Smtp smtp;

    private Mails(Database database, Vault vault, Clocks clocks, @Nullable Smtp smtp) {
        this.database = database;
        this.vault = vault;
        this.clocks = clocks;
        this.smtp = smtp;
    }

    /// @param server nothing where mail stays here
    public static Mails wire(Database database, Vault vault, Clocks clocks, Optional<SmtpSettings> server) {
        return new Mails(database, vault, clocks, server.map(Smtp::new).orElse(null));
    }

    /// Whether there is a server, so that mail reaches people.
    public boolean reachPeople() {
        return smtp != null;
    }

    /// Writes a mail in the transaction of what it tells. It is sent once that is committed.
    public void send(Tx tx, UUID organizationId, Mail mail) {
        var sealed = vault.seal(organizationId, PURPOSE, mail.packed());
        MailStore.insert(tx.handle(), organizationId, clocks.newId(), sealed, clocks.realInstant());
    }

    /// Writes mails that tell of something that is done already.
    public void send(UUID organizationId, List<Mail> letters) {
        database.run(tx -> letters.forEach(each -> send(tx, organizationId, each)));
    }

    /// The latest mail of the whole deployment, newest first.
    public List<Letter> latest(int most) {
        return database.browse(handle -> MailStore.latest(handle, most)).stream()
                .map(this::opened)
                .toList();
    }

    /// Sends one letter that is due; true where there may be more. None waits for its turn behind others,
    /// as its lease could end before that.
    public boolean step() {
        var server = smtp;
        if (server == null) {
            return false;
        }
        var now = clocks.realInstant();
        var claimed = database.inTx(tx -> MailStore.claim(tx.handle(), now, now.plus(LEASE), now.minus(FRESH)));
        claimed.ifPresent(each -> send(server, opened(each)));
        return claimed.isPresent();
    }

    /// Forgets old mail; true where there may be more.
    public boolean sweep() {
        database.run(tx -> MailStore.sweep(tx.handle(), clocks.realInstant().minus(KEPT)));
        return false;
    }

    private void send(Smtp server, Letter letter) {
        try {
            server.send(letter);
            database.run(tx -> MailStore.sent(tx.handle(), letter, clocks.realInstant()));
        } catch (MessagingException failed) {
            var again = again(letter.attempts(), clocks.realInstant());
            var fault = SmtpFault.of(failed);
            LOG.warn(
                    "mail {} was not sent, attempt {}{}: {}",
                    letter.id(),
                    letter.attempts(),
                    again.isPresent() ? "" : ", and is given up",
                    fault);
            database.run(tx -> MailStore.failed(tx.handle(), letter, fault, again));
        }
    }

    /// When a letter is tried again: after one minute, two, four and so on; nothing once it is given up.
    static Optional<Instant> again(int attempts, Instant now) {
        return attempts >= ATTEMPTS_MAX
                ? Optional.empty()
                : Optional.of(now.plus(FIRST_RETRY.multipliedBy(1L << (attempts - 1))));
    }

    private Letter opened(MailStore.Sealed sealed) {
        return sealed.opened(each -> vault.openText(each.organizationId(), PURPOSE, each.sealed()));
    }
}
