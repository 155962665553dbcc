package dev.sluice.reconcile;

import dev.sluice.ledger.Account;
import dev.sluice.ledger.ClearingTotals;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Charges;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.iso20022.inbound.BankEntries;
import dev.sluice.rail.iso20022.inbound.BookedEntries;
import dev.sluice.rail.iso20022.inbound.BookedEntries.Span;
import dev.sluice.rail.iso20022.inbound.BookedEntries.Unposted;
import dev.sluice.rail.iso20022.inbound.ClosedDays;
import dev.sluice.rail.iso20022.payout.BookedPayouts;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Collection;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Reads the terms of a closed day, each from its own source: the ledger, the orders, the entries, the statement.
///
/// A posting counts until the end of the day. One that the bank has booked by then counts too, although the statement
/// of the day comes later, and the ledger posts it then.
final class TermsReader {
    /// Number of days before the closed day with payouts that are compared one by one.
    static final int COMPARED_DAYS = 45;

    private final Handle handle;
    private final BankEntries entries;
    private final String account;
    private final String rail;

    TermsReader(Handle handle, BankEntries entries, String account, String rail) {
        this.handle = handle;
        this.entries = entries;
        this.account = account;
        this.rail = rail;
    }

    /// Terms of a day.
    record Closed(LocalDate day, Terms terms) {}

    /// @param until last day that may be chosen; null for all
    /// @param others identifiers of older payouts that are compared too
    Optional<Closed> read(ZoneId zone, @Nullable LocalDate until, Collection<String> others) {
        return ClosedDays.of(handle, entries, account)
                .flatMap(days -> days.last(until).map(last -> {
                    var first = days.first();
                    var span = new Span(
                            account,
                            first.fromDay(),
                            last.day(),
                            last.day().plusDays(1).atStartOfDay(zone).toInstant());
                    return new Closed(last.day(), terms(span, first.opening(), last.closing(), others));
                }));
    }

    private Terms terms(Span span, Money opening, Money closing, Collection<String> others) {
        var asset = closing.asset();
        var inTransit = BigInteger.ZERO;
        var later = BigInteger.ZERO;
        var open = BookedEntries.unexplained(handle, span);
        for (var each : PayoutPositions.of(handle, rail, asset.code(), search(span, others), span.until())) {
            if (!each.differs()) {
                continue;
            }
            if (each.isPostedFirst()) {
                inTransit = inTransit.add(each.postedBefore().subtract(each.booked()));
                later = later.add(each.posted().subtract(each.postedBefore()));
            } else {
                open = open.add(each.booked().subtract(each.posted()));
            }
        }
        var incoming = BookedEntries.incoming(handle, span, unposted(handle, rail));
        inTransit = inTransit.add(incoming.inTransit());
        later = later.add(incoming.later());
        open = open.add(incoming.unposted());
        // Money that left the bank is a credit of the clearing account.
        var clearing = ClearingTotals.balance(handle, Account.clearing(rail), asset.code())
                .add(later);
        var anchor = opening.units().subtract(BookedEntries.beforeFirst(handle, span));
        return new Terms(
                money(anchor, asset), money(clearing, asset), money(inTransit, asset), money(open, asset), closing);
    }

    private BookedPayouts.Search search(Span span, Collection<String> others) {
        return new BookedPayouts.Search(account, span.first(), span.day().minusDays(COMPARED_DAYS), span.day(), others);
    }

    /// Returns the entries that the rail has passed on, and that the ledger does not have yet.
    static Unposted unposted(Handle handle, String rail) {
        var unread = IncomingPayments.unreadOf(handle, rail);
        return new Unposted(unread.received(), unread.reversed(), Charges.unbookedOf(handle, rail));
    }

    private static Money money(BigInteger units, Asset asset) {
        return new Money(units, asset);
    }
}
