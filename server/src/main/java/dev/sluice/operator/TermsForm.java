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
        if (isInvalid(FLAT, each -> Money.isWrittenFor(each, asset))) {
            faults.put(FLAT, "feeBelowInvalid");
        }
        if (isInvalid(PERCENTAGE, each -> each.compareTo(PERCENTAGE_BELOW) < 0)) {
            faults.put(PERCENTAGE, "feeBelowInvalid");
        }
        if (isInvalid(MAX, isLimit)) {
            faults.put(MAX, limitWanted);
        }
        if (isPresent(FLAT) != isPresent(PERCENTAGE)) {
            faults.putIfAbsent(isPresent(FLAT) ? PERCENTAGE : FLAT, "termsFeeInvalid");
        } else if (!isPresent(FLAT) && !isPresent(MAX)) {
            faults.put(FLAT, "termsFeeInvalid");
        }
        return faults;
    }

    /// Returns the problems as texts.
    static Problems problems(Texts texts, Map<String, String> faults, Object... values) {
        var problems = new LinkedHashMap<String, String>();
        faults.forEach((field, text) -> problems.put(field, texts.get(text, values)));
        return new Problems(null, problems);
    }

    /// Returns the agreement of a valid form.
    Agreement agreement(Scope scope) {
        var fee = number(FLAT)
                .map(flat -> new FeeSchedule(flat, number(PERCENTAGE).orElseThrow()));
        return new Agreement(scope, fee.orElse(null), number(MAX).orElse(null));
    }

    /// Reports whether a field contains anything other than an allowed number.
    private boolean isInvalid(String field, Predicate<BigDecimal> isValid) {
        return isPresent(field) && number(field).filter(isValid).isEmpty();
    }

    private Optional<BigDecimal> number(String field) {
        return isPresent(field) ? form.positiveOrZero(field) : Optional.empty();
    }

    private boolean isPresent(String field) {
        return form.text(field).filter(text -> !text.isBlank()).isPresent();
    }
}
