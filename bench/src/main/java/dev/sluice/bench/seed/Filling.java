package dev.sluice.bench.seed;

import dev.sluice.bench.seed.Journey.Step;
import dev.sluice.bench.seed.RowStore.Table;
import dev.sluice.clock.Clocks;
import dev.sluice.disbursement.Disbursement;
import dev.sluice.disbursement.Disbursement.Progress;
import dev.sluice.disbursement.DisbursementState;
import dev.sluice.disbursement.DisbursementState.Stage;
import dev.sluice.disbursement.History;
import dev.sluice.disbursement.InstructionMac;
import dev.sluice.disbursement.Status;
import dev.sluice.disbursement.lane.Placement;
import dev.sluice.ledger.Transfer;
import dev.sluice.money.Money;
import dev.sluice.rail.PayoutStatusReports;
import dev.sluice.rail.sandbox.SandboxRail;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Creates payouts in groups, like requests, and executes their later steps in chronological order among those of
/// other payouts, because statement lines, ids and journal are in that order.
final class Filling {
    private static final int TEN = 10;
    /// Share of requests with one payout, out of ten; the others have a few.
    private static final int SINGLES_OF_TEN = 7;

    static final int GROUP_MAX = 10;
    /// Shares of payouts with a reference, and with a note, out of ten.
    private static final int REFERENCES_OF_TEN = 9;

    private static final int NOTES_OF_TEN = 3;
    private static final List<String> NOTES = List.of(
            "Monthly salary", "Refund of your order", "Commission", "Payout of your shop's sales", "Travel expenses");

    private final List<Merchant> merchants;
    private final Schedule schedule;
    private final Past past;
    private final Journal journal;
    private final Documents documents;
    private final InstructionMac macs;
    private final PayoutStatusReports reports;
    private final RandomGenerator random;
    private final PriorityQueue<Due> due =
            new PriorityQueue<>(Comparator.comparingLong(Due::atMillis).thenComparingLong(Due::number));
    private long payouts;
    private long groups;
    private long steps;

    Filling(
            List<Merchant> merchants,
            Schedule schedule,
            Past past,
            Journal journal,
            Documents documents,
            InstructionMac macs,
            PayoutStatusReports reports,
            RandomGenerator random) {
        this.merchants = List.copyOf(merchants);
        this.schedule = schedule;
        this.past = past;
        this.journal = journal;
        this.documents = documents;
        this.macs = macs;
        this.reports = reports;
        this.random = random;
    }

    /// A future step, numbered to keep the order of simultaneous steps.
    private record Due(Merchant merchant, Step step, long number) {
        long atMillis() {
            return step.atMillis();
        }
    }

    boolean isDone() {
        return payouts == schedule.payouts();
    }

    /// Creates the next payouts, each to its final status.
    void fill(Chunk chunk) {
        while (!isDone() && !chunk.isFull()) {
            long at = Math.max(past.millis(), schedule.millisOf(payouts, random));
            carryOut(chunk, at);
            past.goTo(at);
            group(chunk, merchants.get((int) (groups++ % merchants.size())));
        }
        carryOut(chunk, Long.MAX_VALUE);
        chunk.close(journal.takeChanges());
    }

    private void group(Chunk chunk, Merchant merchant) {
        int size = random.nextInt(TEN) < SINGLES_OF_TEN ? 1 : random.nextInt(2, GROUP_MAX + 1);
        var market = Market.any(random);
        var groupId = past.clocks().newId();
        var created = new ArrayList<Disbursement>(size);
        for (int i = (int) Math.min(size, schedule.payouts() - payouts); i > 0; i--) {
            created.add(create(chunk, merchant, market, groupId));
            payouts++;
        }
        if (isRecent(created.getFirst())) {
            created.forEach(payout -> documents.event(chunk, merchant, payout, "created"));
            documents.created(chunk, merchant, created);
        }
    }

    private Disbursement create(Chunk chunk, Merchant merchant, Market market, UUID groupId) {
        var ending = Ending.any(random);
        var beneficiary = merchant.any(market, ending, random);
        var amount = market.amount(beneficiary.method(), random);
        var created = created(merchant, beneficiary, amount, groupId);
        Placement.nowhere()
                .to(Placement.of(Status.PENDING, SandboxRail.NAME), created, 1, created.createdAt())
                .forEach(transfer -> book(chunk, transfer));
        var journey = Journey.of(created, beneficiary.magic(), ending, random);
        for (var step : journey.steps()) {
            due.add(new Due(merchant, step, steps++));
        }
        write(chunk, journey, beneficiary);
        return created;
    }

    private Disbursement created(Merchant merchant, Beneficiary beneficiary, Money amount, UUID groupId) {
        var id = past.clocks().newId();
        var at = Clocks.timeOf(id);
        var fee = beneficiary.method().fee();
        var charged = fee.fee(amount);
        var before = journal.available(merchant.organizationId(), amount.asset());
        return new Disbursement(
                merchant.organizationId(),
                id,
                groupId,
                amount,
                charged,
                fee.percentage(),
                beneficiary.payee(),
                random.nextInt(TEN) < REFERENCES_OF_TEN ? reference(id) : null,
                random.nextInt(TEN) < NOTES_OF_TEN ? NOTES.get(random.nextInt(NOTES.size())) : null,
                merchant.actor(),
                before,
                before.minus(amount).minus(charged),
                new Progress(
                        new DisbursementState.Pending(Stage.QUEUED),
                        History.ofNew(at),
                        SandboxRail.NAME,
                        null,
                        null,
                        null,
                        false,
                        1,
                        1,
                        at));
    }

    /// Writes the rows of a payout that do not depend on chronological order, in their final form.
    private void write(Chunk chunk, Journey journey, Beneficiary beneficiary) {
        var end = journey.end();
        RowStore.disbursement(chunk.rows(Table.DISBURSEMENT), end, beneficiary.sealed(), macs.of(end));
        RowStore.progress(chunk.rows(Table.PROGRESS), end);
        if (end.status() == Status.CANCELLED) {
            RowStore.cancelled(chunk.rows(Table.CANCELLED), end);
        }
        if (end.reference() != null && keepsReference(end.state())) {
            RowStore.reference(chunk.rows(Table.REFERENCE), end);
        }
        if (journey.payment() != null) {
            RowStore.payment(chunk.rows(Table.PAYMENT), end, beneficiary.magic(), journey.payment());
        }
        if (journey.notice() != null) {
            RowStore.sighting(chunk.rows(Table.SIGHTING), end, journey.notice(), reports);
        }
        chunk.count(end);
    }

    /// Returns true if the payout did not fail and was not cancelled, so that its reference stays in use.
    private static boolean keepsReference(DisbursementState state) {
        return switch (state) {
            case DisbursementState.Pending _, DisbursementState.Completed _, DisbursementState.Reversed _ -> true;
            case DisbursementState.Failed _, DisbursementState.Cancelled _ -> false;
        };
    }

    /// Executes the steps before a time.
    private void carryOut(Chunk chunk, long untilMillis) {
        for (var next = dueBefore(untilMillis); next != null; next = dueBefore(untilMillis)) {
            past.goTo(next.atMillis());
            var step = next.step();
            step.transfers().forEach(transfer -> book(chunk, transfer));
            if (isRecent(step.after())) {
                documents.event(chunk, next.merchant(), step.after(), step.what());
                if (step.after().state() instanceof DisbursementState.Cancelled) {
                    documents.cancelled(chunk, next.merchant(), step.after());
                }
            }
        }
    }

    private @Nullable Due dueBefore(long untilMillis) {
        var first = due.peek();
        return first == null || first.atMillis() >= untilMillis ? null : due.poll();
    }

    private void book(Chunk chunk, Transfer transfer) {
        RowStore.transfer(chunk.rows(Table.TRANSFER), transfer, journal.book(transfer));
    }

    private boolean isRecent(Disbursement payout) {
        return payout.createdAt().toEpochMilli() >= schedule.recentFromMillis();
    }

    /// Returns an invoice number: the day, and the random half of the payout's id, which makes it unique.
    private static String reference(UUID id) {
        var day = LocalDate.ofInstant(Clocks.timeOf(id), ZoneOffset.UTC).format(DateTimeFormatter.BASIC_ISO_DATE);
        var number = Long.toUnsignedString(id.getLeastSignificantBits(), Character.MAX_RADIX);
        return "INV-" + day + "-" + number.toUpperCase(Locale.ROOT);
    }
}
