package dev.sluice.dashboard.deposit;

import dev.sluice.client.SluiceClient;
import dev.sluice.client.model.CryptoDepositCreate;
import dev.sluice.client.model.Deposit;
import dev.sluice.client.model.FiatDepositCreate;
import dev.sluice.client.model.FiatDepositMethod;
import dev.sluice.dashboard.PayInForm;
import dev.sluice.dashboard.PayInForm.Content;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.deposit.DepositForm.Typed;
import dev.sluice.http.Answer;
import dev.sluice.http.Query;
import dev.sluice.reference.References;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Making a deposit: in fiat money by one of the methods of its currency, or in a token.
final class DepositCreatePages {
    /// The form has one amount, which is the one or the other.
    private static final Map<String, String> NAMES = Map.of(
            "inputAmount", "amount",
            "outputAmount", "amount",
            "outputAmount.fiat", "amount",
            "outputAmount.crypto", "amount",
            "inputCurrency", "currency",
            "quoteId", "outputCurrency");

    private final References references;

    DepositCreatePages(References references) {
        this.references = references;
    }

    PayInForm<Typed> form() {
        return new PayInForm<>(
                DepositPages.BUNDLE, NAMES, references::decimals, DepositCreatePages::typed, this::make, this::page);
    }

    private static Typed typed(Query sent) {
        var type = sent.text("type").filter(DepositSearch.CRYPTO::equals).orElse(DepositSearch.FIAT);
        return Typed.of(sent, type, sent.text("currency").orElse(""));
    }

    private String make(SluiceClient client, Typed typed, BigDecimal amount) {
        Deposit made = typed.type().equals(DepositSearch.CRYPTO)
                ? client.deposits().createCrypto(crypto(typed, amount))
                : client.deposits().createFiat(fiat(typed, amount));
        return DepositPages.PATH + "/" + made.depositId();
    }

    private FiatDepositCreate fiat(Typed typed, BigDecimal amount) {
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

    private static CryptoDepositCreate crypto(Typed typed, BigDecimal amount) {
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

    /// A quote counts for what it was given for alone.
    private static boolean isQuoted(Typed typed) {
        return !typed.quoteId().isEmpty() && typed.quoteFor().equals(typed.exchange());
    }

    private Answer page(Visit visit, int status, Content<Typed> content) {
        var texts = visit.texts(DepositPages.BUNDLE);
        var all = visit.client().deposits().fiatMethods();
        var currencies = all.stream()
                .map(FiatDepositMethod::currency)
                .distinct()
                .sorted()
                .toList();
        List<FiatDepositMethod> methods = all.stream()
                .filter(each -> each.currency().equals(content.typed().currency()))
                .toList();
        return visit.page(
                status,
                "dashboard/deposits/new.jte",
                Section.DEPOSITS,
                texts.get("new"),
                frame -> new DepositForm(
                        frame,
                        texts,
                        visit.look(),
                        currencies,
                        methods,
                        references.tokens().stream()
                                .map(token -> references.agreed(visit.visitor().organizationId(), token))
                                .toList(),
                        content));
    }
}
