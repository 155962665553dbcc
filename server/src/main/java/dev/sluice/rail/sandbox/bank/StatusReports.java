package dev.sluice.rail.sandbox.bank;

import dev.sluice.rail.sandbox.bank.BankSettings.Level;
import dev.sluice.rail.sandbox.bank.StatusText.OfBlock;
import dev.sluice.rail.sandbox.bank.StatusText.OfTransaction;
import dev.sluice.rail.sandbox.bank.StatusText.Report;
import dev.sluice.rail.sandbox.bank.TransferBehaviour.Answers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Sends status reports (pain.002), with the faults of the knobs.
final class StatusReports {
    private static final String REJECTED = "RJCT";
    private static final String PARTLY = "PART";
    private static final String IN_PROCESS = "ACSP";
    /// Delay of a first report that comes after the later ones.
    private static final Duration OUT_OF_ORDER = Duration.ofMinutes(1);

    private final Books books;
    private final Outbox outbox;

    StatusReports(Books books, Outbox outbox) {
        this.books = books;
        this.outbox = outbox;
    }

    /// Reports that a whole message is refused.
    ///
    /// @param msgId MsgId of the message; an empty text if it could not be read
    void refused(String msgId, Rejection reason) {
        send(new Report(msgId, REJECTED, reason, List.of()), books.now());
    }

    /// Reports the result of the checks, at the level of the settings.
    void checked(PaymentFile file, Verdict verdict) {
        if (verdict.group() != null) {
            refused(file.msgId(), verdict.group());
            return;
        }
        var level = books.settings().sends().level();
        boolean parts = books.isOn(Knob.STATUS_IN_PARTS, file.msgId());
        var blocks = new ArrayList<OfBlock>();
        for (var block : verdict.blocks()) {
            if (level != Level.GROUP || parts || !block.isWhole()) {
                blocks.add(block(block, level == Level.TRANSACTION || parts));
            }
        }
        var group = switch (level) {
            case BLOCK -> null;
            case GROUP, TRANSACTION -> verdict.isWhole() ? "ACTC" : verdict.isNothing() ? REJECTED : PARTLY;
        };
        var due = books.isOn(Knob.STATUS_OUT_OF_ORDER, file.msgId())
                ? books.now().plus(books.settings().timing().booking()).plus(OUT_OF_ORDER)
                : books.now();
        var report = new Report(file.msgId(), group, null, blocks);
        send(report, due);
        if (twice(verdict)) {
            send(report, due);
        }
    }

    private static boolean twice(Verdict verdict) {
        return verdict.blocks().stream()
                .flatMap(each -> each.transfers().stream())
                .anyMatch(each -> each.behaviour().answers() == Answers.TWICE);
    }

    private static OfBlock block(Verdict.OfBlock block, boolean all) {
        var transactions = new ArrayList<OfTransaction>();
        for (var each : block.transfers()) {
            var ids = each.transfer().ids();
            if (!each.isAccepted() && block.refused() == null) {
                transactions.add(
                        new OfTransaction(ids.instruction(), ids.endToEnd(), ids.uetr(), REJECTED, each.refused()));
            } else if (each.isAccepted() && all && each.behaviour().answers() != Answers.NONE) {
                transactions.add(new OfTransaction(ids.instruction(), ids.endToEnd(), ids.uetr(), IN_PROCESS, null));
            }
        }
        var status = block.isWhole() ? IN_PROCESS : block.isNothing() ? REJECTED : PARTLY;
        return new OfBlock(block.block().id(), status, block.refused(), transactions);
    }

    /// Reports transfers to payees with other names, beside those that are refused.
    void verified(PaymentFile file, Verdict verdict) {
        var blocks = new ArrayList<OfBlock>();
        for (var block : verdict.blocks()) {
            var transactions = new ArrayList<>(block(block, false).transactions());
            for (var each : block.transfers()) {
                var result = each.behaviour().verification();
                if (each.isAccepted() && result != null) {
                    var ids = each.transfer().ids();
                    transactions.add(new OfTransaction(ids.instruction(), ids.endToEnd(), ids.uetr(), result, null));
                }
            }
            blocks.add(new OfBlock(block.block().id(), null, block.refused(), transactions));
        }
        send(new Report(file.msgId(), null, null, blocks), books.now());
    }

    /// Reports that the second signature is missing.
    void unsigned(String msgId) {
        send(new Report(msgId, "PATC", null, List.of()), books.now());
    }

    /// Reports all payments of a file as settled, although the bank stores none.
    void settledInName(PaymentFile file, Verdict verdict) {
        var word = books.settings().sends().settled();
        var blocks = new ArrayList<OfBlock>();
        for (var block : verdict.blocks()) {
            var transactions = block.transfers().stream()
                    .filter(Verdict.OfTransfer::isAccepted)
                    .map(each -> each.transfer().ids())
                    .map(ids -> new OfTransaction(
                            ids.instruction(), ids.endToEnd(), ids.uetr(), word == null ? IN_PROCESS : word, null))
                    .toList();
            blocks.add(new OfBlock(block.block().id(), null, null, transactions));
        }
        var due = books.now().plus(books.settings().timing().booking());
        send(new Report(file.msgId(), null, null, blocks), due);
    }

    /// Reports booked orders, if the settings have a word for them.
    void booked(List<Order> orders) {
        var word = books.settings().sends().settled();
        if (word != null) {
            var told = orders.stream()
                    .filter(each -> each.answers() != Answers.NONE)
                    .toList();
            tell(told, word, null);
            tell(told.stream().filter(each -> each.answers() == Answers.TWICE).toList(), word, null);
        }
    }

    /// Reports orders with a status that comes after the first report.
    void tell(List<Order> orders, String status, @Nullable Rejection reason) {
        var byFile = new LinkedHashMap<String, List<Order>>();
        orders.forEach(each -> byFile.computeIfAbsent(each.ids().msgId(), _ -> new ArrayList<>())
                .add(each));
        byFile.forEach((msgId, ofFile) ->
                send(new Report(msgId, null, null, blocks(ofFile, _ -> new Status(status, reason))), books.now()));
    }

    /// @param reason null for a positive status
    record Status(String code, @Nullable Rejection reason) {}

    /// Returns orders in their blocks, with a status for each.
    static List<OfBlock> blocks(List<Order> orders, Function<Order, Status> status) {
        var byBlock = new LinkedHashMap<String, List<OfTransaction>>();
        for (var order : orders) {
            var ids = order.ids();
            var found = status.apply(order);
            byBlock.computeIfAbsent(ids.block(), _ -> new ArrayList<>())
                    .add(new OfTransaction(
                            ids.instruction(), ids.endToEnd(), ids.uetr(), found.code(), found.reason()));
        }
        return byBlock.entrySet().stream()
                .map(each -> new OfBlock(each.getKey(), null, null, each.getValue()))
                .toList();
    }

    private void send(Report report, Instant due) {
        var message = books.settings().sends().status();
        var msgId = report.original();
        if (message == null || books.isOn(Knob.NO_ANSWER, msgId)) {
            return;
        }
        var at = books.isOn(Knob.STATUS_LATE, msgId)
                ? due.plus(books.settings().timing().late())
                : due;
        var reports = books.isOn(Knob.STATUS_IN_PARTS, msgId) ? parts(report) : List.of(report);
        int times = books.isOn(Knob.STATUS_TWICE, msgId) ? 2 : 1;
        var createdAt = books.now();
        for (int i = 0; i < times; i++) {
            for (var each : reports) {
                outbox.send(
                        "pain.002",
                        msgId,
                        at,
                        (id, _) -> StatusText.report(books.settings(), message, id, createdAt, each));
            }
        }
    }

    /// Returns a report for each transaction; the report itself if it names none.
    private static List<Report> parts(Report report) {
        var parts = new ArrayList<Report>();
        for (var block : report.blocks()) {
            for (var each : block.transactions()) {
                parts.add(new Report(
                        report.original(), null, null, List.of(new OfBlock(block.id(), null, null, List.of(each)))));
            }
        }
        return parts.isEmpty() ? List.of(report) : List.copyOf(parts);
    }
}
