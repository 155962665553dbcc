package dev.sluice.disbursement.reconciliation;

import dev.sluice.db.Keyset;
import dev.sluice.ledger.LedgerVerifier;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.RailBooks;
import dev.sluice.rail.RailBooks.Order;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Payouts for the proof of the books: the amounts that each has moved, and a comparison of the rails' orders with the
/// requested payouts.
public record PayoutBooks(List<RailBooks> rails) implements LedgerVerifier.Payments {
    private static final int PAGE = 1_000;
    private static final PayoutRef FIRST = new PayoutRef(new UUID(0, 0), new UUID(0, 0));

    public PayoutBooks {
        rails = List.copyOf(rails);
    }

    @Override
    public void forEachPage(Handle snapshot, Consumer<List<LedgerVerifier.Expected>> visitor) {
        LedgerVerifier.walk(PlacementStore.SELECT_AFTER, PlacementStore::moved).forEachPage(snapshot, visitor);
    }

    @Override
    public void compare(Handle snapshot, Consumer<String> fault) {
        for (var rail : rails) {
            new Keyset<>(FIRST, PAGE, last -> rail.after(snapshot, last, PAGE), Order::payout).forEachPage(page -> {
                var payouts = PlacementStore.ordered(
                        snapshot, page.stream().map(Order::payout).toList());
                page.forEach(order -> compare(order, payouts, fault));
            });
        }
    }

    private static void compare(
            Order order, Map<PayoutRef, PlacementStore.OrderedPayout> payouts, Consumer<String> fault) {
        var rail = order.rail();
        var payout = payouts.get(order.payout());
        var id = "payout " + order.payout().payoutId() + ": ";
        if (payout == null) {
            fault.accept(id + "rail " + rail + " has a payment without a payout");
            return;
        }
        differ(id + "its rail", payout.rail(), rail, fault);
        differ(id + "asset on " + rail, payout.asset(), order.asset(), fault);
        differ(id + "units on " + rail, payout.units().toString(), order.units().toString(), fault);
        if (order.payee() != null) {
            differ(id + "payee on " + rail, payout.receiver(), order.payee(), fault);
        }
        // The rail's books are first: a payout may not know yet of what came back.
        if (order.returned() != null
                && payout.returned() != null
                && payout.returned().compareTo(order.returned()) > 0) {
            differ(id + "units returned on " + rail, payout.returned().toString(), order.returned().toString(), fault);
        }
    }

    /// Addresses on EVM networks may differ in case alone.
    private static void differ(String what, @Nullable String asked, String paid, Consumer<String> fault) {
        if (!paid.equalsIgnoreCase(asked)) {
            fault.accept(what + " is " + paid + ", the payout says " + asked);
        }
    }
}
