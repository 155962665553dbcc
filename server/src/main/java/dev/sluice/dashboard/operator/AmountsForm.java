package dev.sluice.dashboard.operator;

import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.operator.Reason.Again;
import dev.sluice.http.Answer;
import dev.sluice.http.Query;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.page.Texts;
import dev.sluice.reference.TermsChange;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// What a form says of how much everybody may pay at once: the least and the most, both included.
record AmountsForm(Query form) {
    private static final String LEAST = "least";
    private static final String MOST = "most";
    private static final String REASON = "reason-limits";

    /// Sets what a form says, where it says why and means it, and shows it again where it does not.
    ///
    /// @param unit what the limits are in, as people read it
    /// @param again shows the form again
    static Answer act(
            Visit visit,
            Limits before,
            Asset asset,
            String unit,
            Function<Again, Answer> again,
            Function<Limits, Answer> set) {
        return Reason.act(visit, REASON, again, (_, kept) -> {
            var form = new AmountsForm(visit.form());
            var problems = form.problems(visit.texts(OperatorPages.TEXTS), asset);
            return problems.isEmpty()
                    ? Leap.question(visit, before, form.limits(), unit)
                            .map(kept)
                            .orElseGet(() -> set.apply(form.limits()))
                    : kept.apply(new Again(400, problems));
        });
    }

    /// What is wrong with it, field by field; none where nothing is.
    private Problems problems(Texts texts, Asset asset) {
        var wrong = new LinkedHashMap<String, String>();
        var least = amount(LEAST, asset);
        if (least.isEmpty()) {
            wrong.put(LEAST, texts.get("amountWanted"));
        }
        if (amount(MOST, asset)
                .filter(most -> least.isEmpty() || most.compareTo(least.get()) >= 0)
                .isEmpty()) {
            wrong.put(MOST, texts.get("mostWanted"));
        }
        return new Problems(null, wrong);
    }

    /// The limits, where nothing is wrong.
    private Limits limits() {
        return new Limits(
                form.positiveOrZero(LEAST).orElseThrow(),
                form.positiveOrZero(MOST).orElseThrow());
    }

    private Optional<BigDecimal> amount(String field, Asset asset) {
        return form.positiveOrZero(field).filter(amount -> amount.signum() > 0 && Money.isWrittenFor(amount, asset));
    }

    /// What stands in the form: what was typed, or else what is in force.
    static Map<String, String> typed(Look look, Limits limits, Query form) {
        var typed = new HashMap<>(Map.of(LEAST, look.number(limits.least()), MOST, look.number(limits.most())));
        typed.putAll(form.all());
        return typed;
    }

    /// The least and the most at once.
    record Limits(BigDecimal least, BigDecimal most) {
        TermsChange change(Asset asset) {
            return TermsChange.limits(Money.exactly(least, asset), Money.exactly(most, asset));
        }

        /// As the audit log tells them: `10000 to 500000000`.
        String told() {
            return Leap.plain(least) + " to " + Leap.plain(most);
        }
    }
}
