package dev.sluice.deposit.create;

import dev.sluice.auth.Caller;
import dev.sluice.convert.Quote;
import dev.sluice.convert.Quotes;
import dev.sluice.http.Fields;
import dev.sluice.http.Ids;
import dev.sluice.money.Asset;
import dev.sluice.rate.Rates;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Rate of a deposit's exchange: that of the quote in its request, or the current one.
public final class RateFields {
    /// Rounds up, so that the promised amount of a quote is reached.
    private static final MathContext PRECISION = new MathContext(24, RoundingMode.UP);

    private static final int CODE_LENGTH_MAX = 64;
    private static final String QUOTE = "quoteId";

    private final Rates rates;
    private final Quotes quotes;

    public RateFields(Rates rates, Quotes quotes) {
        this.rates = rates;
        this.quotes = quotes;
    }

    /// A rate, in units of the output for one of the input, and its quote.
    record Rated(BigDecimal rate, Quotes.@Nullable Wanted quote) {}

    /// The one amount of a request; `isOutput` is true if it is the output's.
    record RequestedRate(Asset input, Asset output, BigDecimal amount, boolean isOutput) {}

    /// Reports the faults of a quote's id that do not depend on anything else: a malformed id is no quote's id.
    static void checkForm(Fields fields) {
        var text = fields.text(QUOTE, CODE_LENGTH_MAX);
        if (text.isPresent() && Ids.parse(text.get()).isEmpty()) {
            fields.findings().named(Refusal.QUOTE_NOT_FOUND, fields.path(QUOTE), "is not one of your quotes");
        }
    }

    Optional<Rated> rate(Caller caller, Fields fields, RequestedRate given) {
        var text = fields.peekText(QUOTE);
        if (text.isPresent()) {
            return Ids.parse(text.get()).flatMap(id -> quoted(caller, fields, id, given));
        }
        if (!rates.isKnown(given.input(), given.output())) {
            fields.findings()
                    .named(
                            Refusal.CONVERSION_NOT_ENABLED,
                            fields.path("outputCurrency"),
                            "has no rate from " + given.input().code());
            return Optional.empty();
        }
        return Optional.of(new Rated(rates.require(given.input(), given.output()), null));
    }

    private Optional<Rated> quoted(Caller caller, Fields fields, UUID id, RequestedRate given) {
        try {
            var wanted = new Quotes.Wanted(
                    id,
                    fields.path(QUOTE),
                    given.input(),
                    given.output(),
                    given.isOutput() ? null : given.amount(),
                    given.isOutput() ? given.amount() : null);
            var quote = quotes.peek(caller.organizationId(), wanted);
            return Optional.of(new Rated(rate(quote, wanted), wanted));
        } catch (Refused refused) {
            if (refused.details().isEmpty()) {
                throw refused; // it is not about the quote, such as where the database is away
            }
            refused.details().forEach(detail -> fields.findings().named(refused.refusal(), detail));
            return Optional.empty();
        }
    }

    /// A markup is the organization's, and only a conversion books it.
    private static BigDecimal rate(Quote quote, Quotes.Wanted wanted) {
        var figures = quote.figures();
        if (figures.markup().signum() != 0) {
            throw Refusal.QUOTE_MISMATCH.refused(wanted.field(), "has a markup, which is allowed for conversions only");
        }
        return figures.input().asset().kind() == Asset.Kind.CRYPTO
                ? figures.price()
                : BigDecimal.ONE.divide(figures.price(), PRECISION);
    }
}
