package dev.sluice.notification;

import dev.sluice.db.Batch;
import dev.sluice.db.Tx;
import dev.sluice.merchant.User;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of `notification_person`.
final class ChoiceStore {
    private static final String OF_PEOPLE = """
            SELECT user_id, by_mail, language
            FROM unnest(?::uuid[], ?::uuid[]) AS asked (organization_id, user_id)
            JOIN notification_person USING (organization_id, user_id)
            """;

    private static final String OF_PERSON = """
            SELECT user_id, by_mail, language FROM notification_person
            WHERE organization_id = :organization AND user_id = :user
            """;

    private static final String PUT_CHOICE = """
            INSERT INTO notification_person (organization_id, user_id, by_mail) VALUES (:organization, :user, :byMail)
            ON CONFLICT (organization_id, user_id) DO UPDATE SET by_mail = excluded.by_mail
            """;

    private static final String PUT_LANGUAGE = """
            INSERT INTO notification_person (organization_id, user_id, language)
            VALUES (:organization, :user, :language)
            ON CONFLICT (organization_id, user_id) DO UPDATE SET language = excluded.language
            """;

    private ChoiceStore() {}

    /// Stored settings of a user.
    ///
    /// @param byMail names of kinds, separated by commas; null if the user never chose
    record Row(
            UUID userId, @Nullable String byMail, @Nullable String language) {}

    static List<Row> of(Handle handle, List<User> people) {
        return Batch.of(OF_PEOPLE)
                .uuids(people, User::organizationId)
                .uuids(people, User::id)
                .query(handle, ChoiceStore::read);
    }

    static Optional<Row> find(Handle handle, UUID organizationId, UUID userId) {
        return handle.createQuery(OF_PERSON)
                .bind("organization", organizationId)
                .bind("user", userId)
                .map((row, _) -> read(row))
                .findOne();
    }

    private static Row read(ResultSet row) throws SQLException {
        return new Row(row.getObject("user_id", UUID.class), row.getString("by_mail"), row.getString("language"));
    }

    static void choose(Tx tx, UUID organizationId, UUID userId, String byMail) {
        tx.handle()
                .createUpdate(PUT_CHOICE)
                .bind("organization", organizationId)
                .bind("user", userId)
                .bind("byMail", byMail)
                .execute();
    }

    static void setLanguage(Tx tx, UUID organizationId, UUID userId, String language) {
        tx.handle()
                .createUpdate(PUT_LANGUAGE)
                .bind("organization", organizationId)
                .bind("user", userId)
                .bind("language", language)
                .execute();
    }
}
