package dev.sluice.rail.iso20022.payout;

import dev.sluice.money.Money;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.iso20022.profile.BankProfile;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A payout that a bank account pays, with the bank's latest status of it.
///
/// @param waitsFor reason for which a queued order waits, as a sentence
/// @param file the file that contains it; null while it is queued
/// @param doubt reason for which the outcome is uncertain whatever the status is; null if there is none
record BankOrder(
        PayoutRef payout,
        String bank,
        String endToEndId,
        Money amount,
        State state,
        @Nullable String waitsFor,
        @Nullable Sent file,
        @Nullable Status status,
        @Nullable String doubt,
        @Nullable Ending ending) {
    private static final Duration POLL_AFTER = Duration.ofMinutes(1);
    /// Statuses of a payment that waits at the bank.
    private static final Set<String> WAITING = Set.of("PATC", "PDNG", "BLCK");

    /// State of an order.
    enum State {
        QUEUED,
        SEALED,
        SETTLED,
        REJECTED,
        CANCELLED,
        RETURNED;

        String stored() {
            return name().toLowerCase(Locale.ROOT);
        }

        static State of(String stored) {
            return valueOf(stored.toUpperCase(Locale.ROOT));
        }

        boolean isOpen() {
            return this == QUEUED || this == SEALED;
        }
    }

    /// The file of an order.
    ///
    /// @param deliveredAt null while it is not known to be delivered
    /// @param takenAt null if no person took it to upload it by hand
    /// @param acknowledgedAt null if no acknowledgement was found
    record Sent(
            UUID id,
            String msgId,
            BankFile.State state,
            @Nullable Instant deliveredAt,
            @Nullable Instant takenAt,
            @Nullable Instant acknowledgedAt) {}

    /// Status that the bank sent.
    record Status(
            String code, @Nullable String reason, @Nullable String text, Instant at) {}

    /// The end of an order.
    ///
    /// @param returned all that has come back of a returned order
    record Ending(
            Instant at,
            @Nullable String bankReference,
            @Nullable FailureCode code,
            @Nullable String message,
            @Nullable Money returned) {
        Ending(Instant at, @Nullable String bankReference, @Nullable FailureCode code, @Nullable String message) {
            this(at, bankReference, code, message, null);
        }
    }

    /// Returns the outcome at a time. Silence of the bank never ends a payout.
    Outcome outcome(BankProfile profile, Instant now) {
        var pollAt = now.plus(POLL_AFTER);
        return switch (state) {
            case QUEUED ->
                doubt == null ? new Outcome.Accepted(null, pollAt, null) : new Outcome.Unknown(doubt, pollAt, true);
            case SEALED -> sealed(profile, now, pollAt);
            case SETTLED ->
                new Outcome.Settled(Objects.requireNonNull(end().bankReference()), end().at(), null, amount);
            case REJECTED -> new Outcome.Rejected(failure(), message(), reference(), null);
            case CANCELLED -> new Outcome.Stopped();
            case RETURNED -> new Outcome.Returned(failure(), message(), end().at(), returned());
        };
    }

    private Outcome sealed(BankProfile profile, Instant now, Instant pollAt) {
        if (doubt != null) {
            return new Outcome.Unknown(doubt, pollAt, true);
        }
        var sent = sent();
        if (sent.state() == BankFile.State.DOUBTFUL) {
            return new Outcome.Unknown("The file " + sent.msgId() + " may not have reached the bank", pollAt);
        }
        var overdue = overdue(profile, sent, now);
        return overdue == null ? new Outcome.Accepted(reference(), pollAt, null) : new Outcome.Unknown(overdue, pollAt);
    }

    /// Returns the missing answer of the bank, as a sentence; null if none is overdue.
    private @Nullable String overdue(BankProfile profile, Sent sent, Instant now) {
        var delivered = sent.deliveredAt();
        var limit = profile.promises().statusBy();
        if (delivered == null) {
            var taken = sent.takenAt();
            return taken != null && now.isAfter(taken.plus(limit))
                    ? "Nobody said that the file " + sent.msgId() + " was uploaded by hand"
                    : null;
        }
        if (status == null) {
            if (now.isAfter(delivered.plus(limit))) {
                return "The bank sent no status of the file " + sent.msgId();
            }
            boolean isSilent = profile.transport().folders().acks() != null
                    && sent.acknowledgedAt() == null
                    && now.isAfter(delivered.plus(profile.promises().ackBy()));
            return isSilent ? "The bank did not acknowledge the file " + sent.msgId() : null;
        }
        boolean waits =
                WAITING.contains(status.code()) && now.isAfter(status.at().plus(limit));
        if (waits) {
            return "The payment waits at the bank (" + status.code() + ")";
        }
        if (PayeeChecks.isWaiting(this)) {
            return null;
        }
        var times = SealingTimes.of(profile.windows());
        var bookedBy = times.after(delivered, profile.promises().bookedBy());
        return times.day(now).isAfter(bookedBy) ? "The bank has booked no payment by " + bookedBy : null;
    }

    BankOrder settled(Instant at, String bankReference) {
        return new BankOrder(
                payout,
                bank,
                endToEndId,
                amount,
                State.SETTLED,
                waitsFor,
                file,
                status,
                null,
                new Ending(at, bankReference, null, null));
    }

    BankOrder returned(Ending end) {
        return new BankOrder(payout, bank, endToEndId, amount, State.RETURNED, waitsFor, file, status, null, end);
    }

    /// Returns all that has come back.
    Money returned() {
        var back = ending == null ? null : ending.returned();
        return back == null ? Money.zero(amount.asset()) : back;
    }

    /// Returns the part of a returned order that did not come back.
    Money missing() {
        return amount.minus(returned());
    }

    /// Returns the file of an order that has one.
    Sent sent() {
        return Objects.requireNonNull(file);
    }

    private Ending end() {
        return Objects.requireNonNull(ending);
    }

    private FailureCode failure() {
        return Objects.requireNonNull(end().code());
    }

    private String message() {
        return Objects.requireNonNull(end().message());
    }

    @Nullable
    String reference() {
        return file == null ? null : endToEndId;
    }
}
