package dev.sluice.rail.sandbox.bank;

import dev.sluice.rail.sandbox.bank.Booking.Content;
import dev.sluice.rail.sandbox.bank.Booking.Kind;
import dev.sluice.rail.sandbox.bank.CamtText.Balance;
import dev.sluice.rail.sandbox.bank.CamtText.Page;
import dev.sluice.rail.sandbox.bank.TransferBehaviour.Answers;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Sends notices, intraday reports and statements, and closes days.
final class Reports {
    private static final int BASIS_POINTS_OF_A_MONTH = 10_000 * 12;
    private static final String STATEMENT = "camt.053";

    private final Books books;
    private final Outbox outbox;

    Reports(Books books, Outbox outbox) {
        this.books = books;
        this.outbox = outbox;
    }

    /// Sends a notice of the entries that none had yet.
    void notices() {
        var bookings = BookingStore.unnoticed(books.tx(), books.bank());
        if (bookings.isEmpty()) {
            return;
        }
        BookingStore.markNoticed(books.tx(), books.bank(), bookings);
        var message = books.settings().sends().notices();
        if (message != null) {
            var orders = orders(bookings);
            notice(message, bookings, orders);
            var again = bookings.stream()
                    .filter(each -> each.content().orderIds().stream().anyMatch(id -> hasTwoNotices(orders.get(id))))
                    .toList();
            if (!again.isEmpty()) {
                notice(message, again, orders);
            }
        }
    }

    private static boolean hasTwoNotices(@Nullable Order order) {
        return order != null && order.answers() == Answers.TWICE;
    }

    private void notice(String message, List<Booking> bookings, Map<Long, Order> orders) {
        var text = new CamtText(books.settings(), message);
        var now = books.now();
        outbox.send(
                "camt.054",
                books.openDay().toString(),
                now,
                (msgId, wrong) -> text.text(new Page(msgId, now, null, List.of(), bookings, orders, wrong)));
    }

    /// Sends an intraday report of new entries, if the last one is old enough.
    void intraday() {
        var message = books.settings().sends().intraday();
        var next = books.reportedAt().plus(books.settings().timing().intraday());
        if (message == null || books.now().isBefore(next)) {
            return;
        }
        var bookings = BookingStore.unreported(books.tx(), books.bank());
        if (bookings.isEmpty()) {
            return;
        }
        BookingStore.markReported(books.tx(), books.bank(), bookings);
        books.reported();
        var orders = orders(bookings);
        var text = new CamtText(books.settings(), message);
        var now = books.now();
        var balances = List.of(new Balance("ITBD", books.balance(), books.openDay()));
        outbox.send(
                "camt.052",
                books.openDay().toString(),
                now,
                (msgId, wrong) -> text.text(new Page(msgId, now, null, balances, bookings, orders, wrong)));
    }

    /// Books interest and charges of the month, if it ends.
    void monthEnd() {
        if (!books.isLastDayOfMonth()) {
            return;
        }
        var prices = books.settings().prices();
        long interest = Math.max(0, books.balance()) * prices.interest() / BASIS_POINTS_OF_A_MONTH;
        if (interest > 0) {
            books.book(Kind.INTEREST, interest, null, Content.text("Interest"));
        }
        if (prices.perMonth() > 0) {
            books.book(Kind.CHARGE, -prices.perMonth(), null, Content.text("Account charges"));
        }
    }

    /// Closes the open day and sends its statements.
    void dayEnd() {
        monthEnd();
        notices();
        var day = books.closeDay();
        var bookings = BookingStore.ofDay(books.tx().handle(), books.bank(), day.day());
        BookingStore.markReported(books.tx(), books.bank(), bookings);
        var name = day.day().toString();
        if (books.isOn(Knob.DAY_MISSING, name)) {
            return;
        }
        boolean corrected = books.isOn(Knob.STATEMENT_CORRECTED, name) && !bookings.isEmpty();
        if (corrected) {
            var last = bookings.getLast();
            var first = new ClosedDay(day.day(), day.year(), day.number(), day.opening(), day.closing() - last.units());
            send(first, bookings.subList(0, bookings.size() - 1), books.now());
            send(day, bookings, books.now().plus(books.settings().timing().repair()));
        } else {
            send(day, bookings, books.now());
        }
    }

    /// Sends the statements of a closed day.
    void send(ClosedDay day, List<Booking> bookings, Instant due) {
        var sends = books.settings().sends();
        var orders = orders(bookings);
        var name = day.day().toString();
        var now = books.now();
        var message = sends.statements();
        if (message != null) {
            var text = new CamtText(books.settings(), message);
            var balances = List.of(
                    new Balance("OPBD", day.opening(), day.day()), new Balance("CLBD", day.closing(), day.day()));
            var number = Integer.toString(day.number());
            outbox.send(
                    STATEMENT,
                    name,
                    due,
                    (msgId, wrong) -> text.text(new Page(msgId, now, number, balances, bookings, orders, wrong)));
        }
        if (sends.mt940()) {
            var text = new Mt940Text(books.settings());
            outbox.send("mt940", name, due, (msgId, wrong) -> text.text(msgId, day, bookings, orders, wrong ? 1 : 0));
        }
    }

    private Map<Long, Order> orders(List<Booking> bookings) {
        var ids = CamtText.orderIds(bookings);
        return ids.isEmpty()
                ? Map.of()
                : OrderStore.byNumber(books.tx().handle(), books.bank(), ids).stream()
                        .collect(Collectors.toMap(Order::id, Function.identity()));
    }
}
