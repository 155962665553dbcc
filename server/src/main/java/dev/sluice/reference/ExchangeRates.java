package dev.sluice.reference;

import dev.sluice.money.Asset;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Optional;

/// What one unit of an asset is worth in another, derived from the price table: tokens by their prices, two fiat
/// currencies by what a dollar token costs in each. Rounded half up to 18 significant digits.
public final class ExchangeRates {
    private static final String MEASURE = "USDC";
    private static final MathContext PRECISION = new MathContext(18, RoundingMode.HALF_UP);

    private final References references;

    public ExchangeRates(References references) {
        this.references = references;
    }

    /// The rate, or nothing where a price is missing.
    public Optional<BigDecimal> rate(Asset from, Asset to) {
        if (from.equals(to)) {
            return Optional.of(BigDecimal.ONE);
        }
        var common = from.kind() == Asset.Kind.FIAT ? from.code() : to.kind() == Asset.Kind.FIAT ? to.code() : "USD";
        return inCurrency(from, common)
                .flatMap(value -> inCurrency(to, common)
                        .map(price -> value.divide(price, PRECISION).stripTrailingZeros()));
    }

    /// What one unit of an asset costs in a fiat currency.
    private Optional<BigDecimal> inCurrency(Asset asset, String currency) {
        if (asset.code().equals(currency)) {
            return Optional.of(BigDecimal.ONE);
        }
        if (asset.kind() == Asset.Kind.CRYPTO) {
            return references.token(asset.code()).flatMap(token -> references.price(token.symbol(), currency));
        }
        return references
                .price(MEASURE, currency)
                .flatMap(common -> references
                        .price(MEASURE, asset.code())
                        .map(price -> common.divide(price, MathContext.DECIMAL128)));
    }
}
