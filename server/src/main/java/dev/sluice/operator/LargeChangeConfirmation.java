package dev.sluice.operator;

import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.money.FeeSchedule;
import dev.sluice.money.RelativeChange;
import dev.sluice.operator.AmountsForm.Limits;
import dev.sluice.operator.RequiredReason.Rejection;
import dev.sluice.reference.Agreement;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;

/// Confirmation of large changes by an operator, such as 10 percent instead of 1.0, to catch typing mistakes. A
/// confirmation is valid for one question: after a change of the input, or of the stored value in the meantime, the
/// operator is asked again.
final class LargeChangeConfirmation {
    private static final String FIELD = "confirmed";
    /// Key of the value that confirms the question.
    private static final String ANSWER = "confirmedOf";

    /// Suffix of both fields in the form of limits, which is on the same page as that of a fee.
    private static final String LIMITS = "-limits";

    private static final String TO = " to ";
    private static final String NOTHING_FOR = "nothing for ";

    private LargeChangeConfirmation() {}

    /// Asks to confirm a price; empty if it is near the previous one, or already confirmed.
    static Optional<Rejection> question(PageContext context, BigDecimal before, BigDecimal after) {
        return question(
                context,
                RelativeChange.isFar(before, after),
                plain(before) + TO + plain(after),
                context.formats().number(before),
                context.formats().number(after));
    }

    /// Asks to confirm the first price of a pair. The current rate is derived from other prices and moves with
    /// them, so the confirmation covers only the new price and the pair.
    static Optional<Rejection> question(PageContext context, String pair, BigDecimal inEffect, BigDecimal after) {
        var formats = context.formats();
        var text = context.texts(OperatorPages.TEXTS)
                .get("largeChangeDerived", pair, formats.number(inEffect), formats.number(after));
        return question(context, "", RelativeChange.isFar(inEffect, after), pair + TO + plain(after), text);
    }

    /// Asks to confirm a fee.
    static Optional<Rejection> question(PageContext context, FeeSchedule before, FeeSchedule after, String asset) {
        return question(
                context,
                isFar(before, after),
                plain(before) + TO + plain(after),
                display(context.formats(), before, asset),
                display(context.formats(), after, asset));
    }

    /// Asks to confirm agreed terms, including any loss: an empty part of the new terms falls back to the standard
    /// terms.
    ///
    /// @param before those in force, perhaps for all methods of a currency
    /// @param unit of the fee
    static Optional<Rejection> question(PageContext context, Agreement before, Agreement after, String unit) {
        var formats = context.formats();
        var texts = context.texts(OperatorPages.TEXTS);
        var answers = new ArrayList<String>();
        var questions = new ArrayList<String>();
        var dropped = new ArrayList<String>();
        var fee = before.fee();
        var newFee = after.fee();
        if (fee != null && newFee == null) {
            answers.add(NOTHING_FOR + plain(fee));
            dropped.add(display(formats, fee, unit));
        } else if (fee != null && newFee != null && isFar(fee, newFee)) {
            answers.add(plain(fee) + TO + plain(newFee));
            questions.add(text(context, display(formats, fee, unit), display(formats, newFee, unit)));
        }
        var max = before.max();
        var newMax = after.max();
        var asset = before.scope().asset();
        if (max != null && newMax == null) {
            answers.add(NOTHING_FOR + plain(max));
            dropped.add(texts.get("atMost", formats.money(max, asset)));
        } else if (max != null && newMax != null && RelativeChange.isFar(max, newMax)) {
            answers.add(plain(max) + TO + plain(newMax));
            questions.add(text(context, formats.money(max, asset), formats.money(newMax, asset)));
        }
        if (!dropped.isEmpty()) {
            questions.add(texts.get("droppedTerms", String.join(", ", dropped)));
        }
        return question(context, "", !questions.isEmpty(), String.join(", ", answers), String.join(" ", questions));
    }

    /// Asks to confirm limits of amounts.
    ///
    /// @param unit of the limits
    static Optional<Rejection> question(PageContext context, Limits before, Limits after, String unit) {
        return question(
                context,
                LIMITS,
                RelativeChange.isFar(before.minimum(), after.minimum())
                        || RelativeChange.isFar(before.maximum(), after.maximum()),
                before.text() + TO + after.text(),
                text(context, display(context.formats(), before, unit), display(context.formats(), after, unit)));
    }

    private static Optional<Rejection> question(
            PageContext context, boolean far, String answer, String before, String after) {
        return question(context, "", far, answer, text(context, before, after));
    }

    private static String text(PageContext context, String before, String after) {
        return context.texts(OperatorPages.TEXTS).get("largeChange", before, after);
    }

    /// @param of suffix of the form's fields, if the page has several
    private static Optional<Rejection> question(
            PageContext context, String of, boolean far, String answer, String text) {
        if (!far || context.form().text(FIELD).filter(answer::equals).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(new Rejection(409, new Problems(null, Map.of(FIELD + of, text, ANSWER + of, answer))));
    }

    static String plain(FeeSchedule fee) {
        return plain(fee.flat()) + " + " + plain(fee.percentage());
    }

    static String plain(BigDecimal number) {
        return number.stripTrailingZeros().toPlainString();
    }

    private static boolean isFar(FeeSchedule before, FeeSchedule after) {
        return RelativeChange.isFar(before.flat(), after.flat())
                || RelativeChange.isFar(before.percentage(), after.percentage());
    }

    private static String display(Formats formats, Limits limits, String unit) {
        return formats.number(limits.minimum()) + "–" + formats.money(limits.maximum(), unit);
    }

    /// Returns a fee for display: `2,500 IDR + 0.70 %`.
    static String display(Formats formats, FeeSchedule fee, String asset) {
        return formats.money(fee.flat(), asset) + " + " + formats.number(fee.percentage()) + "\u00a0%";
    }
}
