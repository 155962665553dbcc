package dev.sluice.policy;

import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// SQL of `policy_wallet`.
final class AllowedWalletStore {
    private static final String COLUMNS = """
            organization_id, id, network, address, memo, any_memo, label, added_by, added_by_name, added_at
            """;

    private static final String SELECT = "SELECT " + COLUMNS + """
            FROM policy_wallet WHERE organization_id = ANY (:organizations::uuid[]) ORDER BY id DESC
            """;

    private static final String INSERT = """
            INSERT INTO policy_wallet (organization_id, id, network, address, address_key, memo, any_memo, label,
                                       added_by, added_by_name, added_at)
            VALUES (:organization, :id, :network, :address, :key, :memo, :anyMemo, :label, :by, :byName, :at)
            ON CONFLICT (organization_id, network, address_key, memo, any_memo) DO NOTHING
            """;

    private static final String DELETE = """
            DELETE FROM policy_wallet WHERE organization_id = :organization AND id = :id
            """;

    /// Stored in place of an absent memo, so that the unique index covers such wallets.
    private static final String NO_MEMO = "";

    private AllowedWalletStore() {}

    /// Returns the allowlists of several organizations.
    static Map<UUID, WalletList> lists(Handle handle, List<UUID> organizations) {
        var all = new HashMap<UUID, WalletList>();
        handle.createQuery(SELECT)
                .bindArray("organizations", UUID.class, organizations)
                .map((row, _) -> Map.entry(row.getObject("organization_id", UUID.class), read(row)))
                .forEach(each -> all.computeIfAbsent(each.getKey(), _ -> new WalletList())
                        .add(each.getValue()));
        return all;
    }

    /// Returns the allowlist, the latest wallet first.
    static List<ListedWallet> of(Handle handle, UUID organizationId) {
        return handle.createQuery(SELECT)
                .bindArray("organizations", UUID.class, List.of(organizationId))
                .map((row, _) -> read(row))
                .list();
    }

    static boolean insert(Tx tx, UUID organizationId, ListedWallet listed) {
        return tx.handle()
                        .createUpdate(INSERT)
                        .bind("organization", organizationId)
                        .bind("id", listed.id())
                        .bind("network", listed.wallet().network())
                        .bind("address", listed.wallet().address())
                        .bind("key", listed.wallet().key())
                        .bind("memo", Objects.requireNonNullElse(listed.wallet().memo(), NO_MEMO))
                        .bind("anyMemo", listed.anyMemo())
                        .bind("label", listed.label())
                        .bind("by", listed.addedBy())
                        .bind("byName", listed.addedByName())
                        .bind("at", listed.addedAt())
                        .execute()
                > 0;
    }

    static boolean delete(Tx tx, UUID organizationId, UUID id) {
        return tx.handle()
                        .createUpdate(DELETE)
                        .bind("organization", organizationId)
                        .bind("id", id)
                        .execute()
                > 0;
    }

    private static ListedWallet read(ResultSet row) throws SQLException {
        var memo = row.getString("memo");
        return new ListedWallet(
                row.getObject("id", UUID.class),
                new Wallet(row.getString("network"), row.getString("address"), memo.equals(NO_MEMO) ? null : memo),
                row.getBoolean("any_memo"),
                row.getString("label"),
                row.getObject("added_by", UUID.class),
                row.getString("added_by_name"),
                Times.instant(row, "added_at"));
    }
}
