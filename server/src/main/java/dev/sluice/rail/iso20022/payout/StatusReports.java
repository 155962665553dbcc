package dev.sluice.rail.iso20022.payout;

import dev.sluice.db.Tx;
import dev.sluice.iso20022.Message.StatusReport;
import dev.sluice.iso20022.PaymentStatus.Level;
import dev.sluice.iso20022.StatusReason;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.Alerts.Alert;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.RailStops;
import dev.sluice.rail.iso20022.profile.BankProfile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Applies the bank's statuses to orders. A status of one transaction counts before that of its block, and that
/// before the file's. `PART` says nothing about transactions that are not named.
final class StatusReports {
    private static final String REJECTED = "RJCT";
    private static final String PARTLY = "PART";
    private static final Set<String> CANCELLED = Set.of("CANC", "CNCL");
    /// The bank's confirmation of a recall that it refused or does not know yet: the payment goes on.
    private static final Set<String> RECALL_OPEN = Set.of("RJCR", "PDCR", "UWFW");

    private final OrderEndings endings;
    private final Alerts alerts;

    StatusReports(OrderEndings endings, Alerts alerts) {
        this.endings = endings;
        this.alerts = alerts;
    }

    /// A status with its level.
    ///
    /// @param named the bank named this transaction
    private record Word(
            String code, @Nullable String reason, @Nullable String text, boolean named) {
        static @Nullable Word of(@Nullable String code, List<StatusReason> reasons, boolean named) {
            if (code == null || (PARTLY.equals(code) && !named)) {
                return null;
            }
            var first = reasons.stream().findFirst();
            return new Word(
                    code,
                    first.map(StatusReason::code).orElse(null),
                    first.map(StatusReason::text)
                            .filter(each -> !each.isBlank())
                            .orElse(null),
                    named);
        }
    }

    /// Returns the ids of ours that are unknown.
    List<String> apply(Tx tx, BankProfile profile, StatusReport report, Instant now) {
        var msgId = report.originalMsgId();
        var file = msgId == null ? Optional.<BankFile>empty() : FileStore.lock(tx, profile.id(), msgId);
        var named = new HashMap<String, Word>();
        var blocks = new ArrayList<Word>();
        for (var payment : report.payments()) {
            var word = Word.of(payment.status(), payment.reasons(), payment.level() == Level.TRANSACTION);
            if (word != null && payment.level() == Level.TRANSACTION && payment.id() != null) {
                named.put(payment.id(), word);
            } else if (word != null && payment.level() == Level.PAYMENT) {
                blocks.add(word);
            }
        }
        var orders = orders(tx, profile, file, named.keySet());
        file.ifPresent(each -> {
            if (each.state() != BankFile.State.DELIVERED) {
                FileStore.delivered(tx, each, now);
            }
            if (report.group() != null) {
                FileStore.note(tx, each.id(), report.group(), now);
            }
        });
        // A file has one block.
        var whole = blocks.isEmpty() ? Word.of(report.group(), report.reasons(), false) : blocks.getLast();
        for (var order : orders) {
            var word = named.getOrDefault(order.endToEndId(), whole);
            if (word != null) {
                apply(tx, profile, order, word, now);
            }
        }
        PayeeChecks.raise(tx, alerts, profile, report);
        if (whole != null && whole.code().equals(REJECTED) && ReasonCodes.isOurs(whole.reason())) {
            var reason = "The bank refused the file " + msgId + " (" + whole.reason() + ")";
            RailStops.stop(tx, profile.rail(), reason, now);
            alerts.raise(tx, new Alert(profile.rail(), "refused/" + msgId, "Stopped: " + reason));
        }
        return unknown(report, file, named.keySet(), orders);
    }

    private static List<BankOrder> orders(Tx tx, BankProfile profile, Optional<BankFile> file, Set<String> named) {
        var orders = new HashMap<PayoutRef, BankOrder>();
        Stream.concat(
                        file.stream().flatMap(each -> OrderStore.lockOfFile(tx, each.id()).stream()),
                        OrderStore.lockNamed(tx, named).stream())
                .filter(each -> each.bank().equals(profile.id()))
                .forEach(each -> orders.putIfAbsent(each.payout(), each));
        return List.copyOf(orders.values());
    }

    private static List<String> unknown(
            StatusReport report, Optional<BankFile> file, Set<String> named, List<BankOrder> orders) {
        // A queued order was never sent by this database, so the bank has it from another one.
        var known = orders.stream()
                .filter(each -> each.file() != null)
                .map(BankOrder::endToEndId)
                .toList();
        var unknown = new ArrayList<String>();
        if (report.originalMsgId() != null && file.isEmpty() && known.isEmpty()) {
            unknown.add(report.originalMsgId());
        }
        named.stream().filter(id -> !known.contains(id)).forEach(unknown::add);
        return unknown;
    }

    private void apply(Tx tx, BankProfile profile, BankOrder order, Word word, Instant now) {
        if (!order.state().isOpen() || order.file() == null) {
            endings.contradicted(tx, profile, order, word.code(), word.reason(), now);
            return;
        }
        if (PayeeChecks.isUndecided(order, word.code())) {
            return;
        }
        var status = new BankOrder.Status(word.code(), word.reason(), word.text(), now);
        if (word.code().equals(REJECTED)) {
            var doubt = doubt(word);
            OrderStore.note(tx, List.of(new OrderStore.Noted(order.payout(), status, doubt)));
            if (doubt == null) {
                endings.reject(
                        tx, profile, order, PayeeChecks.failure(order, word.reason()), message(order, word), now);
            }
        } else if (CANCELLED.contains(word.code())) {
            OrderStore.note(tx, List.of(new OrderStore.Noted(order.payout(), status, null)));
            if (PayeeChecks.isWaiting(order)) {
                endings.reject(tx, profile, order, FailureCode.NAME_MISMATCH, PayeeChecks.message(order), now);
            } else {
                endings.cancel(tx, profile, order, now);
            }
        } else if (!RECALL_OPEN.contains(word.code())) {
            OrderStore.note(tx, List.of(new OrderStore.Noted(order.payout(), status, order.doubt())));
            if (profile.promises().finals().contains(word.code())) {
                endings.settle(tx, profile, order, order.endToEndId(), now);
            }
        }
    }

    /// Returns the reason for which a rejection does not mean that the money did not move; null if it does. A file gets
    /// its final name once, so that no second copy of it can have been paid.
    private static @Nullable String doubt(Word word) {
        if (ReasonCodes.isDuplicate(word.reason())) {
            return "The bank rejected a duplicate (" + word.reason() + "): the first payment may have been paid";
        }
        if (!word.named() && ReasonCodes.isOurs(word.reason())) {
            return "The bank rejected the whole file (" + word.reason() + ")";
        }
        return null;
    }

    private static String message(BankOrder order, Word word) {
        if (PayeeChecks.isWaiting(order)) {
            return PayeeChecks.message(order);
        }
        var failure = ReasonCodes.failure(word.reason());
        var text = word.text() == null ? failure.message() : word.text();
        return word.reason() == null ? text : text + " (" + word.reason() + ")";
    }
}
