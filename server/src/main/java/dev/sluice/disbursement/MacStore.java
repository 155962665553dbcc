package dev.sluice.disbursement;

import dev.sluice.db.Batch;
import dev.sluice.db.Keyset;
import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import dev.sluice.disbursement.DisbursementRows.Checked;
import dev.sluice.rail.PayoutRef;
import dev.sluice.vault.Vault;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// SQL of the MACs of open payouts: those that a version without any has left get theirs, and each can be proved.
final class MacStore {
    private static final int PAGE = 500;

    private static final String OPEN = """
            SELECT p.organization_id, p.id, a.disbursement_id IS NOT NULL AS asked, a.key_made_by, a.decided_by,
                   a.ended_at, a.approved IS TRUE AS approved
            FROM disbursement_progress p
            LEFT JOIN disbursement_approval a ON a.organization_id = p.organization_id AND a.disbursement_id = p.id
            WHERE p.status = 'pending' ORDER BY p.organization_id, p.id
            """;

    private static final String PUT = """
            UPDATE disbursement d SET mac = new.mac
            FROM unnest(?::uuid[], ?::uuid[], ?::bytea[]) AS new (organization_id, id, mac)
            WHERE d.organization_id = new.organization_id AND d.id = new.id AND d.mac IS NULL
            """;

    private static final String PUT_APPROVAL = """
            UPDATE disbursement_approval a SET mac = new.mac
            FROM unnest(?::uuid[], ?::uuid[], ?::bytea[]) AS new (organization_id, id, mac)
            WHERE a.organization_id = new.organization_id AND a.disbursement_id = new.id AND a.mac IS NULL
            """;

    private static final String OPEN_AFTER = """
            SELECT organization_id, id FROM disbursement_progress
            WHERE status = 'pending' AND (organization_id, id) > (:organization, :id)
            ORDER BY organization_id, id LIMIT :limit
            """;

    private final DisbursementStore store;

    MacStore(Vault vault) {
        this.store = new DisbursementStore(vault);
    }

    /// An open payout, and its approval if one was required.
    private record Open(
            PayoutRef ref,
            boolean asked,
            @Nullable UUID preparer,
            @Nullable UUID decidedBy,
            @Nullable Instant decidedAt,
            boolean approved) {}

    /// Makes the MACs of every open payout that has none, and of its approval.
    void adopt(Tx tx) {
        var open = tx.handle().createQuery(OPEN).map((row, _) -> open(row)).list();
        for (int from = 0; from < open.size(); from += PAGE) {
            var page = open.subList(from, Math.min(open.size(), from + PAGE));
            put(tx, page);
            putApprovals(
                    tx,
                    page.stream()
                            .filter(each -> each.approved() && each.decidedBy() != null && each.decidedAt() != null)
                            .toList());
        }
    }

    /// Reports each payout under way with an instruction or approval that does not match its MAC. Ended payouts
    /// are compared with the journal: it would take too long to open the payee of each.
    void prove(Handle snapshot, Consumer<String> fault) {
        new Keyset<>(
                        new PayoutRef(new UUID(0, 0), new UUID(0, 0)),
                        PAGE,
                        last -> snapshot.createQuery(OPEN_AFTER)
                                .bind("organization", last.organizationId())
                                .bind("id", last.payoutId())
                                .bind("limit", PAGE)
                                .map((row, _) -> new PayoutRef(
                                        row.getObject("organization_id", UUID.class), row.getObject("id", UUID.class)))
                                .list(),
                        Function.identity())
                .forEachPage(page -> altered(snapshot, page)
                        .forEach(each -> fault.accept("payout " + each.payoutId() + " of " + each.organizationId()
                                + ": it was changed in the database")));
    }

    /// Returns the altered payouts of a page. A row with a payee that cannot be opened spoils its page: then its
    /// payouts are checked one by one.
    private List<PayoutRef> altered(Handle snapshot, List<PayoutRef> page) {
        try {
            return store.findChecked(snapshot, page).stream()
                    .filter(each -> !each.authentic())
                    .map(each -> each.payout().ref())
                    .toList();
        } catch (IllegalStateException sealedByOthers) {
            return page.size() == 1
                    ? page
                    : page.stream()
                            .flatMap(each -> altered(snapshot, List.of(each)).stream())
                            .toList();
        }
    }

    private void put(Tx tx, List<Open> page) {
        var payouts = store.findChecked(tx, page.stream().map(Open::ref).toList()).stream()
                .map(Checked::payout)
                .toList();
        var open = page.stream().collect(Collectors.toMap(Open::ref, Function.identity()));
        Batch.of(PUT)
                .uuids(payouts, Disbursement::organizationId)
                .uuids(payouts, Disbursement::id)
                .bytes(payouts, payout -> mac(payout, Objects.requireNonNull(open.get(payout.ref()))))
                .update(tx);
    }

    private byte[] mac(Disbursement payout, Open open) {
        return open.asked()
                ? store.macs().ofAsked(payout, open.preparer())
                : store.macs().of(payout);
    }

    private void putApprovals(Tx tx, List<Open> approved) {
        Batch.of(PUT_APPROVAL)
                .uuids(approved, each -> each.ref().organizationId())
                .uuids(approved, each -> each.ref().payoutId())
                .bytes(
                        approved,
                        each -> store.macs()
                                .ofApproval(
                                        each.ref().organizationId(),
                                        each.ref().payoutId(),
                                        Objects.requireNonNull(each.decidedBy()),
                                        Objects.requireNonNull(each.decidedAt())))
                .update(tx);
    }

    private static Open open(ResultSet row) throws SQLException {
        return new Open(
                new PayoutRef(row.getObject("organization_id", UUID.class), row.getObject("id", UUID.class)),
                row.getBoolean("asked"),
                row.getObject("key_made_by", UUID.class),
                row.getObject("decided_by", UUID.class),
                Times.optionalInstant(row, "ended_at"),
                row.getBoolean("approved"));
    }
}
