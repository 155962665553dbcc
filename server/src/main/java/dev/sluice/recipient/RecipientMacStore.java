package dev.sluice.recipient;

import dev.sluice.db.Keyset;
import dev.sluice.vault.Vault;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;

/// SQL that reads all recipients to verify their MACs.
final class RecipientMacStore {
    private static final int PAGE = 1_000;
    private static final RecipientStore.Key FIRST = new RecipientStore.Key(new UUID(0, 0), new UUID(0, 0));

    private static final String AFTER = """
            SELECT organization_id, id, name, sequence, sealed, mac FROM recipient
            WHERE (organization_id, id) > (:organization, :id) AND deleted_at IS NULL
            ORDER BY organization_id, id LIMIT :limit
            """;

    private final RecipientMac macs;

    RecipientMacStore(Vault vault) {
        this.macs = new RecipientMac(vault);
    }

    /// Key of a recipient, and the result of the verification of its row.
    private record Proved(RecipientStore.Key key, boolean right) {}

    /// Reports each recipient whose row does not match its MAC.
    void prove(Handle snapshot, Consumer<String> fault) {
        recipients(snapshot)
                .verify(
                        Proved::right,
                        each -> "recipient " + each.key().id() + " of "
                                + each.key().organizationId() + ": it was changed in the database",
                        fault);
    }

    private Keyset<RecipientStore.Key, Proved> recipients(Handle handle) {
        return new Keyset<>(
                FIRST,
                PAGE,
                last -> handle.createQuery(AFTER)
                        .bind("organization", last.organizationId())
                        .bind("id", last.id())
                        .bind("limit", PAGE)
                        .map((row, _) -> proved(row))
                        .list(),
                Proved::key);
    }

    private Proved proved(ResultSet row) throws SQLException {
        return new Proved(
                new RecipientStore.Key(row.getObject("organization_id", UUID.class), row.getObject("id", UUID.class)),
                macs.isOf(row));
    }
}
