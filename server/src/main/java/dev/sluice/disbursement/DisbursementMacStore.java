package dev.sluice.disbursement;

import dev.sluice.db.Keyset;
import dev.sluice.rail.PayoutRef;
import dev.sluice.vault.Vault;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;

/// SQL that reads all open payouts to verify their MACs.
final class DisbursementMacStore {
    private static final int PAGE = 500;

    private static final String OPEN_AFTER = """
            SELECT organization_id, id FROM disbursement_progress
            WHERE status = 'pending' AND (organization_id, id) > (:organization, :id)
            ORDER BY organization_id, id LIMIT :limit
            """;

    private final DisbursementStore store;

    DisbursementMacStore(Vault vault) {
        this.store = new DisbursementStore(vault);
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
}
