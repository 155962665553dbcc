package dev.sluice.rail.sandbox.bank;

import dev.sluice.rail.sandbox.bank.FolderFiles.Found;
import dev.sluice.rail.sandbox.bank.Order.EntryForm;
import dev.sluice.rail.sandbox.bank.Order.Ids;
import dev.sluice.rail.sandbox.bank.Order.Return;
import dev.sluice.rail.sandbox.bank.ReceivedStore.State;
import dev.sluice.rail.sandbox.bank.StrictXml.NotAccepted;
import dev.sluice.rail.sandbox.bank.Verdict.OfBlock;
import dev.sluice.rail.sandbox.bank.Verdict.OfTransfer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/// Takes files of the customer: stores and checks each of them, and answers.
final class Intake {
    private static final String NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:";
    private static final String RECALL = "camt.055.";
    private static final String UNKNOWN = "unknown";

    private final Books books;
    private final Outbox outbox;
    private final StatusReports reports;

    Intake(Books books, Outbox outbox, StatusReports reports) {
        this.books = books;
        this.outbox = outbox;
        this.reports = reports;
    }

    /// Result of one file.
    private record Taken(String kind, String msgId, State state) {}

    void take(Found file) {
        long id = books.nextId();
        var taken = taken(file, id);
        ReceivedStore.insert(
                books.tx(),
                books.bank(),
                new ReceivedStore.Row(
                        id,
                        file.name(),
                        file.hash(),
                        taken.msgId().isEmpty() ? null : taken.msgId(),
                        taken.kind(),
                        books.now(),
                        taken.state()),
                file.bytes());
        if (books.settings().folders().acks() != null) {
            outbox.acknowledge(
                    file.name(),
                    ReceivedStore.isNameUsed(books.tx(), books.bank(), file.name(), id),
                    "RECEIVED %s %s %d%n".formatted(taken.msgId(), file.name(), file.bytes().length));
        }
    }

    private Taken taken(Found file, long id) {
        StrictXml.Document document;
        try {
            document = StrictXml.read(file.bytes());
        } catch (NotAccepted noXml) {
            return refuse(UNKNOWN, "", new Rejection("FF01", String.valueOf(noXml.getMessage())));
        }
        var kind = document.namespace().startsWith(NAMESPACE)
                ? document.namespace().substring(NAMESPACE.length())
                : UNKNOWN;
        var msgId = msgId(document);
        try {
            if (kind.startsWith(RECALL)) {
                return recall(document, kind);
            }
            if (!kind.equals(books.settings().accepts().message())
                    || !document.content().getLocalName().equals("CstmrCdtTrfInitn")) {
                throw new NotAccepted(
                        "the message is not " + books.settings().accepts().message());
            }
            return payments(PaymentFileReader.read(document.content()), kind, id);
        } catch (NotAccepted notValid) {
            return refuse(kind, msgId, new Rejection("FF01", String.valueOf(notValid.getMessage())));
        }
    }

    private static String msgId(StrictXml.Document document) {
        var found = StrictXml.textAt(document.content(), "GrpHdr", "MsgId");
        return FileChecks.isId(found) ? Objects.requireNonNull(found) : "";
    }

    private Taken refuse(String kind, String msgId, Rejection reason) {
        reports.refused(msgId, reason);
        return new Taken(kind, msgId, State.REFUSED);
    }

    private Taken recall(StrictXml.Document document, String kind) throws NotAccepted {
        var request = RecallRequest.read(document.content());
        new Recalls(books, outbox).answer(request);
        return new Taken(kind, request.id(), State.ACCEPTED);
    }

    private Taken payments(PaymentFile file, String kind, long id) {
        var msgId = file.msgId();
        if (isDuplicate(msgId)) {
            return refuse(kind, msgId, new Rejection("DU01", "MsgId was used before"));
        }
        var verdict = check(file);
        boolean lost = books.isOn(Knob.FILE_LOST, msgId) || requestLost(verdict);
        if (lost && !ReceivedStore.isLost(books.tx(), books.bank(), msgId)) {
            return new Taken(kind, msgId, State.LOST);
        }
        if (verdict.isNothing()) {
            reports.checked(file, verdict);
            return new Taken(kind, msgId, State.REFUSED);
        }
        if (books.isOn(Knob.STORED_NOTHING, msgId)) {
            reports.checked(file, verdict);
            reports.settledInName(file, verdict);
            return new Taken(kind, msgId, State.EMPTY);
        }
        boolean mismatch = books.settings().accepts().payeesVerified() && verdict.hasOtherNames();
        boolean held = mismatch || books.isOn(Knob.SIGNATURE_MISSING, msgId);
        OrderStore.insert(books.tx(), books.bank(), orders(file, verdict, id, held));
        if (mismatch) {
            reports.verified(file, verdict);
        } else if (held) {
            reports.unsigned(msgId);
        } else {
            reports.checked(file, verdict);
        }
        return new Taken(kind, msgId, held ? State.HELD : State.ACCEPTED);
    }

    private boolean isDuplicate(String msgId) {
        boolean refuses =
                FileChecks.refusesMsgId(books.settings().accepts()) || books.isOn(Knob.DUPLICATE_REFUSED, msgId);
        var since = books.now().minus(books.settings().accepts().duplicatesRefusedFor());
        return refuses && ReceivedStore.isKnown(books.tx(), books.bank(), msgId, since);
    }

    private Verdict check(PaymentFile file) {
        Set<String> ids = file.blocks().stream()
                .flatMap(each -> each.transfers().stream())
                .map(each -> each.ids().endToEnd())
                .filter(Objects::nonNull)
                .map(Objects::requireNonNull)
                .collect(Collectors.toSet());
        var since = books.now().minus(books.settings().accepts().duplicatesRefusedFor());
        var known = OrderStore.known(books.tx(), books.bank(), ids, since);
        long available = books.balance() - OrderStore.pending(books.tx(), books.bank());
        return new FileChecks(books.settings(), books.day(books.now()), known, available).check(file);
    }

    private static boolean requestLost(Verdict verdict) {
        return verdict.blocks().stream()
                .flatMap(each -> each.transfers().stream())
                .anyMatch(each -> each.behaviour().requestLost());
    }

    private List<Order> orders(PaymentFile file, Verdict verdict, long receivedId, boolean held) {
        var form = books.isOn(Knob.LUMP_WITH_DETAILS, file.msgId())
                ? EntryForm.DETAILS
                : books.isOn(Knob.LUMP_WITHOUT_DETAILS, file.msgId()) ? EntryForm.SUM : EntryForm.SINGLE;
        var orders = new ArrayList<Order>();
        for (var block : verdict.blocks()) {
            for (var transfer : block.transfers()) {
                if (transfer.isAccepted()) {
                    orders.add(order(file.msgId(), block, transfer, receivedId, form, held));
                }
            }
        }
        return orders;
    }

    private Order order(
            String msgId, OfBlock block, OfTransfer checked, long receivedId, EntryForm form, boolean held) {
        var transfer = checked.transfer();
        var ids = transfer.ids();
        var endToEnd = Objects.requireNonNull(ids.endToEnd());
        var behaviour = checked.behaviour();
        var returnCode = behaviour.returnCode();
        if (books.isOn(Knob.RETURNED, endToEnd) || books.isOn(Knob.RETURN_NET, endToEnd)) {
            returnCode = returnCode == null ? "AC04" : returnCode;
        }
        var payee = transfer.payee();
        return new Order(
                books.nextId(),
                receivedId,
                new Ids(msgId, block.block().id(), ids.instruction(), endToEnd, ids.uetr()),
                checked.units(),
                new Party(payee.name(), payee.account(), payee.bank()),
                String.join(" ", transfer.remittance()),
                transfer.reference(),
                books.now(),
                held ? Order.State.HELD : Order.State.ACCEPTED,
                books.executionOf(block.block().executionDay())
                        .plus(books.settings().timing().booking())
                        .plus(behaviour.delay()),
                behaviour.rejectCode(),
                returnCode == null ? null : new Return(returnCode, null),
                form,
                behaviour.answers());
    }
}
