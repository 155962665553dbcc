package dev.sluice.disbursement.query;

import dev.sluice.db.Database;
import dev.sluice.http.Ids;
import dev.sluice.money.Money;
import dev.sluice.rail.PayoutRef;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Finds payouts of any organization, for operators: by their id, that of their group or of their recipient, their
/// reference, their wallet, or their name at the rail: the bank's reference, or the hash of their transaction. Results
/// do not name the payee.
public final class PayoutLookup {
    private final Database database;

    public PayoutLookup(Database database) {
        this.database = database;
    }

    /// A payout that was found.
    public record PayoutMatch(
            PayoutRef ref,
            Money amount,
            String status,
            @Nullable String reference) {}

    /// The newest that a text names, as a whole.
    ///
    /// @param organizations to look in
    public List<PayoutMatch> find(List<UUID> organizations, String text, int limit) {
        var id = Ids.parse(text).orElse(null);
        return database.browse(handle -> PayoutLookupStore.find(handle, organizations, id, text, limit));
    }
}
