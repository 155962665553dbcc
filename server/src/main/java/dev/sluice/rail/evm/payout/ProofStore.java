package dev.sluice.rail.evm.payout;

import dev.sluice.db.Keyset;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.evm.Hex;
import dev.sluice.rail.evm.wallet.NonceSlot;
import dev.sluice.rail.evm.wallet.NonceSlotCheck;
import dev.sluice.rail.evm.wallet.NonceStore;
import dev.sluice.rail.evm.wallet.TransactionMac;
import dev.sluice.rail.evm.wallet.TransactionStore.StoredTransaction;
import dev.sluice.vault.Vault;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL that verifies the rail's MACs: of open payouts, and of all slots by the transactions signed for them. Retired
/// slots count for nothing, and are left out.
public final class ProofStore {
    private static final int PAGE = 500;

    private static final String PAYOUTS = """
        SELECT * FROM rail_evm_payout
        WHERE state IN ('queued', 'signed') AND (organization_id, payout_id) > (:organization, :payout)
        ORDER BY organization_id, payout_id LIMIT :limit
        """;

    private static final String SLOTS = """
        SELECT slot.*, signed.raw, signed.filler, signed.mac FROM rail_evm_slot slot
        LEFT JOIN rail_evm_transaction signed
            ON signed.network = slot.network AND signed.hash = slot.hash AND signed.sender = slot.sender
                AND signed.nonce = slot.nonce AND octet_length(signed.raw) <= 4096
        WHERE NOT (slot.final AND slot.block_number IS NULL)
            AND (slot.network, slot.sender, slot.nonce) > (:network, :sender, :nonce)
        ORDER BY slot.network, slot.sender, slot.nonce LIMIT :limit
        """;

    private final PayoutMac payouts;
    private final TransactionMac transactions;

    public ProofStore(Vault vault) {
        this.payouts = new PayoutMac(vault);
        this.transactions = new TransactionMac(vault);
    }

    /// Slot with the stored transaction that it names.
    private record Signed(
            String network,
            String sender,
            long nonce,
            @Nullable NonceSlot slot,
            @Nullable StoredTransaction stored) {}

    public void prove(Handle snapshot, Consumer<String> fault) {
        provePayouts(snapshot, fault);
        new Keyset<>(
                        new Signed("", "", Long.MIN_VALUE, null, null),
                        PAGE,
                        last -> snapshot.createQuery(SLOTS)
                                .bind("network", last.network())
                                .bind("sender", last.sender())
                                .bind("nonce", last.nonce())
                                .bind("limit", PAGE)
                                .map((row, _) -> signed(row))
                                .list(),
                        each -> each)
                .verify(
                        this::isAuthentic,
                        each -> "evm_slot " + each.network() + "/" + each.sender() + "/" + each.nonce()
                                + ": it is not what the service signed",
                        fault);
    }

    private void provePayouts(Handle snapshot, Consumer<String> fault) {
        new Keyset<>(
                        new PayoutRef(new UUID(0, 0), new UUID(0, 0)),
                        PAGE,
                        last -> snapshot.createQuery(PAYOUTS)
                                .bind("organization", last.organizationId())
                                .bind("payout", last.payoutId())
                                .bind("limit", PAGE)
                                .map((row, _) -> PayoutStore.payout(row))
                                .list(),
                        Payout::ref)
                .verify(
                        payouts::isOf,
                        each -> "payout " + each.ref().payoutId() + " of "
                                + each.ref().organizationId() + ": its row of rail_evm_payout was changed",
                        fault);
    }

    private boolean isAuthentic(Signed signed) {
        var slot = signed.slot();
        var stored = signed.stored();
        return slot != null && stored != null && transactions.isOf(stored) && NonceSlotCheck.isOf(slot, stored);
    }

    private static Signed signed(ResultSet row) throws SQLException {
        var slot = NonceStore.slot(row);
        var raw = row.getBytes("raw");
        var stored = raw == null
                ? null
                : new StoredTransaction(
                        slot.network(),
                        slot.sender(),
                        slot.nonce(),
                        slot.hash(),
                        Hex.text(raw),
                        row.getBoolean("filler"),
                        row.getBytes("mac"));
        return new Signed(slot.network(), slot.sender(), slot.nonce(), slot, stored);
    }
}
