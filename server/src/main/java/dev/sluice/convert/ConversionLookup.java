package dev.sluice.convert;

import dev.sluice.db.Database;
import dev.sluice.money.Money;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Conversions of whichever organization, by their id or by that of the quote that they used.
public final class ConversionLookup {
    private final Database database;

    public ConversionLookup(Database database) {
        this.database = database;
    }

    /// One that was found.
    ///
    /// @param output the currency that it was converted to
    public record Found(UUID organizationId, UUID id, Money input, String output) {}

    /// @param organizations to look in
    public Optional<Found> find(List<UUID> organizations, UUID id) {
        return database.browse(handle -> ConversionLookupStore.find(handle, organizations, id));
    }
}
