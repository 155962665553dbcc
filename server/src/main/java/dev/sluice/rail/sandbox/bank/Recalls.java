package dev.sluice.rail.sandbox.bank;

import dev.sluice.rail.sandbox.bank.StatusReports.Status;
import dev.sluice.rail.sandbox.bank.StatusText.OfBlock;
import dev.sluice.rail.sandbox.bank.StatusText.OfTransaction;
import dev.sluice.rail.sandbox.bank.StatusText.Report;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;

/// Answers recalls: a payment that is not booked yet is cancelled, any other one is refused.
final class Recalls {
    private static final String ACCEPTED = "ACCR";
    private static final String REJECTED = "RJCR";
    private static final String UNKNOWN_BLOCK = "NOTPROVIDED";

    private final Books books;
    private final Outbox outbox;

    Recalls(Books books, Outbox outbox) {
        this.books = books;
        this.outbox = outbox;
    }

    void answer(RecallRequest request) {
        var ofFile = OrderStore.ofFile(books.tx(), books.bank(), request.originalMsgId());
        var named = new HashSet<>(request.endToEndIds());
        var orders = ofFile.stream()
                .filter(each -> named.isEmpty() || named.contains(each.ids().endToEnd()))
                .toList();
        var statuses = new HashMap<Long, Status>();
        var cancelled = new ArrayList<Order>();
        for (var order : orders) {
            var status = decide(order);
            statuses.put(order.id(), status);
            if (status.code().equals(ACCEPTED)) {
                cancelled.add(Processing.moved(order, Order.State.CANCELLED));
            }
        }
        OrderStore.move(books.tx(), books.bank(), cancelled);
        orders.forEach(each -> named.remove(each.ids().endToEnd()));
        var blocks =
                new ArrayList<>(StatusReports.blocks(orders, each -> Objects.requireNonNull(statuses.get(each.id()))));
        if (!named.isEmpty() || orders.isEmpty()) {
            blocks.add(unknown(List.copyOf(named)));
        }
        int refused = orders.size() - cancelled.size() + named.size();
        var confirmation = cancelled.isEmpty() ? REJECTED : refused == 0 ? "CNCL" : "PECR";
        var report = new Report(request.originalMsgId(), null, null, blocks);
        var createdAt = books.now();
        outbox.send(
                "camt.029",
                request.id(),
                createdAt,
                (id, _) -> StatusText.recallAnswer(books.settings(), id, createdAt, confirmation, report));
    }

    private Status decide(Order order) {
        if (!books.settings().accepts().recalls()) {
            return refused("AGNT", "this bank recalls no payments");
        }
        if (books.isOn(Knob.RECALL_REFUSED, order.ids().endToEnd())) {
            return refused("CUST", "the payee does not agree");
        }
        return switch (order.state()) {
            case ACCEPTED, HELD -> new Status(ACCEPTED, null);
            case BOOKED -> refused("PTNA", "the payment was passed on to the payee's bank");
            case RETURNED, REJECTED, CANCELLED -> refused("ARDT", "the payment was returned or refused already");
        };
    }

    private static Status refused(String code, String text) {
        return new Status(REJECTED, new Rejection(code, text));
    }

    private static OfBlock unknown(List<String> ids) {
        var transactions = ids.stream()
                .map(each -> new OfTransaction(null, each, null, REJECTED, new Rejection("NOOR", "no such payment")))
                .toList();
        return new OfBlock(UNKNOWN_BLOCK, null, null, transactions);
    }
}
