package dev.sluice.disbursement;

import dev.sluice.db.Database;
import dev.sluice.disbursement.Disbursement.Actor;
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

/// Payouts that were over when their rail said that something else had become of them: the money went though the
/// payout had failed, or did not go though it had completed. Such a payout stays what the merchant was told that it
/// is. An operator settles it with the rail, and says how.
public final class Discrepancies {
    private final Database database;
    private final DisbursementStore payouts;

    Discrepancies(Database database, DisbursementStore payouts) {
        this.database = database;
        this.payouts = payouts;
    }

    /// What the rail said.
    public enum Said {
        /// That the payee has the money.
        SETTLED,
        /// That the money did not leave.
        REJECTED
    }

    /// Which are listed: those that wait for somebody, or those that were settled.
    public enum Show {
        OPEN,
        CLOSED
    }

    /// Which are looked for; nothing where it may be any.
    public record Search(
            Show show,
            @Nullable UUID organizationId,
            @Nullable Said said) {
        public static final Search OPEN = new Search(Show.OPEN, null, null);
    }

    /// How it was settled, and by whom.
    public record Closing(Instant at, Actor by, String reason) {}

    /// The rail's word against ours.
    ///
    /// @param closing nothing as long as nobody has settled it
    public record Discrepancy(
            Disbursement payout,
            Said said,
            @Nullable String railReference,
            @Nullable String message,
            Instant foundAt,
            @Nullable Closing closing) {}

    /// A page of those that nobody has settled, the oldest payouts first, or of those that somebody has, the
    /// latest of these first.
    public Page<Discrepancy> list(Search search, Page.Request page) {
        return database.browse(
                handle -> Page.of(DiscrepancyStore.count(handle, search), page, () -> found(handle, search, page)));
    }

    private List<Discrepancy> found(Handle handle, Search search, Page.Request page) {
        var found = DiscrepancyStore.list(handle, search, page.limit(), page.offset());
        var refs = found.stream().map(DiscrepancyStore.Found::ref).toList();
        var byRef =
                payouts.find(handle, refs).stream().collect(Collectors.toMap(Disbursement::ref, Function.identity()));
        return found.stream()
                .flatMap(each -> Optional.ofNullable(byRef.get(each.ref())).map(each::of).stream())
                .toList();
    }

    public Optional<Discrepancy> find(PayoutRef ref) {
        return database.read(handle -> DiscrepancyStore.find(handle, ref)
                .flatMap(found ->
                        payouts.find(handle, List.of(ref)).stream().findFirst().map(found::of)));
    }

    /// Writes down how it was settled; what was settled before stays as it is.
    ///
    /// @return whether it was open
    public boolean close(PayoutRef ref, Closing closing) {
        return database.inTx(tx -> DiscrepancyStore.close(tx, ref, closing)) == 1;
    }
}
