package dev.sluice.deposit.create;

import dev.sluice.auth.Caller;
import dev.sluice.clock.Clocks;
import dev.sluice.deposit.PaymentMethodType;
import dev.sluice.deposit.Pricing;
import dev.sluice.deposit.Pricing.Priced;
import dev.sluice.deposit.create.DepositRequests.ItemReference;
import dev.sluice.deposit.create.DepositRequests.Parsed;
import dev.sluice.deposit.create.RateFields.Rated;
import dev.sluice.deposit.create.RateFields.RequestedRate;
import dev.sluice.http.Fields;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.reference.References;
import dev.sluice.reference.Token;
import dev.sluice.refusal.Refusal;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Parses a request for tokens into a draft, and finds all of its faults at once.
public final class CryptoDepositRequests {
    private static final int REFERENCE_LENGTH_MAX = 128;
    private static final int CODE_LENGTH_MAX = 64;

    private final References references;
    private final CurrencyFields currencies;
    private final RateFields rates;
    private final PaymentInstructions instructions;
    private final Clocks clocks;
    private final ExchangeLimits limits;

    public CryptoDepositRequests(
            References references,
            CurrencyFields currencies,
            RateFields rates,
            PaymentInstructions instructions,
            Clocks clocks) {
        this.references = references;
        this.currencies = currencies;
        this.rates = rates;
        this.instructions = instructions;
        this.clocks = clocks;
        this.limits = new ExchangeLimits(references);
    }

    public Parsed one(Caller caller, Fields fields) {
        var reference = fields.line("reference", REFERENCE_LENGTH_MAX).orElse(null);
        var note = fields.text("note", DepositRequests.NOTE_LENGTH_MAX).orElse(null);
        var draft = draft(caller, fields, reference, note);
        if (fields.findings().isEmpty() && draft.isEmpty()) {
            throw new IllegalStateException("a deposit was dropped without a finding");
        }
        return new Parsed(
                draft.stream().toList(),
                reference == null ? List.of() : List.of(new ItemReference("reference", reference)),
                fields.findings());
    }

    private Optional<Draft> draft(Caller caller, Fields fields, @Nullable String reference, @Nullable String note) {
        RateFields.checkForm(fields);
        var token = token(fields).map(matching -> references.withTerms(caller.organizationId(), matching));
        var output = token.flatMap(each -> currencies.outputOfToken(caller, fields, each));
        var amount = fields.requiredPositive("inputAmount");
        if (token.isEmpty() || output.isEmpty() || amount.isEmpty()) {
            return Optional.empty();
        }
        var asset = token.get().asset();
        if (!Money.fits(amount.get(), asset)) {
            fields.findings()
                    .add(
                            "inputAmount",
                            "TOO_MANY_DECIMALS",
                            "must have at most " + asset.exponent() + " decimals in " + asset.code());
            return Optional.empty();
        }
        var rated = rates.rate(caller, fields, new RequestedRate(asset, output.get(), amount.get(), false));
        var priced = rated.flatMap(
                rate -> priced(fields, token.get(), Money.exactly(amount.get(), asset), output.get(), rate));
        priced.flatMap(price -> limits.exceeded(caller.organizationId(), price))
                .ifPresent(words -> fields.findings().add("inputAmount", "OUT_OF_RANGE", words));
        return priced.flatMap(price -> draft(fields, token.get(), price, rated.get(), reference, note));
    }

    private Optional<Draft> draft(
            Fields fields, Token token, Priced priced, Rated rate, @Nullable String reference, @Nullable String note) {
        var id = clocks.newId();
        var way = instructions.of(token, id);
        if (way.isEmpty()) {
            if (instructions.takes(token)) {
                fields.findings()
                        .named(
                                Refusal.RAIL_UNAVAILABLE,
                                "inputCurrency",
                                "is temporarily not accepted: try again later, or use another token");
            } else {
                fields.findings().named(Refusal.CRYPTO_NOT_FOUND, "inputCurrency", "is not accepted by any rail");
            }
        }
        return way.map(found -> new Draft(
                "",
                new Draft.Id(id, false),
                priced,
                token.deposit().fee(),
                new Draft.By(token.network().network(), PaymentMethodType.CHAIN, null),
                found,
                rate.quote(),
                reference,
                note));
    }

    private Optional<Token> token(Fields fields) {
        var code = fields.requiredText("inputCurrency", CODE_LENGTH_MAX);
        var token = references.token(code);
        if (token.isEmpty() && !code.isEmpty()) {
            fields.findings().named(Refusal.CRYPTO_NOT_FOUND, "inputCurrency", "is not a supported token identifier");
        }
        return token;
    }

    private static Optional<Priced> priced(Fields fields, Token token, Money amount, Asset output, Rated rate) {
        var terms = token.deposit();
        var priced = new Pricing(terms.fee(), rate.rate(), output).ofInput(amount);
        if (!terms.admits(amount)) {
            fields.findings().add("inputAmount", "OUT_OF_RANGE", "must be from " + terms.min() + " to " + terms.max());
        } else if (!priced.output().isPositive()) {
            fields.findings().add("inputAmount", "OUT_OF_RANGE", priced.nothing());
        }
        return Optional.of(priced);
    }
}
