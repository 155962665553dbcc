package dev.sluice.deposit.query;

import dev.sluice.db.Database;
import dev.sluice.deposit.DepositRef;
import dev.sluice.http.Ids;
import dev.sluice.money.Money;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Finds deposits of any organization by their id, their reference, their destination (the number of a virtual
/// account, the reference of a transfer, a wallet, a memo) or a payment: its id, the hash of its transaction, or its
/// number at the rail. Results do not name the payer.
public final class DepositLookup {
    private final Database database;

    public DepositLookup(Database database) {
        this.database = database;
    }

    /// A deposit that was found.
    ///
    /// @param amount amount that the payer is asked for
    public record DepositMatch(
            DepositRef ref,
            Money amount,
            String method,
            String status,
            @Nullable String reference) {}

    /// Finds the deposit of an id, with its organization.
    ///
    /// @param organizations organizations to search
    public Optional<DepositRef> ref(List<UUID> organizations, UUID id) {
        return database.browse(handle -> DepositLookupStore.ref(handle, organizations, id));
    }

    /// Id and reference of a payment's deposit.
    public record DepositName(UUID depositId, @Nullable String reference) {}

    /// The deposits of an organization that some ids are of, or of a payment of, by those ids.
    public Map<UUID, DepositName> named(UUID organizationId, Collection<UUID> ids) {
        return ids.isEmpty()
                ? Map.of()
                : database.browse(handle -> DepositLookupStore.named(handle, organizationId, ids));
    }

    /// Scope of a search.
    ///
    /// @param rails rails with payment numbers to search
    /// @param bulks true if an id may be that of deposits that were created together
    public record Search(List<UUID> organizations, List<String> rails, boolean bulks) {
        public Search {
            organizations = List.copyOf(organizations);
            rails = List.copyOf(rails);
        }
    }

    /// The newest that a text names, as a whole.
    public List<DepositMatch> find(Search search, String text, int limit) {
        var id = Ids.parse(text).orElse(null);
        return database.browse(handle -> DepositLookupStore.find(handle, search, id, text, limit));
    }
}
