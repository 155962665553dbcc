package dev.sluice.rail.iso20022.payout;

import dev.sluice.iso20022.Message.StatusReport;
import dev.sluice.iso20022.PaymentStatus.Level;
import dev.sluice.iso20022.StatusReason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Statuses of one report: of named transactions, and of the rest of the file.
///
/// @param group status of the whole file; null if there is none
/// @param named statuses of transactions, by their EndToEndId
/// @param whole status of transactions that are not named; null if there is none
record StatusWords(
        @Nullable String group,
        Map<String, Word> named,
        @Nullable Word whole) {
    private static final String PARTLY = "PART";
    private static final Set<String> CANCELLED = Set.of("CANC", "CNCL", "ACCR");

    /// Answers to a recall (camt.029). They are about the recalled transactions only.
    private static final Set<String> RECALL = Set.of(
            "CNCL", "ACCR", "RJCR", "PDCR", "PECR", "UWFW", "CWFW", "MODI", "INFO", "IPAY", "IDUP", "ICOV", "MCOV");

    StatusWords {
        named = Map.copyOf(named);
    }

    /// A status with its level.
    ///
    /// @param named the bank named this transaction
    record Word(
            String code, @Nullable String reason, @Nullable String text, boolean named) {
        static @Nullable Word of(@Nullable String code, List<StatusReason> reasons, boolean named) {
            if (code == null || (PARTLY.equals(code) && !named)) {
                return null;
            }
            var first = reasons.stream().findFirst();
            return new Word(
                    code,
                    first.map(StatusReason::code).orElse(null),
                    first.map(StatusReason::text)
                            .filter(each -> !each.isBlank())
                            .orElse(null),
                    named);
        }

        boolean isCancelled() {
            return CANCELLED.contains(code);
        }

        boolean isAboutRecall() {
            return RECALL.contains(code);
        }

        /// Returns true if the bank goes on with the payment.
        boolean isProgress() {
            return !code.equals("RJCT") && !isCancelled() && !isAboutRecall();
        }

        /// Returns the bank's text with the code of its reason.
        String text(String otherwise) {
            var shown = text == null ? otherwise : text;
            return reason == null ? shown : shown + " (" + reason + ")";
        }
    }

    static StatusWords of(StatusReport report) {
        var named = new HashMap<String, Word>();
        var blocks = new ArrayList<Word>();
        for (var payment : report.payments()) {
            var word = Word.of(payment.status(), payment.reasons(), payment.level() == Level.TRANSACTION);
            if (word != null && payment.level() == Level.TRANSACTION && payment.id() != null) {
                named.put(payment.id(), word);
            } else if (word != null && payment.level() == Level.PAYMENT) {
                blocks.add(word);
            }
        }
        // A file has one block.
        var whole = blocks.isEmpty() ? Word.of(report.group(), report.reasons(), false) : blocks.getLast();
        return new StatusWords(report.group(), named, whole);
    }

    /// Returns the status of a transaction; null if the report says nothing about it. An answer to a
    /// recall says nothing about transactions that were not recalled.
    @Nullable
    Word of(String endToEndId, boolean isRecalled) {
        var own = named.get(endToEndId);
        if (own != null) {
            return own;
        }
        return whole != null && (isRecalled || !whole.isAboutRecall()) ? whole : null;
    }

    boolean isAboutRecall() {
        return group != null && RECALL.contains(group);
    }
}
