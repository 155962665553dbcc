package dev.sluice.disbursement;

import dev.sluice.rail.OnChain;
import dev.sluice.rail.Outcome;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Data of a rail's report besides the state: the rail's reference, and the data of a chain.
///
/// @param unsent true if a chain's rail has no transaction for the payout, not yet or not any more
record Word(@Nullable String railReference, @Nullable OnChain onChain, boolean unsent) {
    static final Word NONE = new Word(null, null);

    private Word(@Nullable String railReference, @Nullable OnChain onChain) {
        this(railReference, onChain, false);
    }

    static Word of(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Accepted(var reference, var _, var onChain) ->
                new Word(reference, onChain, onChain != null && reference == null);
            case Outcome.Settled settled -> new Word(settled.railReference(), settled.onChain());
            case Outcome.Rejected rejected -> new Word(rejected.railReference(), rejected.onChain());
            case Outcome.Stopped _, Outcome.Returned _, Outcome.Unknown _, Outcome.NotSeen _ -> NONE;
        };
    }

    /// Returns the simulated chain data of a payout with a forced status, unless it has some already: a
    /// transaction, in a block once the payout is final. A cancelled payout was never sent.
    static Word imagined(Disbursement payout, Status forced, Outcome.@Nullable Settled imagined) {
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
        return new Word(
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
        var word = of(outcome);
        boolean late = outcome instanceof Outcome.Accepted && payout.status() != Status.PENDING;
        return word.onChain != null
                && !late
                && !payout.status().freesReference()
                && !(word.onChain.equals(payout.progress().onChain())
                        && Objects.equals(word.railReference, payout.progress().railReference()));
    }
}
