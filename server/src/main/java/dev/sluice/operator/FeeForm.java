package dev.sluice.operator;

import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.http.Answer;
import dev.sluice.http.Query;
import dev.sluice.money.Asset;
import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
import dev.sluice.operator.RequiredReason.Rejection;
import dev.sluice.page.Texts;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.function.Function;

/// Form of a fee for all organizations: its flat and its percentage part.
record FeeForm(Query form) {
    private static final String FLAT = "flat";
    private static final String PERCENTAGE = "percentage";
    private static final String REASON = "reason-fee";
    private static final BigDecimal WHOLE = BigDecimal.valueOf(100);

    /// Sets the fee of a valid form with a reason and, if needed, a confirmation; shows the form again otherwise.
    ///
    /// @param asset of the flat part
    /// @param payouts as in [#problems]
    /// @param again shows the form again
    static Answer act(
            PageContext context,
            FeeSchedule before,
            Asset asset,
            boolean payouts,
            Function<Rejection, Answer> again,
            Function<FeeSchedule, Answer> set) {
        return RequiredReason.run(context, REASON, again, (_, retry) -> {
            var form = new FeeForm(context.form());
            var problems = form.problems(context.texts(OperatorPages.TEXTS), asset, payouts);
            return problems.isEmpty()
                    ? LargeChangeConfirmation.question(context, before, form.fee(), asset.code())
                            .map(retry)
                            .orElseGet(() -> set.apply(form.fee()))
                    : retry.apply(new Rejection(400, problems));
        });
    }

    /// Returns the problems by field; empty if there are none.
    ///
    /// @param asset of the flat part
    /// @param payouts true for payouts, where it comes on top; a deposit's fee is deducted, and may not take all
    private Problems problems(Texts texts, Asset asset, boolean payouts) {
        var message = texts.get(payouts ? "feeInvalid" : "feeBelowInvalid");
        var problems = new LinkedHashMap<String, String>();
        if (flat().filter(each -> Money.isWrittenFor(each, asset)).isEmpty()) {
            problems.put(FLAT, message);
        }
        if (percentage().filter(each -> isAllowed(each, payouts)).isEmpty()) {
            problems.put(PERCENTAGE, message);
        }
        return new Problems(null, problems);
    }

    private static boolean isAllowed(BigDecimal percentage, boolean payouts) {
        int compared = percentage.compareTo(WHOLE);
        return payouts ? compared <= 0 : compared < 0;
    }

    /// Returns the fee of a valid form.
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
