package dev.sluice.reference;

import dev.sluice.db.Database;
import dev.sluice.money.FeeSchedule;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A payout or deposit method in the operator's view, including disabled ones.
public record Offer(
        String currency, String bankCode, String name, BigDecimal min, BigDecimal max, FeeSchedule fee, boolean isOn) {

    /// Price of one unit of `base` in `quote`, in the operators' table.
    ///
    /// @param isAdded true if no data file lists the pair, so that it can be removed
    /// @param setAt time of an operator's edit; null for a sample of the data files
    public record Price(
            String base,
            String quote,
            BigDecimal price,
            boolean isAdded,
            @Nullable Instant setAt) {}

    public static List<Offer> payouts(Database database, String currency) {
        return database.browse(handle -> OfferStore.methods(handle, true, currency));
    }

    public static List<Offer> deposits(Database database, String currency) {
        return database.browse(handle -> OfferStore.methods(handle, false, currency));
    }

    /// Returns the payout methods of all currencies.
    public static List<Offer> payouts(Database database) {
        return database.browse(handle -> OfferStore.methods(handle, true, null));
    }

    /// Returns the deposit methods of all currencies.
    public static List<Offer> deposits(Database database) {
        return database.browse(handle -> OfferStore.methods(handle, false, null));
    }

    public static List<Price> prices(Database database) {
        return database.browse(OfferStore::prices);
    }
}
