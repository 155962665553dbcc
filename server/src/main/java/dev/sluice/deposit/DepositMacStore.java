package dev.sluice.deposit;

import dev.sluice.db.Keyset;
import dev.sluice.db.Times;
import dev.sluice.deposit.lane.FormerInstructions;
import dev.sluice.vault.Vault;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL that reads all deposits and payments to verify their MACs.
final class DepositMacStore {
    private static final int PAGE = 1_000;
    private static final DepositRef FIRST = new DepositRef(new UUID(0, 0), new UUID(0, 0));

    private static final String AFTER = """
            SELECT d.organization_id, d.id, d.type, d.rail, d.method, d.method_type, d.settlement_type, d.destination,
                   d.input_asset, d.input_exponent, d.input_units, d.output_asset, d.output_kind, d.output_exponent,
                   d.output_units, d.rate, d.rate_until, d.fee_units, d.fee_flat, d.fee_percentage, d.payment,
                   d.quote_id, d.mac, p.payments, p.refunds, p.payments_mac
            FROM deposit d JOIN deposit_progress p USING (organization_id, id)
            WHERE (d.organization_id, d.id) > (:organization, :id)
            ORDER BY d.organization_id, d.id LIMIT :limit
            """;

    private static final String FORMER = """
            SELECT f.organization_id, f.deposit_id, d.type, f.rail, f.method, f.method_type, f.settlement_type,
                   f.destination, d.input_asset, d.input_exponent, f.input_units, d.output_asset, d.output_kind,
                   d.output_exponent, f.output_units, f.rate, f.rate_until, f.fee_units, f.fee_flat, f.fee_percentage,
                   f.payment, d.quote_id, f.ended_at, f.mac
            FROM deposit_former_instructions f
            JOIN deposit d ON d.organization_id = f.organization_id AND d.id = f.deposit_id
            WHERE (f.organization_id, f.deposit_id, f.destination) > (:organization, :id, :destination)
            ORDER BY f.organization_id, f.deposit_id, f.destination LIMIT :limit
            """;

    private static final String PAYMENTS_AFTER = """
            SELECT organization_id, rail, key, id, revision, reversed_at IS NOT NULL, reason, transfers,
                   resolution, moved_organization_id, moved_deposit_id, refund_id, deposit_id, mac
            FROM deposit_payment
            WHERE (organization_id, rail, key) > (:organization, :rail, :key)
            ORDER BY organization_id, rail, key LIMIT :limit
            """;

    private final DepositMac macs;

    DepositMacStore(Vault vault) {
        this.macs = new DepositMac(vault);
    }

    /// A deposit's row: the input of its MACs, and the stored MACs.
    private record StoredMacs(
            DepositRef ref,
            Deposit.RequestedPayment requested,
            Deposit.Instructions instructions,
            byte[] mac,
            byte @Nullable [] payments,
            @Nullable String refunds,
            byte @Nullable [] paymentsMac) {}

    /// Reports each deposit with a row that does not match its MACs.
    void prove(Handle snapshot, Consumer<String> fault) {
        deposits(snapshot)
                .verify(
                        this::isRight,
                        each -> "deposit " + each.ref().depositId() + " of "
                                + each.ref().organizationId() + ": it was changed in the database",
                        fault);
    }

    /// Reports each payment with a row that does not match its MAC.
    void provePayments(Handle snapshot, Consumer<String> fault) {
        payments(snapshot)
                .verify(
                        each -> each.known().authentic(),
                        each -> "payment " + each.known().id() + " of "
                                + each.key().organizationId() + ": it was changed in the database",
                        fault);
    }

    private Keyset<DepositPaymentStore.Key, DepositPaymentStore.StoredPayment> payments(Handle handle) {
        return new Keyset<>(
                new DepositPaymentStore.Key(FIRST.organizationId(), "", ""),
                PAGE,
                last -> handle.createQuery(PAYMENTS_AFTER)
                        .bind("organization", last.organizationId())
                        .bind("rail", last.rail())
                        .bind("key", last.key())
                        .bind("limit", PAGE)
                        .map((row, _) -> DepositPaymentStore.storedPayment(row, macs))
                        .list(),
                DepositPaymentStore.StoredPayment::key);
    }

    private boolean isRight(StoredMacs stored) {
        return macs.isOf(stored.ref(), stored.requested(), stored.instructions(), stored.mac())
                && macs.isOfPayments(stored.ref(), stored.payments(), stored.refunds(), stored.paymentsMac());
    }

    private static Keyset<DepositRef, StoredMacs> deposits(Handle handle) {
        return new Keyset<>(
                FIRST,
                PAGE,
                last -> handle.createQuery(AFTER)
                        .bind("organization", last.organizationId())
                        .bind("id", last.depositId())
                        .bind("limit", PAGE)
                        .map((row, _) -> macs(row))
                        .list(),
                StoredMacs::ref);
    }

    private static StoredMacs macs(ResultSet row) throws SQLException {
        return new StoredMacs(
                new DepositRef(row.getObject("organization_id", UUID.class), row.getObject("id", UUID.class)),
                DepositRows.requested(row),
                DepositRows.instructions(row),
                row.getBytes("mac"),
                row.getBytes("payments"),
                row.getString("refunds"),
                row.getBytes("payments_mac"));
    }

    /// Former instructions of a deposit, with their stored MAC.
    private record Former(FormerInstructions ended, byte[] mac) {}

    /// Keyset cursor of the former instructions: the last row of the previous page.
    private record Place(DepositRef deposit, String destination) {
        static Place of(Former former) {
            var ended = former.ended();
            return new Place(ended.deposit(), ended.instructions().destination().text());
        }
    }

    private static Keyset<Place, Former> former(Handle handle) {
        return new Keyset<>(
                new Place(FIRST, ""),
                PAGE,
                last -> handle.createQuery(FORMER)
                        .bind("organization", last.deposit().organizationId())
                        .bind("id", last.deposit().depositId())
                        .bind("destination", last.destination())
                        .bind("limit", PAGE)
                        .map((row, _) -> new Former(ended(row), row.getBytes("mac")))
                        .list(),
                Place::of);
    }

    /// Reports each deposit with former instructions that do not match their MAC.
    void proveFormer(Handle snapshot, Consumer<String> fault) {
        former(snapshot)
                .verify(
                        each -> macs.isOfFormer(each.ended(), each.mac()),
                        each -> "former instructions of deposit "
                                + each.ended().deposit().depositId() + " of "
                                + each.ended().deposit().organizationId() + ": they were changed in the database",
                        fault);
    }

    private static FormerInstructions ended(ResultSet row) throws SQLException {
        return new FormerInstructions(
                new DepositRef(row.getObject("organization_id", UUID.class), row.getObject("deposit_id", UUID.class)),
                DepositRows.requested(row),
                DepositRows.instructions(row),
                Times.instant(row, "ended_at"));
    }
}
