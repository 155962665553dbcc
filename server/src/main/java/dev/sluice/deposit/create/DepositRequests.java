package dev.sluice.deposit.create;

import dev.sluice.auth.Caller;
import dev.sluice.deposit.Pricing;
import dev.sluice.deposit.Pricing.Priced;
import dev.sluice.deposit.create.RateFields.RequestedRate;
import dev.sluice.http.Fields;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.reference.Currency;
import dev.sluice.reference.DepositMethod;
import dev.sluice.reference.References;
import dev.sluice.refusal.Findings;
import dev.sluice.refusal.Refusal;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Parses a create request into drafts, and finds all of its faults at once.
public final class DepositRequests {
    static final int ITEMS_MAX = 1_000;
    private static final int REFERENCE_LENGTH_MAX = 128;
    public static final int NOTE_LENGTH_MAX = 500;
    private static final int CODE_LENGTH_MAX = 64;

    private final References references;
    private final RateFields rates;
    private final CurrencyFields currencies;
    private final PaymentInstructions instructions;
    private final ExchangeLimits limits;

    public DepositRequests(
            References references, RateFields rates, CurrencyFields currencies, PaymentInstructions instructions) {
        this.references = references;
        this.rates = rates;
        this.currencies = currencies;
        this.instructions = instructions;
        this.limits = new ExchangeLimits(references);
    }

    /// Drafts of a request, the references of all its items (also of items without a draft), and the findings so
    /// far.
    public record Parsed(List<Draft> drafts, List<ItemReference> references, Findings findings) {}

    /// The reference of an item, and the field that names it.
    public record ItemReference(String field, String reference) {}

    public Parsed one(Caller caller, Fields fields, boolean duplicateReferencesAllowed) {
        return parsed(caller, fields, List.of(fields), duplicateReferencesAllowed);
    }

    public Parsed bulk(Caller caller, Fields fields, boolean duplicateReferencesAllowed) {
        return parsed(caller, fields, fields.requiredObjects("depositData", ITEMS_MAX), duplicateReferencesAllowed);
    }

    private Parsed parsed(Caller caller, Fields fields, List<Fields> items, boolean duplicateReferencesAllowed) {
        var drafts = new ArrayList<Draft>(items.size());
        var named = new ArrayList<ItemReference>();
        for (var item : items) {
            var reference = item.line("reference", REFERENCE_LENGTH_MAX).orElse(null);
            if (reference != null) {
                named.add(new ItemReference(item.path("reference"), reference));
            }
            draft(caller, item, reference).ifPresent(drafts::add);
        }
        var findings = fields.findings();
        if (!duplicateReferencesAllowed) {
            var seen = new HashSet<String>();
            named.stream()
                    .filter(each -> !seen.add(each.reference()))
                    .forEach(each ->
                            findings.named(Refusal.REFERENCE_EXISTS, each.field(), "is used twice in this request"));
        }
        if (findings.isEmpty() && drafts.size() != items.size()) {
            throw new IllegalStateException("an item was dropped without a finding");
        }
        return new Parsed(drafts, named, findings);
    }

    private Optional<Draft> draft(Caller caller, Fields item, @Nullable String reference) {
        var note = item.text("note", NOTE_LENGTH_MAX).orElse(null);
        RateFields.checkForm(item);
        var input = currencies.input(item);
        var output = currencies.output(caller, item, input);
        var type = balanceType(item, output);
        var method = method(item, input).map(found -> references.withTerms(caller.organizationId(), found));
        var amounts = amounts(item, type);
        if (input.isEmpty() || output.isEmpty() || method.isEmpty() || amounts.isEmpty()) {
            return Optional.empty();
        }
        var given = new RequestedRate(
                input.get().asset(),
                output.get(),
                amounts.get().value(),
                amounts.get().isOutput());
        var rated = rates.rate(caller, item, given);
        var priced = rated.flatMap(rate -> priced(item, amounts.get(), given, rate.rate(), method.get()));
        priced.flatMap(price -> limits.exceeded(caller.organizationId(), price))
                .ifPresent(words -> item.findings().add(amounts.get().field(), "OUT_OF_RANGE", words));
        return priced.flatMap(price -> instructions
                .of(method.get(), price.input(), caller.organizationName())
                .map(way -> new Draft(
                        item.path(""),
                        null,
                        price,
                        method.get().fee(),
                        Draft.By.of(method.get()),
                        way,
                        rated.get().quote(),
                        reference,
                        note))
                .or(() -> {
                    item.findings()
                            .named(
                                    Refusal.RAIL_UNAVAILABLE,
                                    item.path("paymentMethod"),
                                    "is temporarily unavailable: try again later, or use another method");
                    return Optional.empty();
                }));
    }

    private static Optional<Asset.Kind> balanceType(Fields item, Optional<Asset> output) {
        var text = item.requiredText("balanceType", CODE_LENGTH_MAX);
        for (var kind : Asset.Kind.values()) {
            if (kind.wire().equals(text)) {
                if (output.isPresent() && output.get().kind() != kind) {
                    item.findings()
                            .add(
                                    item.path("balanceType"),
                                    "CONFLICT",
                                    "must be " + output.get().kind().wire() + ", the type of outputCurrency");
                }
                return output.map(Asset::kind).or(() -> Optional.of(kind));
            }
        }
        if (!text.isEmpty()) {
            item.findings().add(item.path("balanceType"), "UNKNOWN_VALUE", "must be one of fiat, crypto");
        }
        return output.map(Asset::kind);
    }

    private Optional<DepositMethod> method(Fields item, Optional<Currency> input) {
        var code = item.requiredText("paymentMethod", CODE_LENGTH_MAX);
        if (input.isEmpty() || code.isEmpty()) {
            return Optional.empty();
        }
        var currency = input.get();
        var method = references.depositMethod(currency.code(), code);
        if (method.isEmpty()) {
            item.findings()
                    .named(
                            Refusal.PAYMENT_METHOD_NOT_FOUND,
                            item.path("paymentMethod"),
                            "is not a deposit payment method in " + currency.code());
        }
        return method;
    }

    /// The one amount of a request; `isOutput` is true if it is the output's.
    private record Amount(BigDecimal value, String field, boolean isOutput) {}

    private static Optional<Amount> amounts(Fields item, Optional<Asset.Kind> type) {
        boolean hasInput = item.has("inputAmount");
        boolean hasOutput = item.has("outputAmount");
        if (hasInput == hasOutput) {
            item.findings()
                    .add(
                            item.path("inputAmount"),
                            hasInput ? "CONFLICT" : "REQUIRED",
                            hasInput
                                    ? "must not be given together with outputAmount"
                                    : "is required unless outputAmount is given");
            return Optional.empty();
        }
        return hasInput
                ? item.positive("inputAmount").map(value -> new Amount(value, item.path("inputAmount"), false))
                : item.object("outputAmount").flatMap(object -> outputAmount(object, type));
    }

    private static Optional<Amount> outputAmount(Fields object, Optional<Asset.Kind> type) {
        if (type.isEmpty()) {
            return Optional.empty();
        }
        var wanted = type.get().wire();
        var other = type.get() == Asset.Kind.FIAT ? Asset.Kind.CRYPTO.wire() : Asset.Kind.FIAT.wire();
        if (object.has(other)) {
            object.findings()
                    .add(object.path(other), "CONFLICT", "must not be given, because outputCurrency is " + wanted);
        }
        return object.requiredPositive(wanted).map(value -> new Amount(value, object.path(wanted), true));
    }

    private static Optional<Priced> priced(
            Fields item, Amount amount, RequestedRate given, BigDecimal rate, DepositMethod method) {
        var input = given.input();
        var output = given.output();
        var asset = amount.isOutput() ? output : input;
        int decimals = amount.isOutput() ? asset.exponent() : PaymentInstructions.decimals(method);
        if (!Money.fits(amount.value(), decimals)) {
            item.findings().add(amount.field(), "TOO_MANY_DECIMALS", Money.decimalsRule(decimals, asset.code()));
            return Optional.empty();
        }
        var pricing = new Pricing(method.fee(), rate, output);
        var money = Money.exactly(amount.value(), asset);
        var priced = amount.isOutput()
                ? pricing.ofOutput(money, input, PaymentInstructions.decimals(method))
                : pricing.ofInput(money);
        if (!method.terms().admits(priced.input())) {
            item.findings()
                    .add(
                            amount.field(),
                            "OUT_OF_RANGE",
                            (amount.isOutput()
                                            ? "comes to " + priced.input() + ", which must be from "
                                            : "must be from ")
                                    + method.min() + " to " + method.max());
        } else if (!priced.output().isPositive()) {
            item.findings().add(amount.field(), "OUT_OF_RANGE", priced.nothing());
        }
        return Optional.of(priced);
    }
}
