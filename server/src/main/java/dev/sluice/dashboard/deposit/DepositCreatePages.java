package dev.sluice.dashboard.deposit;

import dev.sluice.client.SluiceClient;
import dev.sluice.client.SluiceException;
import dev.sluice.client.model.ConvertEstimate;
import dev.sluice.client.model.ConvertEstimateQuery;
import dev.sluice.client.model.CryptoDepositCreate;
import dev.sluice.client.model.Deposit;
import dev.sluice.client.model.FiatDepositCreate;
import dev.sluice.client.model.FiatDepositMethod;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.deposit.DepositForm.Typed;
import dev.sluice.http.Answer;
import dev.sluice.http.Query;
import dev.sluice.reference.References;
import dev.sluice.refusal.Refused;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Making a deposit: in fiat money by one of the methods of its currency, or in a token.
final class DepositCreatePages {
    private static final int OK = 200;

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

    Answer show(Visit visit) {
        var query = visit.request().query();
        return form(visit, OK, typed(query), visit.newFormKey(), null, Problems.none());
    }

    Answer create(Visit visit) {
        var sent = visit.form();
        var typed = typed(sent);
        var formKey = sent.text("formKey").orElseGet(visit::newFormKey);
        try {
            var amount = amount(sent);
            if (sent.text("preview").isPresent()) {
                var problems = typed.isConverted()
                        ? Problems.none()
                        : Problems.of(
                                "outputCurrency",
                                visit.texts(DepositPages.BUNDLE).get("noExchange"));
                return form(visit, OK, typed, formKey, quote(visit.client(), typed, amount), problems);
            }
            var made = make(visit.client(formKey), typed, amount);
            return visit.goTo(
                    DepositPages.PATH + "/" + made.depositId(),
                    visit.texts(DepositPages.BUNDLE).get("created"));
        } catch (SluiceException refused) {
            var problems = Problems.of(refused).renamed(NAMES);
            return form(visit, refused.status(), typed, visit.newFormKey(), null, problems);
        } catch (Refused refused) {
            return form(visit, refused.refusal().status(), typed, visit.newFormKey(), null, Problems.of(refused));
        }
    }

    private static BigDecimal amount(Query sent) {
        var amount = sent.positive("amount");
        if (amount.isEmpty() && sent.findings().isEmpty()) {
            sent.findings().add("amount", "REQUIRED", "is required");
        }
        sent.findings().throwIfAny();
        return amount.orElseThrow();
    }

    private static Typed typed(Query sent) {
        var type = sent.text("type").filter(DepositSearch.CRYPTO::equals).orElse(DepositSearch.FIAT);
        return Typed.of(sent, type, sent.text("currency").orElse(""));
    }

    private Deposit make(SluiceClient client, Typed typed, BigDecimal amount) {
        return typed.type().equals(DepositSearch.CRYPTO)
                ? client.deposits().createCrypto(crypto(typed, amount))
                : client.deposits().createFiat(fiat(typed, amount));
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

    private static @Nullable ConvertEstimate quote(SluiceClient client, Typed typed, BigDecimal amount) {
        if (!typed.isConverted()) {
            return null;
        }
        var query = typed.isOutput()
                ? ConvertEstimateQuery.getting(amount, typed.output(), typed.currency())
                : ConvertEstimateQuery.giving(amount, typed.currency(), typed.output());
        return client.conversions().estimate(query);
    }

    private Answer form(
            Visit visit, int status, Typed typed, String formKey, @Nullable ConvertEstimate quote, Problems problems) {
        var texts = visit.texts(DepositPages.BUNDLE);
        var all = visit.client().deposits().fiatMethods();
        var currencies = all.stream()
                .map(FiatDepositMethod::currency)
                .distinct()
                .sorted()
                .toList();
        List<FiatDepositMethod> methods = all.stream()
                .filter(each -> each.currency().equals(typed.currency()))
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
                        typed,
                        formKey,
                        quote,
                        problems));
    }
}
