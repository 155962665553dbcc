package dev.sluice.deposit;

import dev.sluice.db.Database;
import dev.sluice.http.Ids;
import dev.sluice.money.Money;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Deposits of whichever organization, for operators: by their id, their reference, or the hash of a transaction that
/// paid them. Who pays is not told.
public final class DepositLookup {
    private final Database database;

    public DepositLookup(Database database) {
        this.database = database;
    }

    /// One that was found.
    ///
    /// @param amount that the payer is asked for
    public record Found(
            DepositRef ref,
            Money amount,
            String status,
            @Nullable String reference) {}

    /// The newest that a text names, as a whole.
    ///
    /// @param organizations to look in
    public List<Found> find(List<UUID> organizations, String text, int limit) {
        var id = Ids.parse(text).orElse(null);
        return database.browse(handle -> DepositLookupStore.find(handle, organizations, id, text, limit));
    }
}
