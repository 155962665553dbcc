package dev.sluice.reconcile;

import dev.sluice.db.Tx;
import dev.sluice.iso20022.write.EndToEndIds;
import dev.sluice.money.Money;
import dev.sluice.rail.iso20022.inbound.BankBreak;
import dev.sluice.rail.iso20022.inbound.BankBreaks;
import dev.sluice.rail.iso20022.inbound.BankBreaks.Difference;
import dev.sluice.rail.iso20022.inbound.BankBreaks.Found;
import dev.sluice.rail.iso20022.inbound.BankEntries;
import dev.sluice.rail.iso20022.inbound.BookedEntries;
import dev.sluice.rail.iso20022.inbound.BreakKind;
import dev.sluice.rail.iso20022.inbound.ClosedDays;
import dev.sluice.rail.iso20022.inbound.StatementPage;
import dev.sluice.rail.iso20022.payout.BookedPayouts;
import dev.sluice.rail.iso20022.payout.BookedPayouts.Payout;
import dev.sluice.rail.iso20022.payout.BookedPayouts.State;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.profile.BusinessDays;
import dev.sluice.reconcile.PayoutPositions.Position;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/// Compares the payouts and entries of an account with the ledger, as they are now: opens breaks, and closes those
/// whose cause is gone.
final class Comparison {
    /// Time in which the ledger posts what the bank has booked.
    private static final Duration POSTED_WITHIN = Duration.ofHours(1);

    private static final LocalDate NEVER = LocalDate.of(1, 1, 1);
    private static final LocalDate ALWAYS = LocalDate.of(9999, 12, 31);
    private static final String PAYOUT = "payout:";
    private static final Set<BreakKind> COMPARED = EnumSet.of(
            BreakKind.INSTRUCTED_NOT_BOOKED, BreakKind.POSTED_NOT_BOOKED, BreakKind.BOOKED_NOT_POSTED);

    private final Tx tx;
    private final BankBreaks breaks;
    private final BankEntries entries;
    private final BankProfile profile;
    private final BusinessDays days;
    private final Instant now;
    private final Map<BreakKind, Map<String, Difference>> found = new EnumMap<>(BreakKind.class);

    Comparison(Tx tx, BankBreaks breaks, BankEntries entries, BankProfile profile, Instant now) {
        this.tx = tx;
        this.breaks = breaks;
        this.entries = entries;
        this.profile = profile;
        this.days = BusinessDays.of(profile.windows());
        this.now = now;
        COMPARED.forEach(kind -> found.put(kind, new HashMap<>()));
    }

    void run() {
        var open = breaks.open(tx.handle(), profile.id());
        var closed = ClosedDays.of(tx.handle(), entries, profile.id());
        var search = new BookedPayouts.Search(
                profile.id(),
                closed.map(each -> each.first().fromDay()).orElse(NEVER),
                days.day(now).minusDays(TermsReader.COMPARED_DAYS),
                ALWAYS,
                payouts(open));
        var lastDay = closed.flatMap(each -> each.last(null)).map(StatementPage::day);
        var positions =
                PayoutPositions.of(tx.handle(), profile.rail(), profile.account().currency(), search, now);
        positions.forEach(each -> compare(each, lastDay));
        entriesNotPosted();
        found.forEach((kind, differences) ->
                breaks.replace(tx, profile.id(), new Found(kind, differences), "the difference is gone"));
        closeChanged(open, positions);
    }

    private void compare(Position position, Optional<LocalDate> lastDay) {
        var payout = position.payout();
        var debit = payout.debit();
        if (!position.differs()) {
            boolean instructed = payout.state() == State.OPEN && debit == null && payout.deliveredAt() != null;
            if (instructed) {
                var since = days.day(Objects.requireNonNull(payout.deliveredAt()));
                if (isOverdue(since, lastDay)) {
                    add(BreakKind.INSTRUCTED_NOT_BOOKED, payout, payout.amount().units().negate(), since);
                }
            }
        } else if (position.isPostedFirst()) {
            var since = postedOn(payout);
            if (isOverdue(since, lastDay)) {
                add(
                        BreakKind.POSTED_NOT_BOOKED,
                        payout,
                        position.posted().subtract(position.booked()),
                        since);
            }
        } else if (payout.seenAt() != null && payout.seenAt().plus(POSTED_WITHIN).isBefore(now)) {
            add(
                    BreakKind.BOOKED_NOT_POSTED,
                    payout,
                    position.booked().subtract(position.posted()),
                    debit == null || payout.state() == State.RETURNED
                            ? days.day(payout.seenAt())
                            : debit.bookedOn());
        }
    }

    /// Returns the day since which the bank should have booked what the ledger has posted.
    private LocalDate postedOn(Payout payout) {
        var ended = payout.endedAt() == null ? payout.deliveredAt() : payout.endedAt();
        var debit = payout.debit();
        if (debit != null && payout.state() != State.RETURNED) {
            return debit.bookedOn();
        }
        return ended == null ? days.day(now) : days.day(ended);
    }

    /// Returns true if the bank should have booked something by now: a statement has closed the last day for it, or
    /// should have.
    private boolean isOverdue(LocalDate since, Optional<LocalDate> lastDay) {
        var due = days.plus(since, profile.promises().bookedBy());
        boolean isClosed = lastDay.filter(day -> !day.isBefore(due)).isPresent();
        return isClosed || !now.isBefore(days.due(due, profile.promises().statementBy()));
    }

    private void add(BreakKind kind, Payout payout, BigInteger units, LocalDate since) {
        var amount = new Money(units, payout.amount().asset());
        put(kind, BankBreak.payout(payout.ref().payoutId()), amount, payout.endToEndId(), since);
    }

    private void put(BreakKind kind, String subject, Money amount, String note, LocalDate since) {
        Objects.requireNonNull(found.get(kind)).put(subject, new Difference(amount.decimal(), note, since));
    }

    /// Deposits, reversals and charges that wait for the ledger.
    private void entriesNotPosted() {
        var unposted = TermsReader.unposted(tx.handle(), profile.rail());
        for (var each : BookedEntries.waiting(tx.handle(), profile.id(), unposted, now.minus(POSTED_WITHIN))) {
            put(
                    BreakKind.BOOKED_NOT_POSTED,
                    BankBreak.entry(each.id()),
                    each.amount(),
                    each.key() + " of " + each.bookedOn(),
                    each.bookedOn());
        }
    }

    /// Closes the breaks of payouts that the bank changed and that have ended since.
    private void closeChanged(List<BankBreak> open, List<Position> positions) {
        var ended = positions.stream()
                .map(Position::payout)
                .filter(each -> each.state() != State.OPEN)
                .map(each -> BankBreak.payout(each.ref().payoutId()))
                .collect(Collectors.toSet());
        open.stream()
                .filter(each -> each.kind() == BreakKind.CHANGED && ended.contains(each.subject()))
                .forEach(each -> breaks.close(
                        tx, profile.id(), each.subject(), EnumSet.of(BreakKind.CHANGED), "the payout has ended"));
    }

    /// Returns the identifiers of the payouts that breaks are about.
    static List<String> payouts(List<BankBreak> breaks) {
        return breaks.stream()
                .map(BankBreak::subject)
                .filter(each -> each.startsWith(PAYOUT))
                .map(each -> EndToEndIds.of(UUID.fromString(each.substring(PAYOUT.length()))))
                .distinct()
                .toList();
    }
}
