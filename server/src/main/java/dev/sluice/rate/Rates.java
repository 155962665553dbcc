package dev.sluice.rate;

import dev.sluice.clock.Clocks;
import dev.sluice.money.Asset;
import dev.sluice.reference.References;
import dev.sluice.refusal.Refusal;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Optional;

/// What one unit of an asset is worth in another: tokens by the prices of their symbols, two fiat currencies by what a
/// dollar token costs in each. Rounded half up to 18 significant digits.
public final class Rates {
    private static final String MEASURE = "USDC";
    private static final MathContext PRECISION = new MathContext(18, RoundingMode.HALF_UP);

    private final References references;

    private Rates(References references) {
        this.references = references;
    }

    public static Rates wire(References references, Clocks clocks) {
        return new Rates(references);
    }

    /// The rate, or nothing where there is none now.
    public Optional<BigDecimal> rate(Asset from, Asset to) {
        if (from.equals(to)) {
            return Optional.of(BigDecimal.ONE);
        }
        var common = from.kind() == Asset.Kind.FIAT ? from.code() : to.kind() == Asset.Kind.FIAT ? to.code() : "USD";
        return inCurrency(from, common)
                .flatMap(value -> inCurrency(to, common)
                        .map(price -> value.divide(price, PRECISION).stripTrailingZeros()));
    }

    /// The rate.
    ///
    /// @throws dev.sluice.refusal.Refused `CONVERSION_NOT_ENABLED` where the two are never exchanged,
    ///     `RATE_UNAVAILABLE` where they are, and nobody knows the rate now
    public BigDecimal require(Asset from, Asset to) {
        return rate(from, to).orElseThrow(Refusal.CONVERSION_NOT_ENABLED::refused);
    }

    /// Whether the two can be exchanged, be it that nobody knows the rate now.
    public boolean isKnown(Asset from, Asset to) {
        return rate(from, to).isPresent();
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
