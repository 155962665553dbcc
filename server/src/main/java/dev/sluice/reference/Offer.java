package dev.sluice.reference;

import dev.sluice.db.Database;
import dev.sluice.money.FeeSchedule;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A way to pay or to be paid as an operator sees it: also where it is off.
public record Offer(
        String currency, String bankCode, String name, BigDecimal min, BigDecimal max, FeeSchedule fee, boolean isOn) {

    /// What one unit of `base` costs in `quote`, in the operators' table.
    ///
    /// @param isAdded whether no data file lists the pair, so that it can be taken off
    /// @param setAt when an operator set it; null for a sample of the data files
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

    /// Those of all currencies.
    public static List<Offer> payouts(Database database) {
        return database.browse(handle -> OfferStore.methods(handle, true, null));
    }

    /// Those of all currencies.
    public static List<Offer> deposits(Database database) {
        return database.browse(handle -> OfferStore.methods(handle, false, null));
    }

    public static List<Price> prices(Database database) {
        return database.browse(OfferStore::prices);
    }
}
