package dev.sluice.convert;

import dev.sluice.auth.Caller;
import dev.sluice.convert.BatchRun.Order;
import dev.sluice.convert.Terms.ConversionRequest;
import dev.sluice.http.Answer;
import dev.sluice.http.Fields;
import dev.sluice.http.Ids;
import dev.sluice.http.Query;
import dev.sluice.http.Request;
import dev.sluice.idempotency.Claim;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.reference.Currency;
import dev.sluice.reference.References;
import dev.sluice.reference.Token;
import dev.sluice.refusal.Findings;
import dev.sluice.refusal.Refusal;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Validates requests and converts them to exchanges; reports all findings at once.
final class ConvertRequests {
    private static final int CODE_LENGTH_MAX = 64;
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    private final References references;
    private final Terms terms;

    ConvertRequests(References references, Terms terms) {
        this.references = references;
        this.terms = terms;
    }

    /// One side of an exchange in a request. `field` is its path.
    private record Side(
            String field, String code, String amountField, Optional<BigDecimal> amount, boolean hasAmount) {}

    /// Parses an estimate: a token for fiat money, or the reverse, at the rate of a deposit with conversion.
    ConversionRequest estimate(Caller caller, Request request) {
        var query = request.query();
        var input = side(query, "inputCurrency", "inputAmount");
        var output = side(query, "outputCurrency", "outputAmount");
        var markup = query.positiveOrZero("markupRatePercentage").orElse(BigDecimal.ZERO);
        if (markup.compareTo(HUNDRED) >= 0) {
            query.findings().add("markupRatePercentage", "OUT_OF_RANGE", "must be from 0 to less than 100");
        }
        boolean buys = references.currency(input.code()).isPresent();
        if (buys && markup.signum() != 0) {
            query.findings()
                    .add("markupRatePercentage", "CONFLICT", "is allowed only when converting a token to a currency");
        }
        return conversionRequest(caller, query.findings(), input, output, buys, markup);
    }

    /// Parses a conversion: a token for fiat money.
    Order convert(Caller caller, Request request, Claim claim, Function<Conversion, Answer> render) {
        var fields = request.fields();
        var input = side(fields.requiredObject("input"));
        var output = side(fields.requiredObject("output"));
        var quoteId = quote(fields);
        if (references.currency(input.code()).isPresent()
                && references.token(output.code()).isPresent()) {
            fields.findings()
                    .named(
                            Refusal.CONVERSION_NOT_ENABLED,
                            input.field(),
                            "is a currency, and a conversion sells a token: to buy " + output.code()
                                    + ", create a deposit with it as outputCurrency");
            fields.findings().throwIfAny();
        }
        var requested = conversionRequest(caller, fields.findings(), input, output, false, BigDecimal.ZERO);
        return new Order(caller.organizationId(), caller.actorId(), requested, quoteId, claim, render);
    }

    private static Side side(Query query, String currency, String amount) {
        return new Side(
                currency,
                Asset.codeOf(query.requiredText(currency)),
                amount,
                query.positive(amount),
                query.has(amount));
    }

    private static Side side(Fields fields) {
        return new Side(
                fields.path("currency"),
                Asset.codeOf(fields.requiredText("currency", CODE_LENGTH_MAX)),
                fields.path("amount"),
                fields.positive("amount"),
                fields.has("amount"));
    }

    /// Parses the quote's id. A malformed id is reported as an unknown quote.
    private static @Nullable UUID quote(Fields fields) {
        var text = fields.text("quoteId", CODE_LENGTH_MAX);
        var id = text.flatMap(Ids::parse);
        if (text.isPresent() && id.isEmpty()) {
            fields.findings().named(Refusal.QUOTE_NOT_FOUND, "quoteId", "is not one of your quotes");
        }
        return id.orElse(null);
    }

    /// @param buys true if a token is bought with fiat money
    private ConversionRequest conversionRequest(
            Caller caller, Findings findings, Side input, Side output, boolean buys, BigDecimal markup) {
        var fiat = buys ? input : output;
        var crypto = buys ? output : input;
        if (input.hasAmount() == output.hasAmount()) {
            findings.add(
                    input.amountField(),
                    input.hasAmount() ? "CONFLICT" : "REQUIRED",
                    input.hasAmount()
                            ? "must not be given together with " + output.amountField()
                            : "is required unless the amount of the output is given");
        }
        var token = token(findings, crypto);
        var currency = currency(findings, fiat);
        if (token.isPresent() && currency.isPresent()) {
            // First what no switch changes.
            if (!references.isPayable(
                    buys ? token.get().asset() : currency.get().asset())) {
                findings.named(
                        Refusal.CONVERSION_NOT_ENABLED,
                        output.field(),
                        "is not paid out by any rail here, so nothing is converted to " + output.code());
            } else if (!terms.allows(caller, token.get(), currency.get().code())) {
                findings.named(
                        Refusal.CONVERSION_NOT_ENABLED,
                        output.field(),
                        crypto.code() + " and " + fiat.code() + " cannot be exchanged on this account");
            }
        }
        var given = input.hasAmount() ? input : output;
        var asset = given.equals(fiat) ? currency.map(Currency::asset) : token.map(Token::asset);
        var amount = asset.flatMap(known -> amount(findings, given, known));
        findings.throwIfAny();
        var tokenAsset = token.orElseThrow().asset();
        var fiatAsset = currency.orElseThrow().asset();
        return new ConversionRequest(
                caller.organizationId(),
                token.get(),
                buys ? fiatAsset : tokenAsset,
                buys ? tokenAsset : fiatAsset,
                amount.orElseThrow(),
                given.equals(output),
                markup,
                given.amountField());
    }

    private Optional<Token> token(Findings findings, Side side) {
        var token = references.token(side.code());
        if (token.isEmpty() && !side.code().isEmpty()) {
            findings.add(side.field(), "UNKNOWN_VALUE", "is not a supported token identifier, such as usdc-polygon");
        }
        return token;
    }

    private Optional<Currency> currency(Findings findings, Side side) {
        var currency = references.currency(side.code());
        if (currency.isEmpty() && !side.code().isEmpty()) {
            findings.add(side.field(), "UNKNOWN_VALUE", "is not a supported fiat currency");
        }
        return currency;
    }

    private static Optional<Money> amount(Findings findings, Side side, Asset asset) {
        return side.amount().flatMap(amount -> {
            if (Money.fits(amount, asset)) {
                return Optional.of(Money.exactly(amount, asset));
            }
            findings.add(
                    side.amountField(),
                    "TOO_MANY_DECIMALS",
                    "must have at most " + asset.exponent() + " decimals in " + asset.code());
            return Optional.empty();
        });
    }
}
