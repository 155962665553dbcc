package dev.sluice.reference;

import dev.sluice.db.Database;
import dev.sluice.reference.AssetOffer.Tariff;
import java.util.List;

/// A conversion with its default terms in the operator's view, including disabled ones.
///
/// @param tariff the fee in the currency, the limits in the token
public record PairOffer(String symbol, String currency, Tariff tariff, boolean isOn) {
    /// Returns all conversions, in the order of the data files.
    public static List<PairOffer> all(Database database) {
        return database.browse(OfferStore::pairs);
    }

    /// Reports whether it is the offer of a pair.
    public boolean isOf(Pair pair) {
        return pair.symbol().equals(symbol) && pair.currency().equals(currency);
    }

    /// Returns its name, such as `USDC/IDR`.
    public String name() {
        return symbol + "/" + currency;
    }
}
