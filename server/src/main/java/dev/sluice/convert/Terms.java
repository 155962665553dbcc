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
    Figures figures(ConversionRequest request) {
        var offer = offer(request);
        offer.findings().throwIfAny();
        return offer.figures();
    }

    /// Calculates a requested exchange and returns violated limits as findings, so that the caller can report
    /// others together with them.
    ///
    /// @throws dev.sluice.refusal.Refused if the pair's fee or its rate do not allow it
    Offer offer(ConversionRequest request) {
        var pair = pair(request);
        boolean sells = request.input().kind() == Asset.Kind.CRYPTO;
        var market = sells
                ? rates.require(request.input(), request.output())
                : rates.require(request.output(), request.input());
        // A converted deposit pays the fee of its payment method, which a quote does not contain.
        var exchange =
                new Exchange(request.input(), request.output(), market, sells ? pair.fee() : FREE, request.markup());
        if (!exchange.leavesAnything()) {
            throw Refusal.VALIDATION_FAILED.refused(List.of(
                    new Detail("markupRatePercentage", "OUT_OF_RANGE", "is too large: nothing is left after the fee")));
        }
        var figures = request.isOutputGiven() ? exchange.ofTotal(request.amount()) : exchange.ofInput(request.amount());
        if (!figures.input().isPositive() || !figures.total().isPositive()) {
            throw Refusal.VALIDATION_FAILED.refused(
                    List.of(new Detail(request.field(), "OUT_OF_RANGE", nothing(figures))));
        }
        return new Offer(figures, beyond(request, pair, sells ? figures.input() : figures.converted()));
    }

    private static String nothing(Figures figures) {
        return figures.converted().isPositive()
                ? "is too small: nothing is left after the fee"
                : "comes to less than " + Money.smallest(figures.output()) + ", the smallest unit of the output";
    }

    private static Findings beyond(ConversionRequest request, Pair pair, Money tokens) {
        var findings = new Findings();
        var amount = tokens.decimal();
        if (amount.compareTo(pair.min()) < 0 || amount.compareTo(pair.max()) > 0) {
            findings.add(
                    request.field(),
                    "OUT_OF_RANGE",
                    "must come to " + pair.min().toPlainString() + " to "
                            + pair.max().toPlainString() + " " + pair.symbol() + ", comes to "
                            + amount.toPlainString());
        }
        return findings;
    }

    private Pair pair(ConversionRequest request) {
        var pair = references.pair(request.token().symbol(), request.currency()).orElseThrow();
        return references.withTerms(request.organizationId(), pair);
    }
}
