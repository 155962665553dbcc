package dev.sluice.rail;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// One way of moving money out. Every call is about a batch, answers in the order asked, and may be made again: the
/// payout's id is the rail's idempotency key, so that submitting twice moves money once.
public interface Rail {
    /// The rail's name, in lower case: it names its clearing account in the ledger.
    String name();

    /// Whether payouts in this currency to this bank, or of this token on this network, can go this way.
    boolean serves(String currencyOrToken, String bankCodeOrNetwork);

    /// The same of money that goes back to whoever paid it, also where there is no new business of that kind any
    /// more.
    default boolean returns(String currencyOrToken, String bankCodeOrNetwork) {
        return serves(currencyOrToken, bankCodeOrNetwork);
    }

    /// The earliest time at which an instruction may be submitted, such as the next clearing window. Until then it
    /// can be cancelled.
    Instant submitNotBefore(Instruction instruction, Instant now);

    /// Hands over instructions. A timeout or a broken connection is [Outcome.Unknown], never a failure.
    List<Outcome> submit(List<Instruction> instructions);

    /// Asks what became of instructions that were submitted. One that the rail never saw is [Outcome.NotSeen].
    List<Outcome> ask(List<PayoutRef> payouts);

    /// Asks the rail to stop a submitted payout; whether it did is its own answer. One that it did stop is
    /// [Outcome.Stopped] from then on.
    Cancellation cancel(PayoutRef payout);

    /// Blocks an instruction that the rail has never seen: from then on it is [Outcome.Stopped], whoever submits
    /// it. Blocking and submitting exclude each other in the rail's own books, so that a submission which another
    /// node still has under way either comes first, and blocking is refused, or moves nothing.
    ///
    /// @return `REFUSED` where the rail has seen it, or cannot block anything
    default Cancellation block(Instruction instruction) {
        return Cancellation.REFUSED;
    }

    /// Whether what is handed over may wait here with nothing sent, however long, and can be taken back for as
    /// long as it does.
    default boolean keepsQueue() {
        return false;
    }

    /// The tries at a payout that the rail's own books have, the oldest first; none while they are away.
    default List<Attempt> attempts(PayoutRef payout) {
        return List.of();
    }

    /// What a payout that came to its end just now would show, on a rail that only plays one: where its status was
    /// forced, no rail tells of it. Nothing is sent for this, and nothing kept.
    default Optional<Outcome.Settled> imagined(Instruction instruction) {
        return Optional.empty();
    }

    /// The wallet that payouts on a network come from, where the rail is to a chain.
    default Optional<String> sender(String network) {
        return Optional.empty();
    }

    /// The name that the bank holds for an account, where the rail can tell.
    AccountName accountName(BankAccount account);
}
