package dev.sluice.convert;

import dev.sluice.auth.Caller;
import dev.sluice.merchant.Organizations;
import dev.sluice.money.Asset;
import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
import dev.sluice.rate.Rates;
import dev.sluice.reference.Pair;
import dev.sluice.reference.References;
import dev.sluice.reference.Token;
import dev.sluice.refusal.Detail;
import dev.sluice.refusal.Findings;
import dev.sluice.refusal.Refusal;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;

/// Terms of exchanges: pairs with an organization's fees and limits, and the market rate.
final class Terms {
    private static final FeeSchedule FREE = new FeeSchedule(BigDecimal.ZERO, BigDecimal.ZERO);

    private final References references;
    private final Organizations organizations;
    private final Rates rates;

    Terms(References references, Organizations organizations, Rates rates) {
        this.references = references;
        this.organizations = organizations;
        this.rates = rates;
    }

    /// A requested exchange between a token and a currency, in either direction, of one amount.
    ///
    /// @param amount the input amount, or the total to remain after the fee
    record ConversionRequest(
            UUID organizationId,
            Token token,
            Asset input,
            Asset output,
            Money amount,
            boolean isOutputGiven,
            BigDecimal markup,
            String field) {
        String currency() {
            return input.kind() == Asset.Kind.FIAT ? input.code() : output.code();
        }
    }

    /// Reports whether the pair is offered and an organization may exchange it.
    boolean allows(Caller caller, Token token, String currency) {
        return references.pair(token.symbol(), currency).isPresent()
                && organizations.switches(caller.organizationId()).conversionEnabled(token.symbol(), currency);
    }

    /// Figures of a requested exchange, and violations of the pair's limits. A quote was within the limits when it
    /// was created.
    record Offer(Figures figures, Findings findings) {
        static Offer of(Quote quote) {
            return new Offer(quote.figures(), new Findings());
        }
    }

    /// Calculates a requested exchange at the current rate.
    ///
    /// @throws dev.sluice.refusal.Refused if the pair's limits, its fee or its rate do not allow it
    Figures figures(ConversionRequest wish) {
        var offer = offer(wish);
        offer.findings().throwIfAny();
        return offer.figures();
    }

    /// Calculates a requested exchange and returns violated limits as findings, so that the caller can report
    /// others together with them.
    ///
    /// @throws dev.sluice.refusal.Refused if the pair's fee or its rate do not allow it
    Offer offer(ConversionRequest wish) {
        var pair = pair(wish);
        boolean sells = wish.input().kind() == Asset.Kind.CRYPTO;
        var market = sells ? rates.require(wish.input(), wish.output()) : rates.require(wish.output(), wish.input());
        // A converted deposit pays the fee of its payment method, which a quote does not contain.
        var exchange = new Exchange(wish.input(), wish.output(), market, sells ? pair.fee() : FREE, wish.markup());
        if (!exchange.leavesAnything()) {
            throw Refusal.VALIDATION_FAILED.refused(List.of(
                    new Detail("markupRatePercentage", "OUT_OF_RANGE", "is too large: nothing is left after the fee")));
        }
        var figures = wish.isOutputGiven() ? exchange.ofTotal(wish.amount()) : exchange.ofInput(wish.amount());
        if (!figures.input().isPositive() || !figures.total().isPositive()) {
            throw Refusal.VALIDATION_FAILED.refused(
                    List.of(new Detail(wish.field(), "OUT_OF_RANGE", nothing(figures))));
        }
        return new Offer(figures, beyond(wish, pair, sells ? figures.input() : figures.converted()));
    }

    private static String nothing(Figures figures) {
        return figures.converted().isPositive()
                ? "is too small: nothing is left after the fee"
                : "comes to less than " + Money.smallest(figures.output()) + ", the smallest unit of the output";
    }

    private static Findings beyond(ConversionRequest wish, Pair pair, Money tokens) {
        var findings = new Findings();
        var amount = tokens.decimal();
        if (amount.compareTo(pair.min()) < 0 || amount.compareTo(pair.max()) > 0) {
            findings.add(
                    wish.field(),
                    "OUT_OF_RANGE",
                    "must come to " + pair.min().toPlainString() + " to "
                            + pair.max().toPlainString() + " " + pair.symbol() + ", comes to "
                            + amount.toPlainString());
        }
        return findings;
    }

    private Pair pair(ConversionRequest wish) {
        var pair = references.pair(wish.token().symbol(), wish.currency()).orElseThrow();
        return references.withTerms(wish.organizationId(), pair);
    }
}
