package dev.sluice.rail.iso20022.inbound;

import dev.sluice.rail.iso20022.inbound.InboundFile.Hold;
import dev.sluice.rail.iso20022.profile.BankProfile.Inbound.Numbers;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Statements of one kind in the order of their days: each begins with the balance with which the one before ends.
/// The balances decide; a weekend is no gap.
final class StatementChain {
    static final Comparator<StatementPage> ORDER = Comparator.comparing(StatementPage::day)
            .thenComparingInt(StatementPage::sequence)
            .thenComparing(StatementPage::appliedAt)
            .thenComparingInt(StatementPage::page);

    private final List<StatementPage> pages;
    private final Numbers numbers;

    StatementChain(List<StatementPage> stored, Numbers numbers) {
        this.pages = new ArrayList<>(stored.stream().sorted(ORDER).toList());
        this.numbers = numbers;
    }

    /// Adds a page at its place.
    ///
    /// @return reason for which people have to decide about it; null if it fits
    @Nullable
    Hold add(StatementPage page) {
        int at = 0;
        while (at < pages.size() && isBefore(pages.get(at), page)) {
            at++;
        }
        var before = at == 0 ? null : pages.get(at - 1);
        var after = at == pages.size() ? null : pages.get(at);
        var fault = corrected(page);
        fault = fault == null ? gap(before, page, after) : fault;
        fault = fault == null && before != null ? numbers(before, page) : fault;
        pages.add(at, page);
        return fault;
    }

    private static boolean isBefore(StatementPage one, StatementPage page) {
        int days = one.day().compareTo(page.day());
        boolean numbered = one.sequence() >= 0 && page.sequence() >= 0;
        return days < 0 || (days == 0 && (!numbered || one.sequence() <= page.sequence()));
    }

    private @Nullable Hold corrected(StatementPage page) {
        if (numbers == Numbers.NONE || page.sequence() < 0 || page.continued()) {
            return null;
        }
        boolean known = pages.stream()
                .anyMatch(each -> each.year() == page.year()
                        && each.sequence() == page.sequence()
                        && !each.continued()
                        && !each.file().equals(page.file()));
        return known
                ? new Hold(
                        "statement " + page.number() + " of " + page.year() + " was applied from another file",
                        BreakKind.CORRECTED,
                        null)
                : null;
    }

    private static @Nullable Hold gap(
            @Nullable StatementPage before, StatementPage page, @Nullable StatementPage after) {
        if (before != null && !before.closing().equals(page.opening())) {
            return gap(
                    name(page) + " begins with " + page.opening() + ", but " + name(before) + " ends with "
                            + before.closing(),
                    page.opening().minus(before.closing()).decimal());
        }
        if (before == null && after == null && page.continued()) {
            return gap(name(page) + " continues a page that is missing", BigDecimal.ZERO);
        }
        boolean wasWhole = before == null || (after != null && before.closing().equals(after.opening()));
        if (after != null && wasWhole && !page.closing().equals(after.opening())) {
            return gap(
                    name(page) + " ends with " + page.closing() + ", but " + name(after) + " begins with "
                            + after.opening(),
                    after.opening().minus(page.closing()).decimal());
        }
        return null;
    }

    private @Nullable Hold numbers(StatementPage before, StatementPage page) {
        int last = before.sequence();
        int next = page.sequence();
        if (numbers == Numbers.NONE || last < 0 || next < 0) {
            return null;
        }
        boolean follows = next == last + 1
                || (next == last && (before.continues() || page.continued()))
                || (next == 1 && page.year() > before.year());
        return follows ? null : gap(name(page) + " follows " + name(before) + ": a number is missing", BigDecimal.ZERO);
    }

    private static Hold gap(String reason, BigDecimal difference) {
        return new Hold(reason, BreakKind.STATEMENT_GAP, difference);
    }

    private static String name(StatementPage page) {
        return "statement" + (page.number() == null ? "" : " " + page.number()) + " of " + page.day();
    }

    /// Returns the pages that do not begin where the page before ends.
    List<StatementPage> gaps() {
        var gaps = new ArrayList<StatementPage>();
        for (int at = 1; at < pages.size(); at++) {
            if (!pages.get(at - 1).closing().equals(pages.get(at).opening())) {
                gaps.add(pages.get(at));
            }
        }
        return gaps;
    }
}
