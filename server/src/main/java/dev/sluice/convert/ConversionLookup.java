package dev.sluice.convert;

import dev.sluice.db.Database;
import dev.sluice.money.Money;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Looks up conversions across organizations, by their own id or by the id of the quote that they used.
public final class ConversionLookup {
    private final Database database;

    public ConversionLookup(Database database) {
        this.database = database;
    }

    /// A found conversion.
    ///
    /// @param output the currency that it was converted to
    public record ConversionMatch(UUID organizationId, UUID id, Money input, String output) {}

    /// @param organizations organizations to search
    public Optional<ConversionMatch> find(List<UUID> organizations, UUID id) {
        return database.browse(handle -> ConversionLookupStore.find(handle, organizations, id));
    }
}
