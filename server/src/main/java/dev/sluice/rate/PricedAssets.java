package dev.sluice.rate;

import dev.sluice.money.Asset;
import dev.sluice.reference.Currency;
import dev.sluice.reference.References;
import dev.sluice.reference.Token;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The assets to request prices for: all current tokens and currencies, including disabled ones. Money in disabled
/// ones can still arrive, and is exchanged at the rate of its arrival.
record PricedAssets(References references) {

    /// Returns the tokens' symbols, each with its identifier at CoinGecko.
    Map<String, String> symbols() {
        var ids = new TreeMap<String, String>();
        for (Token token : references.everyToken()) {
            ids.putIfAbsent(token.symbol(), token.priceId());
        }
        return ids;
    }

    List<String> currencies() {
        return references.everyCurrency().stream().map(Currency::code).toList();
    }

    boolean isSymbol(String code) {
        return references.everyToken().stream().anyMatch(token -> token.symbol().equals(code));
    }

    boolean isCurrency(String code) {
        return references
                .asset(code)
                .filter(asset -> asset.kind() == Asset.Kind.FIAT)
                .isPresent();
    }
}
