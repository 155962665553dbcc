package dev.sluice.rail;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Decorator: delegates every method to the wrapped rail unless it is overridden.
public interface ForwardingRail extends Rail {
    /// Returns the wrapped rail.
    Rail rail();

    @Override
    default String name() {
        return rail().name();
    }

    @Override
    default boolean serves(String currencyOrToken, String bankCodeOrNetwork) {
        return rail().serves(currencyOrToken, bankCodeOrNetwork);
    }

    @Override
    default boolean returns(String currencyOrToken, String bankCodeOrNetwork) {
        return rail().returns(currencyOrToken, bankCodeOrNetwork);
    }

    @Override
    default Instant submitNotBefore(Instruction instruction, Instant now) {
        return rail().submitNotBefore(instruction, now);
    }

    @Override
    default List<Outcome> submit(List<Instruction> instructions) {
        return rail().submit(instructions);
    }

    @Override
    default List<Outcome> queryOutcomes(List<PayoutRef> payouts) {
        return rail().queryOutcomes(payouts);
    }

    @Override
    default Cancellation cancel(PayoutRef payout) {
        return rail().cancel(payout);
    }

    @Override
    default Cancellation block(Instruction instruction) {
        return rail().block(instruction);
    }

    @Override
    default boolean keepsQueue() {
        return rail().keepsQueue();
    }

    @Override
    default List<Attempt> attempts(PayoutRef payout) {
        return rail().attempts(payout);
    }

    @Override
    default Optional<Outcome.Settled> simulatedOutcome(Instruction instruction) {
        return rail().simulatedOutcome(instruction);
    }

    @Override
    default Optional<String> sender(String network) {
        return rail().sender(network);
    }

    @Override
    default AccountName accountName(BankAccount account) {
        return rail().accountName(account);
    }
}
