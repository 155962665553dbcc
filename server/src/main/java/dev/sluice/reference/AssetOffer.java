package dev.sluice.reference;

import dev.sluice.db.Database;
import dev.sluice.money.FeeSchedule;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A currency or a token in the operator's view, including disabled ones.
///
/// @param token data that only tokens have
public record AssetOffer(
        String code, String name, boolean isOn, @Nullable TokenOffer token) {

    /// A token's network, and its terms for payouts and deposits.
    public record TokenOffer(String network, Tariff payout, Tariff deposit) {}

    /// Limits of an amount, and its fee.
    public record Tariff(BigDecimal min, BigDecimal max, FeeSchedule fee) {}

    /// Returns all currencies, in the order of the data files.
    public static List<AssetOffer> currencies(Database database) {
        return database.browse(OfferStore::currencies);
    }

    /// Returns all tokens, in the order of the data files.
    public static List<AssetOffer> tokens(Database database) {
        return database.browse(OfferStore::tokens);
    }
}
