package dev.sluice.dashboard.operator;

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

/// What a form says of terms that are agreed upon: a fee, how much at once, or both.
record TermsForm(Query form) {
    static final String REASON = "reason-terms";

    private static final String FLAT = "flat";
    private static final String PERCENTAGE = "percentage";
    private static final String MAX = "max";
    private static final BigDecimal PERCENTAGE_BELOW = BigDecimal.valueOf(100);

    /// What is wrong: the name of a text by the field.
    ///
    /// @param asset of the fee
    /// @param isLimit whether an amount can be a limit
    /// @param limitWanted the name of the text that says which amounts can
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

    /// The same in words.
    static Problems problems(Texts texts, Map<String, String> faults, Object... values) {
        var told = new LinkedHashMap<String, String>();
        faults.forEach((field, text) -> told.put(field, texts.get(text, values)));
        return new Problems(null, told);
    }

    /// What is agreed upon, where nothing is wrong.
    Agreement agreement(Scope scope) {
        var fee = number(FLAT)
                .map(flat -> new FeeSchedule(flat, number(PERCENTAGE).orElseThrow()));
        return new Agreement(scope, fee.orElse(null), number(MAX).orElse(null));
    }

    /// Whether a field has something else than a number that is right.
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
