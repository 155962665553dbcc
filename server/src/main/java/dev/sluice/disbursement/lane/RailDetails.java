package dev.sluice.disbursement.lane;

import dev.sluice.disbursement.Disbursement;
import dev.sluice.disbursement.Status;
import dev.sluice.rail.OnChain;
import dev.sluice.rail.Outcome;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Data of a rail's report besides the state: the rail's reference, and the data of a chain.
///
/// @param unsent true if a chain's rail has no transaction for the payout, not yet or not any more
record RailDetails(@Nullable String railReference, @Nullable OnChain onChain, boolean unsent) {
    static final RailDetails NONE = new RailDetails(null, null);

    private RailDetails(@Nullable String railReference, @Nullable OnChain onChain) {
        this(railReference, onChain, false);
    }

    static RailDetails of(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Accepted(var reference, var _, var onChain) ->
                new RailDetails(reference, onChain, onChain != null && reference == null);
            case Outcome.Settled settled -> new RailDetails(settled.railReference(), settled.onChain());
            case Outcome.Rejected rejected -> new RailDetails(rejected.railReference(), rejected.onChain());
            case Outcome.Stopped _, Outcome.Returned _, Outcome.Unknown _, Outcome.NotSeen _ -> NONE;
        };
    }

    /// Returns the simulated chain data of a payout with a forced status, unless it has some already: a
    /// transaction, in a block once the payout is final. A cancelled payout was never sent.
    static RailDetails imagined(Disbursement payout, Status forced, Outcome.@Nullable Settled imagined) {
        if (imagined == null || forced == Status.CANCELLED) {
            return NONE;
        }
        var before = payout.progress().onChain();
        var onChain = imagined.onChain();
        boolean waits = forced == Status.PENDING;
        if (onChain == null || (before != null && (waits || before.gasCharged() != null))) {
            return NONE;
        }
        var hash = payout.progress().railReference();
        return new RailDetails(
                hash == null ? imagined.railReference() : hash,
                new OnChain(
                        onChain.sender(),
                        before == null ? onChain.gasEstimated() : before.gasEstimated(),
                        waits ? null : onChain.gasCharged(),
                        waits ? null : onChain.gasUsed()));
    }

    /// Returns the rail's reference of a payout after this report. A transaction that will never be in a block
    /// loses its reference.
    @Nullable
    String reference(Disbursement payout) {
        return railReference == null && !unsent ? payout.progress().railReference() : railReference;
    }

    /// Returns true if a chain shows something new, such as the hash of a replacement. An intermediate report
    /// about a final payout is no news: a delayed node may deliver it late.
    static boolean isNews(Outcome outcome, Disbursement payout) {
        var details = of(outcome);
        boolean late = outcome instanceof Outcome.Accepted && payout.status() != Status.PENDING;
        return details.onChain != null
                && !late
                && !payout.status().freesReference()
                && !(details.onChain.equals(payout.progress().onChain())
                        && Objects.equals(
                                details.railReference, payout.progress().railReference()));
    }
}
