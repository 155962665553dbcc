package dev.sluice.dashboard.operator;

import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.operator.AmountsForm.Limits;
import dev.sluice.dashboard.operator.Reason.Again;
import dev.sluice.money.Distance;
import dev.sluice.money.FeeSchedule;
import dev.sluice.reference.Agreement;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;

/// Confirmation of large changes by an operator, such as 10 percent instead of 1.0, to catch typing mistakes. A
/// confirmation is valid for one question: after a change of the input, or of the stored value in the meantime, the
/// operator is asked again.
final class Leap {
    private static final String FIELD = "sure";
    /// Key of the value that confirms the question.
    private static final String ANSWER = "sureOf";

    /// Suffix of both fields in the form of limits, which is on the same page as that of a fee.
    private static final String LIMITS = "-limits";

    private static final String TO = " to ";
    private static final String NOTHING_FOR = "nothing for ";

    private Leap() {}

    /// Asks to confirm a price; empty if it is near the previous one, or already confirmed.
    static Optional<Again> question(Visit visit, BigDecimal before, BigDecimal after) {
        return question(
                visit,
                Distance.isFar(before, after),
                plain(before) + TO + plain(after),
                visit.look().number(before),
                visit.look().number(after));
    }

    /// Asks to confirm the first price of a pair. The current rate is derived from other prices and moves with
    /// them, so the confirmation covers only the new price and the pair.
    static Optional<Again> question(Visit visit, String pair, BigDecimal inEffect, BigDecimal after) {
        var look = visit.look();
        var text = visit.texts(OperatorPages.TEXTS).get("leapDerived", pair, look.number(inEffect), look.number(after));
        return question(visit, "", Distance.isFar(inEffect, after), pair + TO + plain(after), text);
    }

    /// Asks to confirm a fee.
    static Optional<Again> question(Visit visit, FeeSchedule before, FeeSchedule after, String asset) {
        return question(
                visit,
                isFar(before, after),
                plain(before) + TO + plain(after),
                told(visit.look(), before, asset),
                told(visit.look(), after, asset));
    }

    /// Asks to confirm agreed terms, including any loss: an empty part of the new terms falls back to the standard
    /// terms.
    ///
    /// @param before those in force, perhaps for all methods of a currency
    /// @param unit of the fee
    static Optional<Again> question(Visit visit, Agreement before, Agreement after, String unit) {
        var look = visit.look();
        var texts = visit.texts(OperatorPages.TEXTS);
        var answers = new ArrayList<String>();
        var asked = new ArrayList<String>();
        var lost = new ArrayList<String>();
        var fee = before.fee();
        var newFee = after.fee();
        if (fee != null && newFee == null) {
            answers.add(NOTHING_FOR + plain(fee));
            lost.add(told(look, fee, unit));
        } else if (fee != null && newFee != null && isFar(fee, newFee)) {
            answers.add(plain(fee) + TO + plain(newFee));
            asked.add(text(visit, told(look, fee, unit), told(look, newFee, unit)));
        }
        var max = before.max();
        var newMax = after.max();
        var asset = before.scope().asset();
        if (max != null && newMax == null) {
            answers.add(NOTHING_FOR + plain(max));
            lost.add(texts.get("atMost", look.money(max, asset)));
        } else if (max != null && newMax != null && Distance.isFar(max, newMax)) {
            answers.add(plain(max) + TO + plain(newMax));
            asked.add(text(visit, look.money(max, asset), look.money(newMax, asset)));
        }
        if (!lost.isEmpty()) {
            asked.add(texts.get("leapLost", String.join(", ", lost)));
        }
        return question(visit, "", !asked.isEmpty(), String.join(", ", answers), String.join(" ", asked));
    }

    /// Asks to confirm limits of amounts.
    ///
    /// @param unit of the limits
    static Optional<Again> question(Visit visit, Limits before, Limits after, String unit) {
        return question(
                visit,
                LIMITS,
                Distance.isFar(before.least(), after.least()) || Distance.isFar(before.most(), after.most()),
                before.told() + TO + after.told(),
                text(visit, told(visit.look(), before, unit), told(visit.look(), after, unit)));
    }

    private static Optional<Again> question(Visit visit, boolean far, String answer, String before, String after) {
        return question(visit, "", far, answer, text(visit, before, after));
    }

    private static String text(Visit visit, String before, String after) {
        return visit.texts(OperatorPages.TEXTS).get("leap", before, after);
    }

    /// @param of suffix of the form's fields, if the page has several
    private static Optional<Again> question(Visit visit, String of, boolean far, String answer, String text) {
        if (!far || visit.form().text(FIELD).filter(answer::equals).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(new Again(409, new Problems(null, Map.of(FIELD + of, text, ANSWER + of, answer))));
    }

    static String plain(FeeSchedule fee) {
        return plain(fee.flat()) + " + " + plain(fee.percentage());
    }

    static String plain(BigDecimal number) {
        return number.stripTrailingZeros().toPlainString();
    }

    private static boolean isFar(FeeSchedule before, FeeSchedule after) {
        return Distance.isFar(before.flat(), after.flat()) || Distance.isFar(before.percentage(), after.percentage());
    }

    private static String told(Look look, Limits limits, String unit) {
        return look.number(limits.least()) + "–" + look.money(limits.most(), unit);
    }

    /// Returns a fee for display: `2,500 IDR + 0.70 %`.
    static String told(Look look, FeeSchedule fee, String asset) {
        return look.money(fee.flat(), asset) + " + " + look.number(fee.percentage()) + "\u00a0%";
    }
}
