package dev.sluice.merchant;

import dev.sluice.db.Tx;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// SQL of `merchant_logo`.
final class LogoStore {
    private static final String SELECT =
            "SELECT media_type, picture FROM merchant_logo WHERE organization_id = :organization";

    private static final String PUT = """
            INSERT INTO merchant_logo (organization_id, media_type, digest, picture)
            VALUES (:organization, :mediaType, encode(sha256(:picture), 'hex'), :picture)
            ON CONFLICT (organization_id) DO UPDATE
            SET media_type = excluded.media_type, digest = excluded.digest, picture = excluded.picture
            """;

    private static final String DELETE = "DELETE FROM merchant_logo WHERE organization_id = :organization";

    private LogoStore() {}

    static Optional<Logo> find(Handle handle, UUID organizationId) {
        return handle.createQuery(SELECT)
                .bind("organization", organizationId)
                .map((row, _) -> new Logo(row.getString("media_type"), row.getBytes("picture")))
                .findOne();
    }

    static void put(Tx tx, UUID organizationId, Logo logo) {
        tx.handle()
                .createUpdate(PUT)
                .bind("organization", organizationId)
                .bind("mediaType", logo.mediaType())
                .bind("picture", logo.picture())
                .execute();
    }

    static void delete(Tx tx, UUID organizationId) {
        tx.handle().createUpdate(DELETE).bind("organization", organizationId).execute();
    }
}
