package dev.sluice.deposit;

import dev.sluice.db.Database;
import dev.sluice.http.Ids;
import dev.sluice.money.Money;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Deposits of whichever organization: by their id, their reference, where they are paid (the number of a virtual
/// account, the reference of a transfer, a wallet, a memo), or what a payment of theirs is called: by its id, the hash
/// of its transaction, or its number at the rail. Who pays is not told.
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
            String method,
            String status,
            @Nullable String reference) {}

    /// Whose deposit an id is of.
    ///
    /// @param organizations to look in
    public Optional<DepositRef> ref(List<UUID> organizations, UUID id) {
        return database.browse(handle -> DepositLookupStore.ref(handle, organizations, id));
    }

    /// What the deposit of a payment is called.
    public record Named(UUID depositId, @Nullable String reference) {}

    /// The deposits of an organization that some ids are of, or of a payment of, by those ids.
    public Map<UUID, Named> named(UUID organizationId, Collection<UUID> ids) {
        return ids.isEmpty()
                ? Map.of()
                : database.browse(handle -> DepositLookupStore.named(handle, organizationId, ids));
    }

    /// Where is looked.
    ///
    /// @param rails whose numbers are looked for
    /// @param bulks whether an id may be that of deposits that were made together
    public record Search(List<UUID> organizations, List<String> rails, boolean bulks) {
        public Search {
            organizations = List.copyOf(organizations);
            rails = List.copyOf(rails);
        }
    }

    /// The newest that a text names, as a whole.
    public List<Found> find(Search search, String text, int limit) {
        var id = Ids.parse(text).orElse(null);
        return database.browse(handle -> DepositLookupStore.find(handle, search, id, text, limit));
    }
}
