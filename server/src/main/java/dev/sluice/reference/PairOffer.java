package dev.sluice.reference;

import dev.sluice.db.Database;
import dev.sluice.reference.AssetOffer.Tariff;
import java.util.List;

/// A conversion as an operator sees it, on everybody's terms: also where it is off.
///
/// @param tariff the fee in the currency, the limits in the token
public record PairOffer(String symbol, String currency, Tariff tariff, boolean isOn) {
    /// All of them, in the order of the data files.
    public static List<PairOffer> all(Database database) {
        return database.browse(OfferStore::pairs);
    }

    /// What it is called: `USDC/IDR`.
    public String name() {
        return symbol + "/" + currency;
    }
}
