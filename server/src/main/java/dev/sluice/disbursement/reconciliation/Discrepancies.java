package dev.sluice.disbursement.reconciliation;

import dev.sluice.db.Database;
import dev.sluice.disbursement.Disbursement;
import dev.sluice.disbursement.Disbursement.Actor;
import dev.sluice.disbursement.DisbursementStore;
import dev.sluice.http.Page;
import dev.sluice.rail.PayoutRef;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Payouts with a rail report that contradicts their final state: paid after a failure, or not paid after a
/// completion. Such a payout keeps the status that the merchant was given. An operator settles it with the rail, and
/// records how.
public final class Discrepancies {
    private final Database database;
    private final DisbursementStore payouts;

    public Discrepancies(Database database, DisbursementStore payouts) {
        this.database = database;
        this.payouts = payouts;
    }

    /// The rail's report.
    public enum RailReport {
        /// That the payee has the money.
        SETTLED,
        /// That the money did not leave.
        REJECTED
    }

    /// Selection by state: open or settled discrepancies.
    public enum Show {
        OPEN,
        CLOSED
    }

    /// Search for discrepancies; a null field matches all.
    public record Search(
            Show show,
            @Nullable UUID organizationId,
            @Nullable RailReport report) {
        public static final Search OPEN = new Search(Show.OPEN, null, null);
    }

    /// Record of a settlement, with the person.
    public record Closing(Instant at, Actor by, String reason) {}

    /// The rail's report against our state.
    ///
    /// @param closing null as long as it is open
    public record Discrepancy(
            Disbursement payout,
            RailReport report,
            @Nullable String railReference,
            @Nullable String message,
            Instant foundAt,
            @Nullable Closing closing) {}

    /// Returns a page of open discrepancies, the oldest payouts first, or of settled ones, the latest settled
    /// first.
    public Page<Discrepancy> list(Search search, Page.Request page) {
        return database.browse(
                handle -> Page.of(DiscrepancyStore.count(handle, search), page, () -> found(handle, search, page)));
    }

    private List<Discrepancy> found(Handle handle, Search search, Page.Request page) {
        var found = DiscrepancyStore.list(handle, search, page.limit(), page.offset());
        var refs = found.stream().map(DiscrepancyStore.StoredDiscrepancy::ref).toList();
        var byRef =
                payouts.find(handle, refs).stream().collect(Collectors.toMap(Disbursement::ref, Function.identity()));
        return found.stream()
                .flatMap(each -> Optional.ofNullable(byRef.get(each.ref())).map(each::of).stream())
                .toList();
    }

    public Optional<Discrepancy> find(PayoutRef ref) {
        return database.read(handle -> DiscrepancyStore.find(handle, ref)
                .flatMap(stored ->
                        payouts.find(handle, List.of(ref)).stream().findFirst().map(stored::of)));
    }

    /// Records how it was settled; an earlier settlement stays.
    ///
    /// @return true if it was open
    public boolean close(PayoutRef ref, Closing closing) {
        return database.inTx(tx -> DiscrepancyStore.close(tx, ref, closing)) == 1;
    }
}
