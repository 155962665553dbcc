package dev.sluice.rail.sandbox.bank;

import dev.sluice.rail.sandbox.bank.Booking.Content;
import dev.sluice.rail.sandbox.bank.Booking.Kind;
import dev.sluice.rail.sandbox.bank.Order.EntryForm;
import dev.sluice.rail.sandbox.bank.Order.Return;
import dev.sluice.rail.sandbox.bank.Order.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Books payments that are due, returns, and incoming payments.
final class Processing {
    static final int ORDERS_MAX = 5_000;

    private final Books books;
    private final StatusReports reports;

    Processing(Books books, StatusReports reports) {
        this.books = books;
        this.reports = reports;
    }

    /// Books all that is due by an instant, and returns true if there was anything.
    boolean run(Instant until) {
        boolean worked = credits(until);
        var due = OrderStore.due(books.tx(), books.bank(), until, ORDERS_MAX);
        while (!due.isEmpty()) {
            worked = true;
            process(due);
            due = OrderStore.due(books.tx(), books.bank(), until, ORDERS_MAX);
        }
        var returning = OrderStore.returning(books.tx(), books.bank(), until, ORDERS_MAX);
        while (!returning.isEmpty()) {
            worked = true;
            returning.forEach(this::bookReturn);
            OrderStore.move(
                    books.tx(),
                    books.bank(),
                    returning.stream().map(each -> moved(each, State.RETURNED)).toList());
            returning = OrderStore.returning(books.tx(), books.bank(), until, ORDERS_MAX);
        }
        return worked;
    }

    private void process(List<Order> due) {
        var booked = new ArrayList<Order>();
        var moved = new ArrayList<Order>();
        var lumps = new LinkedHashMap<String, List<Order>>();
        for (var order : due) {
            if (order.rejectCode() != null) {
                moved.add(moved(order, State.REJECTED));
                reports.tell(List.of(order), "RJCT", new Rejection(order.rejectCode(), "refused by the payee's bank"));
            } else if (order.form() == EntryForm.SINGLE) {
                bookSingle(order);
                booked.add(order);
            } else {
                lumps.computeIfAbsent(order.receivedId() + "/" + order.ids().block(), _ -> new ArrayList<>())
                        .add(order);
                booked.add(order);
            }
        }
        lumps.values().forEach(this::bookLump);
        booked.forEach(each -> moved.add(booked(each)));
        OrderStore.move(books.tx(), books.bank(), moved);
        reports.booked(booked);
    }

    private void bookSingle(Order order) {
        int times = books.isOn(Knob.BOOKED_TWICE, order.ids().endToEnd()) ? 2 : 1;
        for (int i = 0; i < times; i++) {
            books.book(Kind.PAYMENT, -order.units(), order.ids().endToEnd(), content(order, null, 0));
        }
        charge(1);
    }

    private void bookLump(List<Order> orders) {
        var first = orders.getFirst();
        long sum = orders.stream().mapToLong(Order::units).sum();
        books.book(
                Kind.LUMP,
                -sum,
                first.ids().msgId(),
                new Content(
                        orders.stream().map(Order::id).toList(),
                        first.form() == EntryForm.DETAILS,
                        Party.NONE,
                        null,
                        null,
                        first.form() == EntryForm.DETAILS ? "" : first.ids().msgId(),
                        null,
                        null,
                        0));
        charge(orders.size());
    }

    private void charge(int transfers) {
        long charge = books.settings().prices().perTransfer() * transfers;
        if (charge > 0) {
            books.book(Kind.CHARGE, -charge, null, Content.text("Charges for credit transfers"));
        }
    }

    private void bookReturn(Order order) {
        var returned = Objects.requireNonNull(order.returned());
        long price = books.settings().prices().perReturn();
        boolean net = books.isOn(Knob.RETURN_NET, order.ids().endToEnd());
        long charges = net ? Math.clamp(price, 0, order.units() - 1) : 0;
        books.book(
                Kind.RETURN, order.units() - charges, order.ids().endToEnd(), content(order, returned.code(), charges));
    }

    private static Content content(Order order, @Nullable String returnCode, long charges) {
        return new Content(
                List.of(order.id()),
                true,
                order.payee(),
                order.ids().endToEnd(),
                null,
                order.remittance(),
                order.reference(),
                returnCode,
                charges);
    }

    private boolean credits(Instant until) {
        var open = CreditStore.open(books.tx(), books.bank(), until, ORDERS_MAX);
        for (var each : open) {
            var credit = each.credit();
            if (each.reversal()) {
                books.book(Kind.REVERSAL, -credit.units(), credit.key(), content(credit));
                CreditStore.markReversed(books.tx(), books.bank(), credit.key());
            } else {
                credit(credit);
            }
        }
        return !open.isEmpty();
    }

    private void credit(IncomingCredit credit) {
        int times = books.isOn(Knob.EQUAL_BOOKINGS, credit.key()) ? 2 : 1;
        for (int i = 0; i < times; i++) {
            books.book(Kind.CREDIT, credit.units(), credit.key(), content(credit));
        }
        CreditStore.markBooked(books.tx(), books.bank(), credit.key());
    }

    private static Content content(IncomingCredit credit) {
        return new Content(
                List.of(),
                true,
                credit.payer(),
                credit.endToEndId(),
                credit.virtualAccount(),
                credit.remittance(),
                credit.reference(),
                null,
                0);
    }

    private Order booked(Order order) {
        var returned = order.returned();
        return new Order(
                order.id(),
                order.receivedId(),
                order.ids(),
                order.units(),
                order.payee(),
                order.remittance(),
                order.reference(),
                order.acceptedAt(),
                State.BOOKED,
                order.dueAt(),
                order.rejectCode(),
                returned == null
                        ? null
                        : new Return(
                                returned.code(),
                                books.now().plus(books.settings().timing().returns())),
                order.form(),
                order.answers());
    }

    static Order moved(Order order, State state) {
        return moved(order, state, order.dueAt());
    }

    static Order moved(Order order, State state, Instant dueAt) {
        return new Order(
                order.id(),
                order.receivedId(),
                order.ids(),
                order.units(),
                order.payee(),
                order.remittance(),
                order.reference(),
                order.acceptedAt(),
                state,
                dueAt,
                order.rejectCode(),
                order.returned(),
                order.form(),
                order.answers());
    }
}
