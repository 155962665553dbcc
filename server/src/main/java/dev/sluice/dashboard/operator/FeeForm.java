package dev.sluice.dashboard.operator;

import dev.sluice.dashboard.Problems;
import dev.sluice.http.Query;
import dev.sluice.money.Asset;
import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
import dev.sluice.page.Texts;
import java.math.BigDecimal;
import java.util.Optional;

/// What a form says of a fee that is everybody's: both of its parts.
record FeeForm(Query form) {
    private static final String FLAT = "flat";
    private static final String PERCENTAGE = "percentage";
    private static final BigDecimal PERCENTAGE_MAX = BigDecimal.valueOf(100);

    /// What is wrong with it, field by field; none where nothing is.
    ///
    /// @param asset of the flat part
    Problems problems(Texts texts, Asset asset) {
        if (flat().filter(each -> Money.isWrittenFor(each, asset)).isEmpty()) {
            return Problems.of(FLAT, texts.get("feeWanted"));
        }
        return percentage().filter(each -> each.compareTo(PERCENTAGE_MAX) <= 0).isEmpty()
                ? Problems.of(PERCENTAGE, texts.get("feeWanted"))
                : Problems.none();
    }

    /// The fee, where nothing is wrong.
    FeeSchedule fee() {
        return new FeeSchedule(flat().orElseThrow(), percentage().orElseThrow());
    }

    private Optional<BigDecimal> flat() {
        return form.positiveOrZero(FLAT);
    }

    private Optional<BigDecimal> percentage() {
        return form.positiveOrZero(PERCENTAGE);
    }
}
