package dev.sluice.disbursement;

import dev.sluice.rail.Cancellation;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;

/// A bank that accepts repeated submissions: the submitted instructions are the payments. Tests can run actions
/// between the worker's steps.
final class HookedBank extends OneRail {
    final List<UUID> submitted = new ArrayList<>();
    final List<UUID> asked = new ArrayList<>();
    final Queue<Runnable> beforeItIsNamed = new ArrayDeque<>();
    final Queue<Runnable> afterItIsAsked = new ArrayDeque<>();
    final Queue<Runnable> beforeItSubmits = new ArrayDeque<>();
    boolean isDown;

    private static void run(Queue<Runnable> next) {
        var once = next.poll();
        if (once != null) {
            once.run();
        }
    }

    @Override
    public String name() {
        run(beforeItIsNamed);
        return super.name();
    }

    @Override
    public List<Outcome> submit(List<Instruction> instructions) {
        run(beforeItSubmits);
        if (isDown) {
            throw new IllegalStateException("the bank does not answer");
        }
        instructions.forEach(each -> submitted.add(each.payout().payoutId()));
        return instructions.stream().map(_ -> underWay()).toList();
    }

    private static Outcome underWay() {
        return new Outcome.Unknown("under way", Instant.now().plus(Duration.ofDays(1)));
    }

    @Override
    public List<Outcome> queryOutcomes(List<PayoutRef> payouts) {
        var answers = payouts.stream()
                .map(each -> submitted.contains(each.payoutId()) ? underWay() : new Outcome.NotSeen())
                .toList();
        payouts.forEach(each -> asked.add(each.payoutId()));
        run(afterItIsAsked);
        return answers;
    }

    @Override
    public Cancellation cancel(PayoutRef payout) {
        throw new UnsupportedOperationException();
    }
}
