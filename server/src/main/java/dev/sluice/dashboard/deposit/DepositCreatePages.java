package dev.sluice.dashboard.deposit;

import dev.sluice.client.SluiceClient;
import dev.sluice.client.model.CryptoDepositCreate;
import dev.sluice.client.model.Deposit;
import dev.sluice.client.model.FiatDepositCreate;
import dev.sluice.client.model.FiatDepositMethod;
import dev.sluice.dashboard.Estimate;
import dev.sluice.dashboard.Estimate.Figures;
import dev.sluice.dashboard.Estimate.Sum;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.PayInForm;
import dev.sluice.dashboard.PayInForm.Content;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.deposit.DepositForm.DepositInput;
import dev.sluice.deposit.Pricing.Priced;
import dev.sluice.deposit.create.DepositPreparation;
import dev.sluice.deposit.create.DepositPreparation.Order;
import dev.sluice.http.Answer;
import dev.sluice.http.JsonObject;
import dev.sluice.http.Query;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.reference.DepositMethod;
import dev.sluice.reference.References;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Creates deposits: in a currency by one of its payment methods, or in a token.
final class DepositCreatePages {
    /// Form fields by the names of the service. The form has a single amount field for both sides.
    private static final Map<String, String> NAMES = Map.of(
            "inputAmount", "amount",
            "outputAmount", "amount",
            "outputAmount.fiat", "amount",
            "outputAmount.crypto", "amount",
            "inputCurrency", "currency",
            "quoteId", "outputCurrency");

    private final References references;
    private final DepositPreparation preparation;

    DepositCreatePages(References references, DepositPreparation preparation) {
        this.references = references;
        this.preparation = preparation;
    }

    PayInForm<DepositInput> form() {
        return new PayInForm<>(
                DepositPages.BUNDLE, NAMES, references::decimals, this::typed, this::unquoted, this::make, this::page);
    }

    /// Reads the form. Without a type, it opens on the first one that a rail accepts.
    private DepositInput typed(Query sent) {
        var type = sent.text("type")
                .filter(List.of(DepositSearch.FIAT, DepositSearch.CRYPTO)::contains)
                .or(() -> references.depositKinds().stream().findFirst().map(Asset.Kind::wire))
                .orElse(DepositSearch.FIAT);
        return DepositInput.of(sent, type, sent.text("currency").orElse(""));
    }

    /// Estimates a deposit between two currencies, for which the service has no quotes. The estimate is the price
    /// of an immediate deposit; the actual rate is the one at its creation.
    private Optional<Estimate> unquoted(PageContext context, DepositInput typed, BigDecimal amount) {
        boolean isQuoted = typed.type().equals(DepositSearch.CRYPTO)
                || references.token(typed.output()).isPresent();
        return isQuoted
                ? Optional.empty()
                : Optional.of(estimate(
                        preparation.priced(context.caller(), new Order(Asset.Kind.FIAT, request(typed, amount), ""))));
    }

    private static Estimate estimate(Priced priced) {
        var paid = priced.input().asset().code();
        var figures = new Figures(
                sum(priced.input()),
                sum(priced.output()),
                sum(priced.fee()),
                Sum.one(paid),
                new Sum(priced.rate(), priced.output().asset().code()));
        return new Estimate(figures, null);
    }

    private static Sum sum(Money money) {
        return new Sum(money.decimal(), money.asset().code());
    }

    /// Returns the request as the API endpoint would receive it.
    private static JsonObject request(DepositInput typed, BigDecimal amount) {
        var kind = Asset.Kind.FIAT.wire();
        return new JsonObject()
                .put("inputCurrency", typed.currency())
                .putPresent("inputAmount", typed.isOutput() ? null : amount)
                .put("outputCurrency", typed.output())
                .putPresent("outputAmount", typed.isOutput() ? new JsonObject().put(kind, amount) : null)
                .put("balanceType", kind)
                .put("paymentMethod", typed.method());
    }

    private String make(SluiceClient client, DepositInput typed, BigDecimal amount) {
        Deposit created = typed.type().equals(DepositSearch.CRYPTO)
                ? client.deposits().createCrypto(crypto(typed, amount))
                : client.deposits().createFiat(fiat(typed, amount));
        return DepositPages.PATH + "/" + created.depositId();
    }

    private FiatDepositCreate fiat(DepositInput typed, BigDecimal amount) {
        var request = FiatDepositCreate.builder(typed.currency(), typed.method());
        if (references.token(typed.output()).isPresent()) {
            request.outputToken(typed.output());
        } else {
            request.outputCurrency(typed.output());
        }
        if (typed.isOutput()) {
            request.outputAmount(amount);
        } else {
            request.inputAmount(amount);
        }
        if (!typed.reference().isBlank()) {
            request.reference(typed.reference());
        }
        if (!typed.note().isBlank()) {
            request.note(typed.note());
        }
        if (isQuoted(typed)) {
            request.quoteId(typed.quoteId());
        }
        return request.build();
    }

    private static CryptoDepositCreate crypto(DepositInput typed, BigDecimal amount) {
        return new CryptoDepositCreate(
                typed.currency(),
                amount,
                typed.isConverted() ? typed.output() : null,
                blankToNull(typed.reference()),
                blankToNull(typed.note()),
                isQuoted(typed) ? typed.quoteId() : null);
    }

    private static @Nullable String blankToNull(String text) {
        return text.isBlank() ? null : text;
    }

    /// Reports whether the quote is for exactly this conversion.
    private static boolean isQuoted(DepositInput typed) {
        return !typed.quoteId().isEmpty() && typed.quoteFor().equals(typed.exchange());
    }

    private Answer page(PageContext context, int status, Content<DepositInput> content) {
        var texts = context.texts(DepositPages.BUNDLE);
        var all = context.client().deposits().fiatMethods();
        var currencies = references.depositCurrencies();
        List<FiatDepositMethod> methods = all.stream()
                .filter(each -> each.currency().equals(content.typed().currency()))
                .toList();
        var open = methods.stream().map(FiatDepositMethod::bankCode).toList();
        var stopped = references.depositMethods(content.typed().currency()).stream()
                .filter(each -> !open.contains(each.bankCode()))
                .map(DepositMethod::name)
                .toList();
        return context.page(
                status,
                "dashboard/deposits/new.jte",
                Section.DEPOSITS,
                texts.get("new"),
                frame -> new DepositForm(
                        frame,
                        texts,
                        context.formats(),
                        currencies,
                        methods,
                        stopped,
                        references.depositTokens().stream()
                                .map(token ->
                                        references.withTerms(context.visitor().organizationId(), token))
                                .toList(),
                        DepositForm.Outputs.of(references),
                        content));
    }
}
