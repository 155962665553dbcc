package dev.sluice.rail.iso20022.payout;

import dev.sluice.db.Tx;
import dev.sluice.iso20022.Message.StatusReport;
import dev.sluice.rail.RailStops;
import dev.sluice.rail.iso20022.inbound.BankEntry;
import dev.sluice.rail.iso20022.inbound.BreakKind;
import dev.sluice.rail.iso20022.inbound.PayoutBook;
import dev.sluice.rail.iso20022.profile.BankProfile;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Finds the payouts that entries of the account are about, and applies booked ones.
final class EntryMatching implements PayoutBook {
    private static final Match PAYOUT = new Match(Match.Kind.PAYOUT, null);

    private final OrderEndings endings;
    private final StatusReports statuses;
    private final VoidFileAlarm voidFiles;

    EntryMatching(OrderEndings endings, StatusReports statuses, VoidFileAlarm voidFiles) {
        this.endings = endings;
        this.statuses = statuses;
        this.voidFiles = voidFiles;
    }

    @Override
    public List<String> apply(Tx tx, BankProfile profile, UUID file, StatusReport report, Instant now) {
        return statuses.apply(tx, profile, report, now);
    }

    @Override
    public List<Match> apply(Tx tx, BankProfile profile, List<BankEntry> entries, Instant now) {
        var ids = entries.stream()
                .map(each -> each.references().endToEndId())
                .filter(Objects::nonNull)
                .toList();
        Map<String, BankOrder> orders = OrderStore.lockNamed(tx, ids).stream()
                .filter(each -> each.bank().equals(profile.id()))
                .collect(Collectors.toMap(BankOrder::endToEndId, Function.identity()));
        var matching = new Matching(endings, voidFiles, tx, profile, now, new HashMap<>(orders));
        return entries.stream().map(matching::match).toList();
    }

    /// Matching of the entries of one file.
    ///
    /// @param orders the orders that entries name, as earlier entries have left them
    private record Matching(
            OrderEndings endings,
            VoidFileAlarm voidFiles,
            Tx tx,
            BankProfile profile,
            Instant now,
            Map<String, BankOrder> orders) {
        Match match(BankEntry entry) {
            var id = entry.references().endToEndId();
            var order = id == null ? null : orders.get(id);
            if (order != null && order.file() == null) {
                return neverSent(entry, order);
            }
            if (order != null
                    && order.sent().state() != BankFile.State.DELIVERED
                    && (!entry.credit() || entry.returnCode() != null)) {
                FileStore.seen(tx, Set.of(order.sent().id()), now);
            }
            if (entry.credit()) {
                return order != null && entry.returnCode() != null && entry.booked()
                        ? returned(entry, order)
                        : Match.NONE;
            }
            if (order != null && entry.details() <= 1) {
                return entry.booked() ? debited(entry, order) : PAYOUT;
            }
            return lump(entry);
        }

        /// A debit for an order that this database never sent: it was restored from a backup, or another one pays as
        /// well. Sending more could pay twice, so the rail stops.
        private Match neverSent(BankEntry entry, BankOrder order) {
            if (entry.credit()) {
                return Match.NONE;
            }
            var before = FileStore.lastFile(tx, order.endToEndId());
            if (before.isPresent()) {
                return inVoidFile(entry, order, before.get());
            }
            RailStops.stop(
                    tx,
                    profile.rail(),
                    "The bank booked " + order.endToEndId() + ", which this database never sent",
                    now);
            var doubt = "The bank booked it before it was sent";
            OrderStore.note(tx, List.of(new OrderStore.Noted(order.payout(), booked(), doubt)));
            return new Match(Match.Kind.PAYOUT, BreakKind.BOOKED_NOT_INSTRUCTED.name());
        }

        /// A debit for an order in a void file: the bank has processed it nevertheless.
        private Match inVoidFile(BankEntry entry, BankOrder order, BankFile before) {
            voidFiles.raise(tx, profile, before.id(), before.msgId(), List.of(order.endToEndId()), now);
            var attached = OrderStore.lockNamed(tx, List.of(order.endToEndId()));
            attached.forEach(each -> orders.put(each.endToEndId(), each));
            return attached.isEmpty() || !entry.booked() ? PAYOUT : debited(entry, attached.getFirst());
        }

        private Match debited(BankEntry entry, BankOrder order) {
            if (!entry.amount().equals(order.amount())) {
                var doubt = "The bank booked " + entry.amount() + " instead of " + order.amount();
                OrderStore.note(tx, List.of(new OrderStore.Noted(order.payout(), booked(), doubt)));
                return new Match(Match.Kind.PAYOUT, BreakKind.AMOUNT_DIFFERS.name());
            }
            if (!FileStore.book(tx, List.of(order.endToEndId()), entry.id())) {
                return new Match(Match.Kind.PAYOUT, BreakKind.BOOKED_TWICE.name());
            }
            settle(entry, order);
            return PAYOUT;
        }

        /// Settles an order, unless a final status has settled it before.
        private void settle(BankEntry entry, BankOrder order) {
            var reference = reference(entry, order);
            var at = bookedAt(entry);
            switch (order.state()) {
                case QUEUED, SEALED -> {
                    endings.settle(tx, profile, order, reference, at);
                    orders.put(order.endToEndId(), order.settled(at, reference));
                }
                case REJECTED, CANCELLED -> endings.paidAfterEnd(tx, profile, order, reference, at);
                case SETTLED, RETURNED -> {
                    // It is paid already.
                }
            }
        }

        /// Credits a payout again if all of it came back; less waits for a person.
        private Match returned(BankEntry entry, BankOrder order) {
            if (order.state() == BankOrder.State.RETURNED) {
                return new Match(Match.Kind.RETURN, BreakKind.BOOKED_TWICE.name());
            }
            if (!entry.amount().equals(order.amount())) {
                return new Match(Match.Kind.RETURN, BreakKind.RETURN_SHORT.name());
            }
            if (order.state().isOpen()) {
                // The debit was not seen yet: the return proves it.
                endings.settle(tx, profile, order, reference(entry, order), bookedAt(entry));
            }
            var code = entry.returnCode();
            var failure = ReasonCodes.failure(code);
            var message = code == null || code.isEmpty() ? failure.message() : failure.message() + " (" + code + ")";
            endings.bringBack(tx, profile, order, failure, message, bookedAt(entry));
            orders.put(order.endToEndId(), order.with(BankOrder.State.RETURNED));
            return new Match(Match.Kind.RETURN, null);
        }

        /// One debit for a whole file: all its orders that were not rejected are paid if the sum is exactly theirs.
        private Match lump(BankEntry entry) {
            var file = Stream.of(entry.references().msgId(), entry.references().paymentInformationId())
                    .filter(Objects::nonNull)
                    .map(id -> FileStore.lock(tx, profile.id(), id))
                    .flatMap(Optional::stream)
                    .findFirst();
            if (file.isEmpty()) {
                return Match.NONE;
            }
            if (file.get().state() == BankFile.State.VOID) {
                var sent = file.get();
                var ids = HandStore.endToEndIds(tx, sent.id());
                voidFiles.raise(tx, profile, sent.id(), sent.msgId(), ids, now);
            }
            FileStore.seen(tx, Set.of(file.get().id()), now);
            if (!entry.booked()) {
                return PAYOUT;
            }
            var paid = OrderStore.lockOfFile(tx, file.get().id()).stream()
                    .filter(each ->
                            each.state() != BankOrder.State.REJECTED && each.state() != BankOrder.State.CANCELLED)
                    .toList();
            var sum = paid.stream().map(each -> each.amount().units()).reduce(BigInteger.ZERO, BigInteger::add);
            if (paid.isEmpty()
                    || !sum.equals(entry.amount().units())
                    || !file.get().asset().equals(entry.amount().asset().code())) {
                return new Match(Match.Kind.PAYOUT, BreakKind.LUMP_DIFFERS.name());
            }
            if (!FileStore.book(tx, paid.stream().map(BankOrder::endToEndId).toList(), entry.id())) {
                return new Match(Match.Kind.PAYOUT, BreakKind.BOOKED_TWICE.name());
            }
            paid.forEach(each -> settle(entry, each));
            return PAYOUT;
        }

        private BankOrder.Status booked() {
            return new BankOrder.Status("BOOK", null, null, now);
        }

        private static String reference(BankEntry entry, BankOrder order) {
            var bank = entry.references().bank();
            return bank == null || entry.details() > 1 ? order.endToEndId() : bank;
        }

        /// Returns noon of the day of the booking in the zone of the account, as banks name no time; at most now.
        private Instant bookedAt(BankEntry entry) {
            var noon = entry.bookedOn()
                    .atTime(LocalTime.NOON)
                    .atZone(profile.windows().zone())
                    .toInstant();
            return noon.isAfter(now) ? now : noon;
        }
    }
}
