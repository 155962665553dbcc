package dev.sluice.reference;

import dev.sluice.db.Database;
import dev.sluice.money.FeeSchedule;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A currency or a token as an operator sees it: also where it is off.
///
/// @param token what only tokens have
public record AssetOffer(
        String code, String name, boolean isOn, @Nullable TokenOffer token) {

    /// Where a token is, and on which terms it is paid out and paid in.
    public record TokenOffer(String network, Tariff payout, Tariff deposit) {}

    /// What may be paid at once, and what it costs.
    public record Tariff(BigDecimal min, BigDecimal max, FeeSchedule fee) {}

    /// All currencies, in the order of the data files.
    public static List<AssetOffer> currencies(Database database) {
        return database.browse(OfferStore::currencies);
    }

    /// All tokens, likewise.
    public static List<AssetOffer> tokens(Database database) {
        return database.browse(OfferStore::tokens);
    }
}
