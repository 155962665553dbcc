package dev.sluice.rail.iso20022.inbound;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Tx;
import dev.sluice.rail.iso20022.inbound.InboundFile.Hold;
import dev.sluice.rail.iso20022.inbound.StoredEntry.Match;
import dev.sluice.rail.iso20022.payout.BookedPayouts;
import dev.sluice.rail.iso20022.profile.BankProfile;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Checks a file against what is stored, and applies it in the transaction of its caller.
final class FileImport {
    /// Breaks that an entry has as long as nothing explains it.
    private static final Set<BreakKind> OPEN =
            EnumSet.of(BreakKind.CREDIT_OPEN, BreakKind.DEBIT_OPEN, BreakKind.CHARGE_UNEXPLAINED);

    private final Clocks clocks;
    private final PayoutBook payouts;
    private final StatementStore statements;
    private final EntryStore entries;
    private final EntryMatcher matcher;
    private final BankBreaks breaks;

    FileImport(BankInbox.Dependencies dependencies, BankBreaks breaks) {
        this.clocks = dependencies.clocks();
        this.payouts = dependencies.payouts();
        this.statements = new StatementStore(dependencies.vault());
        this.entries = new EntryStore(dependencies.vault());
        this.matcher = new EntryMatcher(
                entries, dependencies.payments(), payouts, dependencies.destinations(), dependencies.ownAccounts());
        this.breaks = breaks;
    }

    /// Thrown if a file names payments of ours that the database does not know: nothing of it is applied.
    static final class NamesUnknown extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private static final int NAMED_MAX = 10;

        private final transient List<String> ids;

        NamesUnknown(List<String> ids) {
            super(
                    "the file names payments that the database does not know: "
                            + ids.stream().limit(NAMED_MAX).collect(Collectors.joining(", ")),
                    null,
                    false,
                    false);
            this.ids = List.copyOf(ids);
        }

        List<String> ids() {
            return ids;
        }
    }

    /// Returns the reason for which people have to decide about a file; null if nobody has to.
    @Nullable
    Hold check(Tx tx, BankProfile profile, InboundFile file, FilePlan plan) {
        if (plan.hold() != null) {
            return plan.hold();
        }
        var same = plan.messageIds().isEmpty()
                ? Optional.<UUID>empty()
                : InboundFileStore.ofMessages(tx, file, plan.kind(), plan.messageIds());
        if (same.isPresent()) {
            return new Hold(
                    "message " + String.join(", ", plan.messageIds()) + " came with another content in file "
                            + same.get(),
                    BreakKind.CORRECTED,
                    null);
        }
        if (plan.pages().isEmpty()) {
            return null;
        }
        var chain = chain(tx, profile, plan.kind());
        for (var page : plan.pages()) {
            var fault = chain.add(page);
            if (fault != null) {
                return fault;
            }
        }
        return null;
    }

    private StatementChain chain(Tx tx, BankProfile profile, String kind) {
        return new StatementChain(
                statements.ofAccount(tx.handle(), profile.id()).stream()
                        .filter(each -> each.kind().equals(kind))
                        .toList(),
                profile.in().numbers());
    }

    /// Applies the file.
    ///
    /// @param isWaived true if people accept its faults
    void apply(Tx tx, BankProfile profile, InboundFile file, FilePlan plan, boolean isWaived, Instant now) {
        plan.pages().forEach(each -> statements.insert(tx, each));
        for (var report : plan.reports()) {
            var unknown = payouts.apply(tx, profile, file.id(), report, now);
            if (!unknown.isEmpty() && !isWaived) {
                throw new NamesUnknown(unknown);
            }
        }
        if (!plan.reports().isEmpty()) {
            changed(tx, profile);
        }
        if (!plan.entries().isEmpty()) {
            var changed = new EntryImport(tx, profile, file.id(), clocks, entries, plan.entries(), now)
                    .apply(plan.entries(), matcher);
            changed.forEach(each -> breaks(tx, profile, each));
        }
        if (!plan.pages().isEmpty()) {
            statementBreaks(tx, profile, plan);
            notStated(tx, profile, plan);
        }
    }

    /// Opens the breaks of payouts that the bank accepted with a change.
    private void changed(Tx tx, BankProfile profile) {
        for (var each : BookedPayouts.changed(tx.handle(), profile.id())) {
            var subject = BankBreak.payout(each.ref().payoutId());
            if (!BreakStore.isKnown(tx, profile.id(), subject, BreakKind.CHANGED)) {
                breaks.open(
                        tx,
                        profile.id(),
                        BreakKind.CHANGED,
                        subject,
                        each.amount().decimal().negate(),
                        each.endToEndId() + ": the bank accepted it with a change (ACWC)",
                        each.changedAt().atZone(profile.windows().zone()).toLocalDate());
            }
        }
    }

    private void breaks(Tx tx, BankProfile profile, EntryImport.Changed changed) {
        var after = changed.after();
        var subject = BankBreak.entry(after.id());
        var wanted = wanted(profile, after);
        var before = changed.before() == null ? Set.<BreakKind>of() : wanted(profile, changed.before());
        var gone = EnumSet.copyOf(OPEN);
        gone.addAll(before);
        gone.removeAll(wanted);
        if (after.isStated()) {
            gone.add(BreakKind.NOTICE_NOT_STATED);
        }
        if (changed.before() != null) {
            breaks.close(tx, profile.id(), subject, gone, "the entry is explained");
        }
        for (var kind : wanted) {
            // A break that a person closed stays closed.
            if (!before.contains(kind)) {
                breaks.open(
                        tx,
                        profile.id(),
                        kind,
                        subject,
                        amount(tx, profile, kind, after),
                        note(after),
                        after.bookedOn());
            }
        }
    }

    /// Returns the amount of a break: that of the entry, or what did not come back of a payout.
    private BigDecimal amount(Tx tx, BankProfile profile, BreakKind kind, StoredEntry entry) {
        var id = entry.references().endToEndId();
        return kind == BreakKind.RETURN_SHORT && id != null
                ? payouts.missing(tx, profile, id).orElse(entry.signed()).decimal()
                : entry.signed().decimal();
    }

    private static Set<BreakKind> wanted(BankProfile profile, StoredEntry entry) {
        var wanted = EnumSet.noneOf(BreakKind.class);
        var fault = entry.fault();
        if (fault != null) {
            return EnumSet.of(BreakKind.valueOf(fault));
        }
        if (!entry.isOpen()) {
            return wanted;
        }
        var match = entry.match();
        boolean ambiguous = match != null && match.kind() == Match.Kind.AMBIGUOUS;
        if (!entry.credit()) {
            wanted.add(OwnEntries.isUnexplained(entry) ? BreakKind.CHARGE_UNEXPLAINED : BreakKind.DEBIT_OPEN);
        } else if (ambiguous || entry.isStated() || entry.isNamedBy(profile.in().creditsFrom())) {
            wanted.add(BreakKind.CREDIT_OPEN);
        }
        return wanted;
    }

    private static String note(StoredEntry entry) {
        var match = entry.match();
        var text = EntryMatcher.text(entry);
        return entry.key() + " of " + entry.bookedOn() + (match == null ? "" : ", " + match.kind())
                + (text == null ? "" : ": " + text);
    }

    /// Opens the breaks of statements that were applied in spite of their faults, and closes those of gaps that are
    /// filled.
    private void statementBreaks(Tx tx, BankProfile profile, FilePlan plan) {
        var broken =
                plan.broken().stream().collect(Collectors.toMap(FilePlan.Broken::page, FilePlan.Broken::difference));
        var days = plan.pages().stream().collect(Collectors.toMap(StatementPage::id, StatementPage::day));
        broken.forEach((page, difference) -> breaks.open(
                tx,
                profile.id(),
                BreakKind.BALANCE_BROKEN,
                BankBreak.statement(page),
                difference,
                "opening balance and entries do not give the closing balance",
                Objects.requireNonNull(days.get(page))));
        var chain = chain(tx, profile, plan.kind());
        var gaps = chain.gaps().stream().collect(Collectors.toMap(StatementPage::id, each -> each));
        for (var page : plan.pages()) {
            if (gaps.containsKey(page.id())) {
                openGap(tx, profile, page);
            }
        }
        closeGaps(tx, profile, gaps.keySet());
    }

    private void openGap(Tx tx, BankProfile profile, StatementPage page) {
        breaks.open(
                tx,
                profile.id(),
                BreakKind.STATEMENT_GAP,
                BankBreak.statement(page.id()),
                BigDecimal.ZERO,
                "the statement before " + page.day() + " is missing",
                page.day());
    }

    private void closeGaps(Tx tx, BankProfile profile, Set<UUID> gaps) {
        var open = gaps.stream().map(BankBreak::statement).collect(Collectors.toSet());
        for (var each : breaks.open(tx.handle(), profile.id())) {
            if (each.kind() == BreakKind.STATEMENT_GAP
                    && each.subject().startsWith("statement:")
                    && !open.contains(each.subject())) {
                breaks.close(
                        tx, profile.id(), each.subject(), EnumSet.of(BreakKind.STATEMENT_GAP), "the gap is filled");
            }
        }
    }

    /// Opens the break of credits that a statement of their day or a later one does not have.
    private void notStated(Tx tx, BankProfile profile, FilePlan plan) {
        var last = plan.pages().stream()
                .filter(each -> !each.continues())
                .map(StatementPage::day)
                .max(Comparator.naturalOrder());
        last.ifPresent(day -> {
            notStated(tx, profile, day);
            arrived(tx, profile, day);
        });
    }

    /// Opens the breaks of a day whose statement should be there by now.
    void expectStatement(Tx tx, BankProfile profile, LocalDate day) {
        boolean there = statements.ofAccount(tx.handle(), profile.id()).stream()
                .anyMatch(each -> !each.continues() && !each.day().isBefore(day));
        if (!there && !BreakStore.isKnown(tx, profile.id(), BankBreak.day(day), BreakKind.STATEMENT_LATE)) {
            breaks.open(
                    tx,
                    profile.id(),
                    BreakKind.STATEMENT_LATE,
                    BankBreak.day(day),
                    BigDecimal.ZERO,
                    "the bank has sent no statement of this day or a later one",
                    day);
        }
        notStated(tx, profile, day);
    }

    /// Closes the breaks of days whose statement was late.
    private void arrived(Tx tx, BankProfile profile, LocalDate day) {
        for (var each : breaks.open(tx.handle(), profile.id())) {
            if (each.kind() == BreakKind.STATEMENT_LATE && each.subject().compareTo(BankBreak.day(day)) <= 0) {
                breaks.close(
                        tx,
                        profile.id(),
                        each.subject(),
                        EnumSet.of(BreakKind.STATEMENT_LATE),
                        "the statement has arrived");
            }
        }
    }

    /// Opens the break of credits up to a day that no statement has named.
    private void notStated(Tx tx, BankProfile profile, LocalDate day) {
        for (var entry : entries.unstated(tx, profile.id(), day)) {
            var subject = BankBreak.entry(entry.id());
            if (BreakStore.isKnown(tx, profile.id(), subject, BreakKind.NOTICE_NOT_STATED)) {
                continue;
            }
            breaks.open(
                    tx,
                    profile.id(),
                    BreakKind.NOTICE_NOT_STATED,
                    subject,
                    entry.signed().decimal(),
                    note(entry),
                    entry.bookedOn());
        }
    }
}
