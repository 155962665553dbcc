package dev.sluice.operator;

import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.http.Answer;
import dev.sluice.http.Query;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.operator.RequiredReason.Rejection;
import dev.sluice.page.Texts;
import dev.sluice.reference.TermsChange;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Form of the minimum and maximum amount per payment for all organizations, both included.
record AmountsForm(Query form) {
    private static final String MIN = "min";
    private static final String MAX = "max";
    private static final String REASON = "reason-limits";

    /// Sets the limits of a valid form with a reason and, if needed, a confirmation; shows the form again
    /// otherwise.
    ///
    /// @param unit display unit of the limits
    /// @param again shows the form again
    static Answer act(
            PageContext context,
            Limits before,
            Asset asset,
            String unit,
            Function<Rejection, Answer> again,
            Function<Limits, Answer> set) {
        return RequiredReason.run(context, REASON, again, (_, retry) -> {
            var form = new AmountsForm(context.form());
            var problems = form.problems(context.texts(OperatorPages.TEXTS), asset);
            return problems.isEmpty()
                    ? LargeChangeConfirmation.question(context, before, form.limits(), unit)
                            .map(retry)
                            .orElseGet(() -> set.apply(form.limits()))
                    : retry.apply(new Rejection(400, problems));
        });
    }

    /// Returns the problems by field; empty if there are none.
    private Problems problems(Texts texts, Asset asset) {
        var problems = new LinkedHashMap<String, String>();
        var minimum = amount(MIN, asset);
        if (minimum.isEmpty()) {
            problems.put(MIN, texts.get("amountInvalid"));
        }
        if (amount(MAX, asset)
                .filter(maximum -> minimum.isEmpty() || maximum.compareTo(minimum.get()) >= 0)
                .isEmpty()) {
            problems.put(MAX, texts.get("mostInvalid"));
        }
        return new Problems(null, problems);
    }

    /// Returns the limits of a valid form.
    private Limits limits() {
        return new Limits(
                form.positiveOrZero(MIN).orElseThrow(), form.positiveOrZero(MAX).orElseThrow());
    }

    private Optional<BigDecimal> amount(String field, Asset asset) {
        return form.positiveOrZero(field).filter(amount -> amount.signum() > 0 && Money.isWrittenFor(amount, asset));
    }

    /// Returns the values of the form: the input, or else the current limits.
    static Map<String, String> input(Formats formats, Limits limits, Query form) {
        var input = new HashMap<>(Map.of(MIN, formats.number(limits.minimum()), MAX, formats.number(limits.maximum())));
        input.putAll(form.all());
        return input;
    }

    /// Minimum and maximum amount per payment.
    record Limits(BigDecimal minimum, BigDecimal maximum) {
        TermsChange change(Asset asset) {
            return TermsChange.limits(Money.exactly(minimum, asset), Money.exactly(maximum, asset));
        }

        /// Returns the limits for the audit log: `10000 to 500000000`.
        String text() {
            return LargeChangeConfirmation.plain(minimum) + " to " + LargeChangeConfirmation.plain(maximum);
        }
    }
}
