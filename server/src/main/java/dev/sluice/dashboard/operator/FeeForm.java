package dev.sluice.dashboard.operator;

import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.operator.Reason.Again;
import dev.sluice.http.Answer;
import dev.sluice.http.Query;
import dev.sluice.money.Asset;
import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
import dev.sluice.page.Texts;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.function.Function;

/// What a form says of a fee that is everybody's: both of its parts.
record FeeForm(Query form) {
    private static final String FLAT = "flat";
    private static final String PERCENTAGE = "percentage";
    private static final String REASON = "reason-fee";
    private static final BigDecimal WHOLE = BigDecimal.valueOf(100);

    /// Sets what a form says, where it says why and means it, and shows it again where it does not.
    ///
    /// @param asset of the flat part
    /// @param payouts as [#problems] has it
    /// @param again shows the form again
    static Answer act(
            Visit visit,
            FeeSchedule before,
            Asset asset,
            boolean payouts,
            Function<Again, Answer> again,
            Function<FeeSchedule, Answer> set) {
        return Reason.act(visit, REASON, again, (_, kept) -> {
            var form = new FeeForm(visit.form());
            var problems = form.problems(visit.texts(OperatorPages.TEXTS), asset, payouts);
            return problems.isEmpty()
                    ? Leap.question(visit, before, form.fee(), asset.code())
                            .map(kept)
                            .orElseGet(() -> set.apply(form.fee()))
                    : kept.apply(new Again(400, problems));
        });
    }

    /// What is wrong with it, field by field; none where nothing is.
    ///
    /// @param asset of the flat part
    /// @param payouts whether it comes on top of payouts; from deposits it is taken, and may not take all
    private Problems problems(Texts texts, Asset asset, boolean payouts) {
        var wanted = texts.get(payouts ? "feeWanted" : "feeBelowWanted");
        var wrong = new LinkedHashMap<String, String>();
        if (flat().filter(each -> Money.isWrittenFor(each, asset)).isEmpty()) {
            wrong.put(FLAT, wanted);
        }
        if (percentage().filter(each -> isBearable(each, payouts)).isEmpty()) {
            wrong.put(PERCENTAGE, wanted);
        }
        return new Problems(null, wrong);
    }

    private static boolean isBearable(BigDecimal percentage, boolean payouts) {
        int compared = percentage.compareTo(WHOLE);
        return payouts ? compared <= 0 : compared < 0;
    }

    /// The fee, where nothing is wrong.
    private FeeSchedule fee() {
        return new FeeSchedule(flat().orElseThrow(), percentage().orElseThrow());
    }

    private Optional<BigDecimal> flat() {
        return form.positiveOrZero(FLAT);
    }

    private Optional<BigDecimal> percentage() {
        return form.positiveOrZero(PERCENTAGE);
    }
}
