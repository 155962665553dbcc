package dev.sluice.iso20022.camt;

import dev.sluice.iso20022.Entry;
import dev.sluice.iso20022.Findings;
import dev.sluice.iso20022.Statement;
import dev.sluice.iso20022.xml.Values;
import dev.sluice.iso20022.xml.XmlNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Compares the bank's counts and sums (`TxsSummry`) with the entries of a page. Banks count entries or
/// transactions, all of them or the booked ones; any of these is right.
final class SummaryCheck {
    private SummaryCheck() {}

    static void check(Statement page, XmlNode summary, Findings findings) {
        check(page, summary.at("TtlNtries"), "TtlNtries", _ -> true, findings);
        check(
                page,
                summary.at("TtlCdtNtries"),
                "TtlCdtNtries",
                each -> each.amount().signum() >= 0,
                findings);
        check(
                page,
                summary.at("TtlDbtNtries"),
                "TtlDbtNtries",
                each -> each.amount().signum() <= 0,
                findings);
    }

    private static void check(
            Statement page, @Nullable XmlNode total, String name, Predicate<Entry> side, Findings findings) {
        if (total == null) {
            return;
        }
        var all = page.entries().stream().filter(side).toList();
        var booked = all.stream().filter(Entry::isBooked).toList();
        var count = Values.number(total.text("NbOfNtries"));
        if (count != null && !isCount(count, all) && !isCount(count, booked)) {
            findings.problem(page.label() + ": " + name + " says " + count.toPlainString() + " entries, but there are "
                    + all.size());
        }
        var sum = Values.number(total.text("Sum"));
        if (sum != null && !isSum(sum, all) && !isSum(sum, booked)) {
            findings.problem(page.label() + ": " + name + " says a sum of " + sum.toPlainString()
                    + ", but the entries have " + gross(all).toPlainString());
        }
    }

    private static boolean isCount(BigDecimal count, List<Entry> entries) {
        long transactions = entries.stream()
                .mapToLong(each -> Math.max(1, each.details().size()))
                .sum();
        return count.compareTo(BigDecimal.valueOf(entries.size())) == 0
                || count.compareTo(BigDecimal.valueOf(transactions)) == 0;
    }

    private static boolean isSum(BigDecimal sum, List<Entry> entries) {
        var net = entries.stream().map(each -> each.amount().value()).reduce(BigDecimal.ZERO, BigDecimal::add);
        return sum.abs().compareTo(gross(entries)) == 0 || sum.abs().compareTo(net.abs()) == 0;
    }

    private static BigDecimal gross(List<Entry> entries) {
        return entries.stream().map(each -> each.amount().value().abs()).reduce(BigDecimal.ZERO, BigDecimal::add);
    }
}
