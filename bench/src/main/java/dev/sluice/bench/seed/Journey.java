package dev.sluice.bench.seed;

import dev.sluice.disbursement.Disbursement;
import dev.sluice.disbursement.DisbursementState;
import dev.sluice.disbursement.lane.Placement;
import dev.sluice.ledger.Transfer;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.sandbox.Magic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// Steps of one payout after its creation, by the service's own rules, at realistic times of a worker and the
/// sandbox's bank.
record Journey(
        List<Step> steps,
        @Nullable Payment payment,
        @Nullable Notice notice) {
    /// Maximum time until a worker leases a due payout, and maximum time of its work.
    private static final int POLL_MILLIS = 200;

    private static final int WORK_MILLIS = 8;
    /// The sandbox's window for cancelling, and the processing time of its bank: see `Behaviour` there.
    private static final int WINDOW_MILLIS = 1_000;

    private static final int BANK_MILLIS_MIN = 800;
    private static final int BANK_MILLIS_SPREAD = 400;
    private static final int RETURN_MILLIS = 3_000;
    private static final int CANCEL_MILLIS_MIN = 150;

    Journey {
        steps = List.copyOf(steps);
    }

    /// A change of a payout: the new state, its event, and its transfers.
    record Step(Disbursement after, String what, List<Transfer> transfers) {
        long atMillis() {
            return after.progress().updatedAt().toEpochMilli();
        }
    }

    /// The payment in the sandbox's bank.
    record Payment(Instant acceptedAt, Instant endsAt, int noticesSent) {}

    /// The notice of a returned payment.
    record Notice(Outcome.Returned returned, Instant seenAt, Instant readAt) {}

    static Journey of(Disbursement created, Magic magic, Ending ending, RandomGenerator random) {
        return ending == Ending.CANCELLED ? cancelled(created, random) : paid(created, magic, ending, random);
    }

    /// Returns the payout in its final state.
    Disbursement end() {
        return steps.getLast().after();
    }

    private static Journey cancelled(Disbursement created, RandomGenerator random) {
        var at = created.createdAt().plusMillis(random.nextInt(CANCEL_MILLIS_MIN, WINDOW_MILLIS));
        return new Journey(List.of(step(created, created.state().cancelled(at), null, at)), null, null);
    }

    private static Journey paid(Disbursement created, Magic magic, Ending ending, RandomGenerator random) {
        var steps = new ArrayList<Step>();
        var acceptedAt = created.createdAt().plusMillis(WINDOW_MILLIS + random.nextInt(POLL_MILLIS));
        var endsAt = acceptedAt.plusMillis(
                BANK_MILLIS_MIN + Math.floorMod(created.id().hashCode(), BANK_MILLIS_SPREAD));
        var reference = reference(created.id());
        var submitted = told(created, new Outcome.Accepted(reference, endsAt), soon(acceptedAt, WORK_MILLIS, random));
        steps.add(submitted);
        var last = ending == Ending.FAILED
                ? new Outcome.Rejected(rejection(magic), rejection(magic).message())
                : new Outcome.Settled(reference, endsAt);
        var ended = told(submitted.after(), last, soon(endsAt, POLL_MILLIS, random));
        steps.add(ended);
        if (ending != Ending.REVERSED) {
            return new Journey(steps, new Payment(acceptedAt, endsAt, 0), null);
        }
        var code = returning(magic);
        var returned = new Outcome.Returned(
                code, code.message(), endsAt.plusMillis(RETURN_MILLIS), created.amount());
        var seenAt = soon(returned.at(), POLL_MILLIS, random);
        var reversed = told(ended.after(), returned, soon(seenAt, POLL_MILLIS, random));
        steps.add(reversed);
        var readAt = soon(reversed.after().progress().updatedAt(), WORK_MILLIS, random);
        return new Journey(steps, new Payment(acceptedAt, endsAt, 1), new Notice(returned, seenAt, readAt));
    }

    private static Step told(Disbursement payout, Outcome outcome, Instant at) {
        var reference = switch (outcome) {
            case Outcome.Accepted accepted -> accepted.railReference();
            case Outcome.Settled settled -> settled.railReference();
            case Outcome.Rejected _, Outcome.Stopped _, Outcome.Returned _, Outcome.Unknown _, Outcome.NotSeen _ ->
                null;
        };
        return step(payout, payout.state().afterReport(outcome, at), reference, at);
    }

    private static Step step(Disbursement payout, DisbursementState next, @Nullable String railReference, Instant at) {
        var rail = payout.progress().rail();
        var transfers = Placement.of(payout.status(), rail)
                .to(Placement.of(next.status(), rail), payout, payout.progress().transfers() + 1, at);
        var history = payout.progress().history().reached(next, at);
        var reference = railReference == null ? payout.progress().railReference() : railReference;
        var after = payout.moved(next, history, reference, null, transfers.size(), at);
        var what = next instanceof DisbursementState.Pending
                ? "submitted"
                : next.status().wire();
        return new Step(after, what, transfers);
    }

    /// Returns the bank's reference: the random half of the payout's id, in few characters.
    private static String reference(UUID id) {
        return "SBX"
                + Long.toUnsignedString(id.getLeastSignificantBits(), Character.MAX_RADIX)
                        .toUpperCase(Locale.ROOT);
    }

    /// Magic accounts that reject are named after the reason.
    private static FailureCode rejection(Magic magic) {
        return FailureCode.valueOf(magic.name());
    }

    private static FailureCode returning(Magic magic) {
        return magic == Magic.RETURNED_BY_PAYEE ? FailureCode.RETURNED_BY_PAYEE : FailureCode.ACCOUNT_CLOSED;
    }

    private static Instant soon(Instant after, int millisMax, RandomGenerator random) {
        return after.plusMillis(random.nextInt(1, millisMax));
    }
}
