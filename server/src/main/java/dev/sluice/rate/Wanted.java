package dev.sluice.rate;

import dev.sluice.reference.Currency;
import dev.sluice.reference.References;
import dev.sluice.reference.Token;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What prices are wanted of: the tokens and currencies on offer, as of now.
record Wanted(References references) {

    /// The tokens' symbols, each with its identifier at CoinGecko.
    Map<String, String> symbols() {
        var ids = new TreeMap<String, String>();
        for (Token token : references.tokens()) {
            ids.putIfAbsent(token.symbol(), token.priceId());
        }
        return ids;
    }

    List<String> currencies() {
        return references.currencies().stream().map(Currency::code).toList();
    }

    boolean isSymbol(String code) {
        return references.tokens().stream().anyMatch(token -> token.symbol().equals(code));
    }

    boolean isCurrency(String code) {
        return references.currency(code).isPresent();
    }
}
