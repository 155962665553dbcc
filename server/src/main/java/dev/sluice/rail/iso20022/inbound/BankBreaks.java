package dev.sluice.rail.iso20022.inbound;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Tx;
import dev.sluice.http.Page;
import dev.sluice.rail.iso20022.inbound.BankBreak.Closed;
import dev.sluice.vault.Vault;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Breaks of the accounts. Opening an open break again and closing a closed one change nothing.
public final class BankBreaks {
    private final BreakStore store;
    private final Clocks clocks;

    public BankBreaks(Vault vault, Clocks clocks) {
        this.store = new BreakStore(vault);
        this.clocks = clocks;
    }

    /// Opens a break, unless one of its kind is open for the subject.
    ///
    /// @param since day of its cause
    /// @return true if it was not open
    public boolean open(
            Tx tx, String account, BreakKind kind, String subject, BigDecimal amount, String note, LocalDate since) {
        return store.insert(
                tx, new BankBreak(clocks.newId(), account, kind, subject, note, amount, since, clocks.instant(), null));
    }

    /// Differences of one kind as they are now.
    ///
    /// @param found by subject
    public record Found(BreakKind kind, Map<String, Difference> found) {
        public Found {
            found = Map.copyOf(found);
        }
    }

    /// A difference.
    ///
    /// @param since day of its cause
    public record Difference(BigDecimal amount, String note, LocalDate since) {}

    /// Opens the differences of a kind that are new, and closes those that are gone. One that a person closed stays
    /// closed.
    public void replace(Tx tx, String account, Found differences, String gone) {
        var kind = differences.kind();
        var open = store.open(tx.handle(), account).stream()
                .filter(each -> each.kind() == kind)
                .toList();
        for (var each : open) {
            if (!differences.found().containsKey(each.subject())) {
                store.close(tx, each, new Closed(clocks.instant(), gone, null));
            }
        }
        var known = new HashSet<>(BreakStore.closedByPeople(tx.handle(), account, kind));
        open.forEach(each -> known.add(each.subject()));
        differences.found().forEach((subject, difference) -> {
            if (!known.contains(subject)) {
                open(tx, account, kind, subject, difference.amount(), difference.note(), difference.since());
            }
        });
    }

    /// Closes the breaks of a subject whose cause is gone.
    ///
    /// @param kinds kinds to close
    public void close(Tx tx, String account, String subject, Set<BreakKind> kinds, String reason) {
        for (var open : store.open(tx, account, subject)) {
            if (kinds.contains(open.kind())) {
                store.close(tx, open, new Closed(clocks.instant(), reason, null));
            }
        }
    }

    /// Closes a break for a person. The caller checks rights, and writes the audit record.
    ///
    /// @return false if it is closed or unknown
    public boolean close(Tx tx, UUID id, String reason, String by) {
        var open = store.lock(tx, id).filter(each -> each.closed() == null);
        open.ifPresent(each -> store.close(tx, each, new Closed(clocks.instant(), reason, by)));
        return open.isPresent();
    }

    /// Filter of a list.
    ///
    /// @param kind the only kind to list; null for all
    public record Search(boolean open, @Nullable BreakKind kind) {
        @Nullable
        String stored() {
            return kind == null ? null : kind.name();
        }
    }

    /// Number of open breaks of a kind.
    ///
    /// @param oldest earliest day of a cause
    public record OfKind(BreakKind kind, long count, LocalDate oldest) {
        /// Returns the age of the oldest one in days.
        public long oldestDays(LocalDate today) {
            return Math.max(0, ChronoUnit.DAYS.between(oldest, today));
        }
    }

    public Optional<BankBreak> find(Handle handle, UUID id) {
        return store.find(handle, id);
    }

    /// Returns a page of the breaks of an account: the oldest open ones, or the ones that were closed last.
    public Page<BankBreak> list(Handle handle, String account, Search search, Page.Request page) {
        return Page.of(
                BreakStore.count(handle, account, search), page, () -> store.list(handle, account, search, page));
    }

    /// Returns the numbers of open breaks of an account by their kinds.
    public static List<OfKind> byKind(Handle handle, String account) {
        return BreakStore.byKind(handle, account);
    }

    /// Returns the open breaks of an account, the oldest first.
    public List<BankBreak> open(Handle handle, String account) {
        return store.open(handle, account);
    }
}
