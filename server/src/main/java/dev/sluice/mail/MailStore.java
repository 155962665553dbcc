package dev.sluice.mail;

import dev.sluice.db.Times;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of `mail_message`.
final class MailStore {
    private static final String INSERT = """
            INSERT INTO mail_message (organization_id, id, topic, sealed, written_at, attempts, due_at)
            VALUES (:organization, :id, CAST(:topic AS uuid), :sealed, :at, 0, :at)
            """;

    private static final String CLAIM = """
            UPDATE mail_message SET attempts = attempts + 1, due_at = :again
            WHERE (organization_id, id) IN (
                SELECT organization_id, id FROM mail_message
                WHERE due_at <= :now AND written_at > :since
                ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
            RETURNING organization_id, id, topic, sealed, written_at, attempts
            """;

    private static final String SENT = """
            UPDATE mail_message SET sent_at = :now, sent_mac = :mac, due_at = NULL, fault = NULL
            WHERE organization_id = :organization AND id = :id
            """;

    private static final String FAILED = """
            UPDATE mail_message SET due_at = :again, fault = :fault WHERE organization_id = :organization AND id = :id
            """;

    private static final String LATEST = """
            SELECT organization_id, id, topic, sealed, written_at, attempts FROM mail_message
            ORDER BY written_at DESC, id DESC LIMIT :most
            """;

    private static final String SENT_ABOUT = """
            SELECT id, sent_at, sent_mac FROM mail_message
            WHERE organization_id = :organization AND topic = :topic AND sent_at IS NOT NULL ORDER BY sent_at, id
            """;

    private static final String SWEEP = """
            DELETE FROM mail_message WHERE written_at < :before
            """;

    private MailStore() {}

    static void insert(Handle handle, UUID organizationId, UUID id, @Nullable UUID topic, byte[] sealed, Instant now) {
        handle.createUpdate(INSERT)
                .bind("organization", organizationId)
                .bind("id", id)
                .bind("topic", topic)
                .bind("sealed", sealed)
                .bind("at", now)
                .execute();
    }

    /// Leases the mail that has been due longest; it is due again if this node dies.
    static Optional<SealedMail> claim(Handle handle, Instant now, Instant again, Instant since) {
        return handle.createQuery(CLAIM)
                .bind("now", now)
                .bind("again", again)
                .bind("since", since)
                .map((row, _) -> read(row))
                .findOne();
    }

    /// @param mac MAC of the delivery of a mail with a topic
    static void sent(Handle handle, StoredMail mail, Instant now, byte @Nullable [] mac) {
        handle.createUpdate(SENT)
                .bind("organization", mail.organizationId())
                .bind("id", mail.id())
                .bind("now", now)
                .bind("mac", mac)
                .execute();
    }

    /// Mails about a topic that a server accepted, by their rows, the first one first.
    static List<Delivery> sentAbout(Handle handle, UUID organizationId, UUID topic) {
        return handle.createQuery(SENT_ABOUT)
                .bind("organization", organizationId)
                .bind("topic", topic)
                .map((row, _) -> new Delivery(
                        row.getObject("id", UUID.class), Times.instant(row, "sent_at"), row.getBytes("sent_mac")))
                .list();
    }

    /// @param again time of the next attempt; empty to give up
    static void failed(Handle handle, StoredMail mail, String fault, Optional<Instant> again) {
        handle.createUpdate(FAILED)
                .bind("organization", mail.organizationId())
                .bind("id", mail.id())
                .bind("again", again.orElse(null))
                .bind("fault", fault)
                .execute();
    }

    static List<SealedMail> latest(Handle handle, int most) {
        return handle.createQuery(LATEST)
                .bind("most", most)
                .map((row, _) -> read(row))
                .list();
    }

    static int deleteExpired(Handle handle, Instant before) {
        return handle.createUpdate(SWEEP).bind("before", before).execute();
    }

    private static SealedMail read(ResultSet row) throws SQLException {
        return new SealedMail(
                row.getObject("organization_id", UUID.class),
                row.getObject("id", UUID.class),
                row.getObject("topic", UUID.class),
                row.getBytes("sealed"),
                Times.instant(row, "written_at"),
                row.getInt("attempts"));
    }

    /// Delivery of a mail, as its row has it.
    record Delivery(UUID id, Instant sentAt, byte @Nullable [] mac) {}

    /// Encrypted mail of a row.
    record SealedMail(
            UUID organizationId, UUID id, @Nullable UUID topic, byte[] sealed, Instant writtenAt, int attempts) {
        StoredMail opened(Function<SealedMail, String> opener) {
            return new StoredMail(organizationId, id, Mail.unpacked(opener.apply(this)), writtenAt, attempts);
        }
    }
}
