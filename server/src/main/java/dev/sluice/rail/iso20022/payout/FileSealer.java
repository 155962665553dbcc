package dev.sluice.rail.iso20022.payout;

import dev.sluice.db.Tx;
import dev.sluice.iso20022.BankFiles;
import dev.sluice.iso20022.Message.OutboundMessage;
import dev.sluice.iso20022.Unreadable;
import dev.sluice.iso20022.write.MsgIds;
import dev.sluice.iso20022.write.PaymentFileWriter;
import dev.sluice.iso20022.write.TransferFile;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.rail.iso20022.decision.DecisionKind;
import dev.sluice.rail.iso20022.decision.DecisionStore;
import dev.sluice.rail.iso20022.payout.HandStore.Earlier;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.transport.BankTransport;
import dev.sluice.text.Sha256;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Seals due orders of one account into files. A file and the state of its orders are stored in one transaction; the
/// file never changes from then on.
final class FileSealer {
    private static final Logger LOG = LoggerFactory.getLogger(FileSealer.class);
    private static final Duration HELD_FOR = Duration.ofHours(1);
    private static final Duration WAIT = Duration.ofMinutes(1);

    private final BankPayouts.Dependencies dependencies;
    private final BankProfile profile;
    private final OrderContent orders;
    private final FileContent files;
    private final SealingTimes times;
    private final OrderEndings endings;
    private final VoidFiles voids;
    private final DecisionStore decisions;
    private final SentFilesCheck sent;
    private final BankTransport.Opener transports;

    FileSealer(
            BankPayouts.Dependencies dependencies,
            BankProfile profile,
            OrderContent orders,
            FileContent files,
            SealingTimes times,
            SentFilesCheck sent,
            BankTransport.Opener transports) {
        this.dependencies = dependencies;
        this.profile = profile;
        this.orders = orders;
        this.files = files;
        this.times = times;
        this.endings = new OrderEndings(dependencies.reports());
        this.voids = new VoidFiles(dependencies.vault());
        this.decisions = new DecisionStore(dependencies.vault());
        this.sent = sent;
        this.transports = transports;
    }

    /// Seals one file, if orders are due in an open window.
    ///
    /// @return true if there may be more
    boolean step() {
        var now = dependencies.clocks().instant();
        if (dependencies.suspension().isStopped(profile.rail()) || !times.isOpen(now)) {
            return false;
        }
        boolean isDue = dependencies.database().read(handle -> OrderStore.isDue(handle, profile.id(), now));
        if (!isDue || !isChecked(now)) {
            return false;
        }
        var result = dependencies.database().inTx(tx -> {
            if (!sent.allows(tx, now)) {
                return Result.NOTHING;
            }
            var due = OrderStore.lockDue(
                    tx,
                    profile.id(),
                    now,
                    dependencies.suspension().frozen().get(),
                    profile.limits().perFile());
            var opened = authentic(tx, due, now);
            var earlier = voids.earlier(
                    tx, opened.stream().map(each -> each.order().endToEndId()).toList());
            var fresh = withoutRepeated(tx, opened, earlier, now);
            var chosen = withinLimits(tx, permitted(tx, fresh, now), now);
            boolean waits = chosen.size() < profile.limits().minPerFile() && !times.isLast(now);
            if (chosen.isEmpty() || waits) {
                return Result.NOTHING;
            }
            return new Result(
                    seal(tx, chosen, earlier, now),
                    due.size() == profile.limits().perFile());
        });
        if (result.file() != null) {
            sent.sealed(result.file());
        }
        return result.more();
    }

    /// @param file the sealed file; null if none was sealed
    /// @param more more orders may be due
    private record Result(@Nullable BankFile file, boolean more) {
        static final Result NOTHING = new Result(null, false);
    }

    /// Compares the bank's folders with the database, if it is time to. Nothing is sealed if they cannot be listed.
    private boolean isChecked(Instant now) {
        if (!sent.isDue(now)) {
            return true;
        }
        try (var transport = transports.open()) {
            return sent.passes(transport);
        } catch (IOException failed) {
            LOG.warn("{}: the files for the bank could not be listed: {}", profile.rail(), failed.toString());
            return false;
        }
    }

    /// An order with its opened content.
    private record Opened(BankOrder order, OrderContent.Content content) {
        PayoutRef payout() {
            return order.payout();
        }

        BigInteger units() {
            return order.amount().units();
        }
    }

    /// Opens the orders; those that the service did not store so are held and reported.
    private List<Opened> authentic(Tx tx, List<OrderStore.Stored> due, Instant now) {
        var opened = new ArrayList<Opened>();
        var held = new ArrayList<PayoutRef>();
        for (var stored : due) {
            var content = orders.open(stored);
            if (content == null) {
                held.add(stored.order().payout());
                dependencies.alarm().raise(tx, profile.rail(), stored.order().payout(), TamperAlarm.Reason.CHANGED);
            } else {
                opened.add(new Opened(stored.order(), content));
            }
        }
        OrderStore.postpone(tx, held, now.plus(HELD_FOR), "Its instruction was changed in the database");
        return opened;
    }

    /// Leaves out orders that a file has already: their state was set back in the database.
    private List<Opened> withoutRepeated(Tx tx, List<Opened> opened, Map<String, Earlier> earlier, Instant now) {
        var fresh = new ArrayList<Opened>();
        var held = new ArrayList<PayoutRef>();
        for (var each : opened) {
            var before = earlier.get(each.order().endToEndId());
            if (before == null || before.areVoid()) {
                fresh.add(each);
            } else {
                held.add(each.payout());
                dependencies.alarm().raise(tx, profile.rail(), each.payout(), TamperAlarm.Reason.REPEATED);
            }
        }
        OrderStore.postpone(tx, held, now.plus(HELD_FOR), "A file has it already");
        return fresh;
    }

    /// Rejects orders that break a rule by now, as the profile may have changed since they were accepted.
    private List<Opened> permitted(Tx tx, List<Opened> opened, Instant now) {
        var rules = new InstructionRules(profile);
        var permitted = new ArrayList<Opened>();
        for (var each : opened) {
            var fault = rules.fault(each.order(), each.content());
            if (fault.isEmpty()) {
                permitted.add(each);
            } else {
                endings.reject(
                        tx,
                        profile,
                        each.order(),
                        fault.get().code(),
                        fault.get().message(),
                        now);
            }
        }
        return permitted;
    }

    /// Returns the first orders that fit into one file and into the rest of the day; the others wait. An
    /// order that an operator released is over a limit; one that is too large for a file is alone in it.
    private List<Opened> withinLimits(Tx tx, List<Opened> opened, Instant now) {
        if (opened.isEmpty()) {
            return opened;
        }
        var asset = opened.getFirst().order().amount().asset();
        var perFile = units(profile.limits().sumPerFile(), asset.exponent());
        var perDay = units(profile.limits().sumPerDay(), asset.exponent());
        var left = perDay == null
                ? null
                : perDay.subtract(FileStore.sealedOn(tx, profile.id(), asset.code(), times.day(now)));
        var lifted = perFile == null && perDay == null ? Set.<String>of() : lifted(tx, opened, now);
        boolean isDayLifted = lifted.contains(LimitDecision.subject(times.day(now)));
        var chosen = new ArrayList<Opened>();
        var tooLarge = new ArrayList<PayoutRef>();
        var beyondDay = new ArrayList<PayoutRef>();
        var sum = BigInteger.ZERO;
        for (var each : opened) {
            boolean isLifted = lifted.contains(LimitDecision.subject(each.payout()));
            boolean isTooLarge = perFile != null && each.units().compareTo(perFile) > 0;
            var with = sum.add(each.units());
            if (isTooLarge && !isLifted) {
                tooLarge.add(each.payout());
            } else if (left != null && with.compareTo(left) > 0 && !isLifted && !isDayLifted) {
                beyondDay.add(each.payout());
            } else if (isTooLarge && chosen.isEmpty()) {
                return List.of(each);
            } else if ((perFile == null || with.compareTo(perFile) <= 0)
                    && each.order().amount().asset().equals(asset)) {
                chosen.add(each);
                sum = with;
            }
        }
        OrderStore.postpone(tx, tooLarge, now.plus(HELD_FOR), "It is over the limit of a file (out.max-sum-per-file)");
        OrderStore.postpone(tx, beyondDay, now.plus(WAIT), "The limit of the day is reached (out.max-sum-per-day)");
        return chosen;
    }

    private Set<String> lifted(Tx tx, List<Opened> opened, Instant now) {
        var subjects = new ArrayList<String>();
        subjects.add(LimitDecision.subject(times.day(now)));
        opened.forEach(each -> subjects.add(LimitDecision.subject(each.payout())));
        return decisions.confirmed(tx, profile.id(), DecisionKind.LIFT_LIMIT, subjects);
    }

    private static @Nullable BigInteger units(@Nullable BigDecimal amount, int exponent) {
        return amount == null ? null : amount.movePointRight(exponent).toBigInteger();
    }

    private BankFile seal(Tx tx, List<Opened> chosen, Map<String, Earlier> earlier, Instant now) {
        var id = dependencies.clocks().newId();
        var msgId = MsgIds.of(id);
        var bytes = PaymentFileWriter.write(
                new TransferFile(
                        msgId,
                        now.atZone(profile.windows().zone()).toOffsetDateTime(),
                        times.day(now),
                        debtor(),
                        chosen.stream()
                                .map(each -> TransferMapping.transfer(each.order(), each.content(), profile.out()))
                                .toList()),
                profile.out());
        var asset = chosen.getFirst().order().amount().asset();
        var sum = chosen.stream().map(Opened::units).reduce(BigInteger.ZERO, BigInteger::add);
        requireEqual(bytes, chosen.size(), new BigDecimal(sum, asset.exponent()));
        var hash = Sha256.of(bytes);
        var name = profile.transport().folders().name().replace("{msgId}", msgId);
        var file = new BankFile(
                id,
                profile.id(),
                BankFile.Kind.PAYMENT,
                msgId,
                name,
                asset.code(),
                asset.exponent(),
                sum,
                chosen.size(),
                files.seal(bytes),
                hash,
                BankFile.Delivery.NONE,
                now,
                times.day(now),
                files.mac(id, profile.id(), msgId, name, hash, sum, chosen.size()));
        FileStore.insert(tx, file);
        var after = new HashMap<String, UUID>();
        earlier.forEach((endToEndId, before) -> after.put(endToEndId, before.last()));
        FileStore.insertTransfers(tx, id, chosen.stream().map(Opened::order).toList(), after);
        OrderStore.seal(tx, chosen.stream().map(Opened::payout).toList(), id);
        LOG.info(
                "{}: sealed the file {} with {} transfers of {} {}",
                profile.rail(),
                msgId,
                chosen.size(),
                new BigDecimal(sum, asset.exponent()).toPlainString(),
                asset.code());
        return file;
    }

    private TransferFile.Debtor debtor() {
        var account = profile.account();
        return new TransferFile.Debtor(
                account.holder(), account.address(), account.number(), account.bic(), account.currency());
    }

    /// Reads the file back with the reader of bank files: its count and sum have to be those of the orders.
    static void requireEqual(byte[] bytes, int count, BigDecimal sum) {
        try {
            var messages = BankFiles.read(new ByteArrayInputStream(bytes)).messages();
            if (messages.size() == 1
                    && messages.getFirst() instanceof OutboundMessage read
                    && read.transactions() == count
                    && read.sum().compareTo(sum) == 0) {
                return;
            }
        } catch (Unreadable | IOException unreadable) {
            throw new IllegalStateException("a file of transfers cannot be read back", unreadable);
        }
        throw new IllegalStateException("a file of transfers has another count or sum than its orders");
    }
}
