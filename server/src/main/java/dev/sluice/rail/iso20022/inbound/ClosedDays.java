package dev.sluice.rail.iso20022.inbound;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// The days of an account that statements of one kind have closed.
///
/// @param pages pages of the statements in the order of their balances; at least one
public record ClosedDays(List<StatementPage> pages) {
    private static final String FIRST_CHOICE = "camt.053";

    public ClosedDays {
        pages = List.copyOf(pages);
    }

    /// Reads the statements of an account: those of camt.053 if it has any, else those of MT940. The balances of one
    /// kind are a chain; a second kind repeats them.
    public static Optional<ClosedDays> of(Handle handle, BankEntries entries, String account) {
        var all = entries.statements(handle, account);
        var preferred =
                all.stream().filter(each -> each.kind().equals(FIRST_CHOICE)).toList();
        var chosen = preferred.isEmpty() ? all : preferred;
        return chosen.isEmpty()
                ? Optional.empty()
                : Optional.of(new ClosedDays(
                        chosen.stream().sorted(StatementChain.ORDER).toList()));
    }

    /// Returns the page with the first opening balance.
    public StatementPage first() {
        return pages.getFirst();
    }

    /// Returns the last page that closes a day.
    ///
    /// @param until last day that counts; null for all
    public Optional<StatementPage> last(@Nullable LocalDate until) {
        return pages.reversed().stream()
                .filter(each -> !each.continues())
                .filter(each -> until == null || !each.day().isAfter(until))
                .findFirst();
    }
}
