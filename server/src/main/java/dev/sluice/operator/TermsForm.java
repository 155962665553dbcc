package dev.sluice.operator;

import dev.sluice.dashboard.Problems;
import dev.sluice.http.Query;
import dev.sluice.money.Asset;
import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
import dev.sluice.page.Texts;
import dev.sluice.reference.Agreement;
import dev.sluice.reference.Agreement.Scope;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// Form of agreed terms: a fee, a maximum amount, or both.
record TermsForm(Query form) {
    static final String REASON = "reason-terms";

    private static final String FLAT = "flat";
    private static final String PERCENTAGE = "percentage";
    private static final String MAX = "max";
    private static final BigDecimal PERCENTAGE_BELOW = BigDecimal.valueOf(100);

    /// Returns the problems: text keys by field.
    ///
    /// @param asset of the fee
    /// @param isLimit whether an amount can be a limit
    /// @param limitWanted text key of the allowed amounts
    Map<String, String> faults(Asset asset, Predicate<BigDecimal> isLimit, String limitWanted) {
        var faults = new LinkedHashMap<String, String>();
        if (isOutside(FLAT, each -> Money.isWrittenFor(each, asset))) {
            faults.put(FLAT, "feeBelowWanted");
        }
        if (isOutside(PERCENTAGE, each -> each.compareTo(PERCENTAGE_BELOW) < 0)) {
            faults.put(PERCENTAGE, "feeBelowWanted");
        }
        if (isOutside(MAX, isLimit)) {
            faults.put(MAX, limitWanted);
        }
        if (isGiven(FLAT) != isGiven(PERCENTAGE)) {
            faults.putIfAbsent(isGiven(FLAT) ? PERCENTAGE : FLAT, "termsFeeWanted");
        } else if (!isGiven(FLAT) && !isGiven(MAX)) {
            faults.put(FLAT, "termsFeeWanted");
        }
        return faults;
    }

    /// Returns the problems as texts.
    static Problems problems(Texts texts, Map<String, String> faults, Object... values) {
        var told = new LinkedHashMap<String, String>();
        faults.forEach((field, text) -> told.put(field, texts.get(text, values)));
        return new Problems(null, told);
    }

    /// Returns the agreement of a valid form.
    Agreement agreement(Scope scope) {
        var fee = number(FLAT)
                .map(flat -> new FeeSchedule(flat, number(PERCENTAGE).orElseThrow()));
        return new Agreement(scope, fee.orElse(null), number(MAX).orElse(null));
    }

    /// Reports whether a field contains anything other than an allowed number.
    private boolean isOutside(String field, Predicate<BigDecimal> isRight) {
        return isGiven(field) && number(field).filter(isRight).isEmpty();
    }

    private Optional<BigDecimal> number(String field) {
        return isGiven(field) ? form.positiveOrZero(field) : Optional.empty();
    }

    private boolean isGiven(String field) {
        return form.text(field).filter(text -> !text.isBlank()).isPresent();
    }
}
