package dev.sluice.dashboard.operator;

import dev.sluice.http.Query;
import dev.sluice.money.Asset;
import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
import dev.sluice.reference.Agreement;
import dev.sluice.reference.Agreement.Scope;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.Predicate;

/// What a form says of terms that are agreed upon: a fee, how much at once, or both.
record TermsForm(Query form) {
    private static final String FLAT = "flat";
    private static final String PERCENTAGE = "percentage";
    private static final String MAX = "max";
    private static final BigDecimal PERCENTAGE_BELOW = BigDecimal.valueOf(100);

    /// What is wrong with a field, by the name of a text.
    record Fault(String field, String text) {}

    /// The first thing that is wrong.
    ///
    /// @param asset of the fee
    /// @param isLimit whether an amount can be a limit
    /// @param limitWanted the name of the text that says which amounts can
    Optional<Fault> fault(Asset asset, Predicate<BigDecimal> isLimit, String limitWanted) {
        if (isOutside(FLAT, each -> Money.fits(each, asset))) {
            return Optional.of(new Fault(FLAT, "feeWanted"));
        }
        if (isOutside(PERCENTAGE, each -> each.compareTo(PERCENTAGE_BELOW) < 0)) {
            return Optional.of(new Fault(PERCENTAGE, "feeWanted"));
        }
        if (isOutside(MAX, isLimit)) {
            return Optional.of(new Fault(MAX, limitWanted));
        }
        boolean hasFlat = number(FLAT).isPresent();
        if (hasFlat != number(PERCENTAGE).isPresent()) {
            return Optional.of(new Fault(hasFlat ? PERCENTAGE : FLAT, "termsFeeWanted"));
        }
        return hasFlat || number(MAX).isPresent() ? Optional.empty() : Optional.of(new Fault(FLAT, "termsFeeWanted"));
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
