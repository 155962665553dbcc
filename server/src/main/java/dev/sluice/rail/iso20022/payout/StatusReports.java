package dev.sluice.rail.iso20022.payout;

import dev.sluice.db.Tx;
import dev.sluice.iso20022.Message.StatusReport;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.Alerts.Alert;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.RailStops;
import dev.sluice.rail.iso20022.profile.BankProfile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Applies the bank's statuses to orders. A status of one transaction counts before that of its block, and that
/// before the file's. `PART` says nothing about transactions that are not named.
final class StatusReports {
    private static final String REJECTED = "RJCT";

    private final OrderEndings endings;
    private final Alerts alerts;
    private final VoidFileAlarm voidFiles;

    StatusReports(OrderEndings endings, Alerts alerts, VoidFileAlarm voidFiles) {
        this.endings = endings;
        this.alerts = alerts;
        this.voidFiles = voidFiles;
    }

    /// Facts that decide about a status of an order.
    ///
    /// @param maybeTwice orders that may be at the bank more than once
    /// @param recalled orders of the one recall that waits for an answer
    private record Facts(Set<String> maybeTwice, Set<String> recalled) {
        /// @param isFileKnown the report names the file, so that it is not about an earlier one
        static Facts of(Tx tx, List<BankOrder> orders, boolean isFileKnown) {
            var ids = orders.stream().map(BankOrder::endToEndId).toList();
            var maybeTwice = new HashSet<>(FileStore.maybeTwice(tx, ids));
            if (!isFileKnown) {
                maybeTwice.addAll(FileStore.inSeveralFiles(tx, ids));
            }
            return new Facts(maybeTwice, HandStore.recalled(tx, ids));
        }
    }

    /// Returns the ids of ours that are unknown.
    List<String> apply(Tx tx, BankProfile profile, StatusReport report, Instant now) {
        var msgId = report.originalMsgId();
        var file = msgId == null ? Optional.<BankFile>empty() : FileStore.lock(tx, profile.id(), msgId);
        var words = StatusWords.of(report);
        var orders = orders(tx, profile, file, words.named().keySet());
        FileStore.seen(tx, seen(file, orders), now);
        file.filter(_ -> words.group() != null && !words.isAboutRecall())
                .ifPresent(each -> FileStore.note(tx, each.id(), Objects.requireNonNull(words.group()), now));
        if (file.filter(each -> each.kind() == BankFile.Kind.RECALL).isPresent()) {
            return List.of();
        }
        var facts = Facts.of(tx, orders, file.isPresent());
        for (var order : orders) {
            var word = words.of(order.endToEndId(), facts.recalled().contains(order.endToEndId()));
            if (word != null && !isInLaterFile(file, order)) {
                apply(tx, profile, order, word, facts, now);
            }
        }
        file.filter(each -> each.state() == BankFile.State.VOID)
                .ifPresentOrElse(
                        each -> alarm(tx, profile, each, words, now),
                        () -> stop(tx, profile, msgId, file, words.whole(), now));
        return unknown(tx, report, file, words, orders);
    }

    /// Returns the files that the bank has, as it names them or their transfers.
    private static Set<UUID> seen(Optional<BankFile> file, List<BankOrder> orders) {
        return file.map(each -> Set.of(each.id()))
                .orElseGet(() -> orders.stream()
                        .flatMap(order -> Optional.ofNullable(order.file()).stream())
                        .map(BankOrder.Sent::id)
                        .collect(Collectors.toUnmodifiableSet()));
    }

    /// Reports whether a status is about an earlier, void file of an order that is queued again or in
    /// another file.
    private static boolean isInLaterFile(Optional<BankFile> file, BankOrder order) {
        var current = order.file();
        return file.filter(each -> each.state() == BankFile.State.VOID).isPresent()
                && (current == null || !current.id().equals(file.get().id()));
    }

    /// The bank processes a void file. People expect a rejection of it.
    private void alarm(Tx tx, BankProfile profile, BankFile file, StatusWords words, Instant now) {
        var processed = HandStore.endToEndIds(tx, file.id()).stream()
                .filter(id -> Optional.ofNullable(words.of(id, false))
                        .filter(StatusWords.Word::isProgress)
                        .isPresent())
                .toList();
        if (!processed.isEmpty()) {
            voidFiles.raise(tx, profile, file.id(), file.msgId(), processed, now);
        }
    }

    /// Stops the rail if the bank rejects a whole file for our account. The same status again does not
    /// stop it again.
    private void stop(
            Tx tx,
            BankProfile profile,
            @Nullable String msgId,
            Optional<BankFile> file,
            StatusWords.@Nullable Word whole,
            Instant now) {
        boolean isNew =
                file.filter(each -> REJECTED.equals(each.delivery().status())).isEmpty();
        if (isNew && whole != null && whole.code().equals(REJECTED) && ReasonCodes.isOurs(whole.reason())) {
            var reason = "The bank refused the file " + msgId + " (" + whole.reason() + ")";
            RailStops.stop(tx, profile.rail(), reason, now);
            alerts.raise(tx, new Alert(profile.rail(), "refused/" + msgId, "Stopped: " + reason));
        }
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
            Tx tx, StatusReport report, Optional<BankFile> file, StatusWords words, List<BankOrder> orders) {
        // A queued order was never sent by this database, so the bank has it from another one.
        var known = new HashSet<String>();
        orders.stream().filter(each -> each.file() != null).forEach(each -> known.add(each.endToEndId()));
        file.filter(each -> each.state() == BankFile.State.VOID)
                .ifPresent(each -> known.addAll(HandStore.endToEndIds(tx, each.id())));
        var unknown = new ArrayList<String>();
        if (report.originalMsgId() != null && file.isEmpty() && known.isEmpty()) {
            unknown.add(report.originalMsgId());
        }
        words.named().keySet().stream().filter(id -> !known.contains(id)).forEach(unknown::add);
        return unknown;
    }

    private void apply(Tx tx, BankProfile profile, BankOrder order, StatusWords.Word word, Facts facts, Instant now) {
        if (word.isAboutRecall()) {
            HandStore.answerRecall(tx, order.endToEndId(), word.text(word.code()));
        }
        if (!order.state().isOpen() || order.file() == null) {
            endings.contradicted(tx, profile, order, word.code(), word.reason(), now);
            return;
        }
        var status = new BankOrder.Status(word.code(), word.reason(), word.text(), now);
        boolean isMaybeTwice = facts.maybeTwice().contains(order.endToEndId());
        if (word.code().equals(REJECTED)) {
            var doubt = order.doubt() == null ? doubt(profile, word, isMaybeTwice) : order.doubt();
            OrderStore.note(tx, List.of(new OrderStore.Noted(order.payout(), status, doubt)));
            if (doubt == null) {
                endings.reject(tx, profile, order, ReasonCodes.failure(word.reason()), message(word), now);
            }
        } else if (word.isCancelled()) {
            var doubt = isMaybeTwice && order.doubt() == null
                    ? "The bank cancelled it, and may have more than one copy of its file"
                    : order.doubt();
            OrderStore.note(tx, List.of(new OrderStore.Noted(order.payout(), status, doubt)));
            if (doubt == null) {
                endings.cancel(tx, profile, order, now);
            }
        } else if (!word.isAboutRecall()) {
            OrderStore.note(tx, List.of(new OrderStore.Noted(order.payout(), status, order.doubt())));
            if (profile.promises().finals().contains(word.code())) {
                endings.settle(tx, profile, order, order.endToEndId(), now);
            }
        }
    }

    /// Returns true if the bank rejected an order with its whole file for our account, so that people
    /// may send it in another one.
    static boolean isRefusedWithItsFile(BankOrder order) {
        var status = order.status();
        return order.doubt() != null
                && status != null
                && status.code().equals(REJECTED)
                && ReasonCodes.isOurs(status.reason());
    }

    /// Returns the reason for which a rejection does not mean that the money did not move; null if it
    /// does.
    private static @Nullable String doubt(BankProfile profile, StatusWords.Word word, boolean isMaybeTwice) {
        if (ReasonCodes.isDuplicate(word.reason())) {
            return "The bank rejected a duplicate (" + word.reason() + "): the first payment may have been paid";
        }
        if (isMaybeTwice) {
            return "The bank rejected it (" + word.reason() + "), and may have more than one copy of its file";
        }
        boolean refusesRepeated = profile.promises().duplicatesRefusedBy().contains("EndToEndId");
        if (!word.named() && ReasonCodes.isOurs(word.reason()) && !refusesRepeated) {
            return "The bank rejected the whole file (" + word.reason() + ")";
        }
        return null;
    }

    private static String message(StatusWords.Word word) {
        var failure = ReasonCodes.failure(word.reason());
        return word.text(failure.message());
    }
}
