package dev.sluice.rail;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Rail for outgoing money. Every call takes a batch, answers in the order asked, and may be repeated: the payout's id
/// is the rail's idempotency key, so that submitting twice moves money once.
public interface Rail {
    /// Name of the rail, in lower case: it names its clearing account in the ledger.
    String name();

    /// Returns true if the rail can pay out this currency to this bank, or this token on this network.
    boolean serves(String currencyOrToken, String bankCodeOrNetwork);

    /// Returns true if the rail can return such money to its payer, even if it takes no new business of that kind
    /// any more.
    default boolean returns(String currencyOrToken, String bankCodeOrNetwork) {
        return serves(currencyOrToken, bankCodeOrNetwork);
    }

    /// Returns the earliest time at which an instruction may be submitted, such as the next clearing window. Until
    /// then it can be cancelled.
    Instant submitNotBefore(Instruction instruction, Instant now);

    /// Hands over instructions. A timeout or a broken connection is [Outcome.Unknown], never a failure.
    List<Outcome> submit(List<Instruction> instructions);

    /// Returns the outcomes of submitted instructions. An instruction that the rail never saw is
    /// [Outcome.NotSeen].
    List<Outcome> queryOutcomes(List<PayoutRef> payouts);

    /// Asks the rail to stop a submitted payout. The rail decides, and a stopped payout is [Outcome.Stopped] from
    /// then on.
    Cancellation cancel(PayoutRef payout);

    /// Blocks an instruction that the rail has never seen: from then on it is [Outcome.Stopped] for every
    /// submitter. Blocking and submitting exclude each other in the rail's own books: a submission in progress on
    /// another node either comes first, and blocking is refused, or moves nothing.
    ///
    /// @return `REFUSED` if the rail has seen it, or cannot block anything
    default Cancellation block(Instruction instruction) {
        return Cancellation.REFUSED;
    }

    /// Returns true if submitted instructions may wait here with nothing sent, however long, and can be taken back
    /// as long as they wait.
    default boolean keepsQueue() {
        return false;
    }

    /// Returns the attempts at a payout from the rail's own records, the oldest first; none while they are
    /// unavailable.
    default List<Attempt> attempts(PayoutRef payout) {
        return List.of();
    }

    /// Returns the data that a simulated rail would show for a payout that is settled just now. The sandbox needs
    /// it if it forces a status, since no rail reports that payout. Nothing is sent or stored for it.
    default Optional<Outcome.Settled> simulatedOutcome(Instruction instruction) {
        return Optional.empty();
    }

    /// Returns the wallet that pays out on a network, if the rail is to a chain.
    default Optional<String> sender(String network) {
        return Optional.empty();
    }

    /// Returns the name that the bank holds for an account, if the rail can tell.
    AccountName accountName(BankAccount account);
}
