package dev.sluice.reference;

import dev.sluice.db.Tx;
import dev.sluice.money.FeeSchedule;
import dev.sluice.reference.Agreement.Kind;
import dev.sluice.reference.Agreement.Scope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Update;

/// SQL of `reference_agreement`.
final class AgreementStore {
    private static final String ALL = """
            SELECT organization_id, kind, asset, method, fee_flat, fee_percentage, max_amount FROM reference_agreement
            ORDER BY organization_id, kind, asset, method
            """;

    private static final String OF_ORGANIZATION = """
            SELECT organization_id, kind, asset, method, fee_flat, fee_percentage, max_amount FROM reference_agreement
            WHERE organization_id = :organization
            ORDER BY kind, asset, method
            """;

    private static final String PUT = """
            INSERT INTO reference_agreement
                (organization_id, kind, asset, method, fee_flat, fee_percentage, max_amount, edited_at)
            VALUES (:organization, :kind, :asset, :method, :flat::numeric, :percentage::numeric, :max::numeric, :now)
            ON CONFLICT (organization_id, kind, asset, method) DO UPDATE
            SET fee_flat = excluded.fee_flat, fee_percentage = excluded.fee_percentage,
                max_amount = excluded.max_amount, edited_at = excluded.edited_at
            """;

    private static final String END = """
            DELETE FROM reference_agreement
            WHERE organization_id = :organization AND kind = :kind AND asset = :asset AND method = :method
            """;

    private AgreementStore() {}

    static List<Agreement> all(Handle handle) {
        return handle.createQuery(ALL).map((row, _) -> read(row)).list();
    }

    static List<Agreement> ofOrganization(Tx tx, UUID organizationId) {
        return tx.handle()
                .createQuery(OF_ORGANIZATION)
                .bind("organization", organizationId)
                .map((row, _) -> read(row))
                .list();
    }

    static int put(Tx tx, Agreement agreement, Instant now) {
        var fee = agreement.fee();
        return of(tx.handle().createUpdate(PUT), agreement.scope())
                .bind("flat", fee == null ? null : fee.flat())
                .bind("percentage", fee == null ? null : fee.percentage())
                .bind("max", agreement.max())
                .bind("now", OffsetDateTime.ofInstant(now, ZoneOffset.UTC))
                .execute();
    }

    static int end(Tx tx, Scope scope) {
        return of(tx.handle().createUpdate(END), scope).execute();
    }

    private static Update of(Update update, Scope scope) {
        return update.bind("organization", scope.organizationId())
                .bind("kind", scope.kind().name())
                .bind("asset", scope.asset())
                .bind("method", scope.method());
    }

    private static Agreement read(ResultSet row) throws SQLException {
        var flat = row.getBigDecimal("fee_flat");
        return new Agreement(
                new Scope(
                        row.getObject("organization_id", UUID.class),
                        Kind.valueOf(row.getString("kind")),
                        row.getString("asset"),
                        row.getString("method")),
                flat == null ? null : new FeeSchedule(flat, row.getBigDecimal("fee_percentage")),
                row.getBigDecimal("max_amount"));
    }
}
