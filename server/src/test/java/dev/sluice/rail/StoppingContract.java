package dev.sluice.rail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.Outcome.Accepted;
import dev.sluice.rail.Outcome.NotSeen;
import dev.sluice.rail.Outcome.Rejected;
import dev.sluice.rail.Outcome.Returned;
import dev.sluice.rail.Outcome.Settled;
import dev.sluice.rail.Outcome.Stopped;
import dev.sluice.rail.Outcome.Unknown;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Contract of every rail for stopping a payout.
abstract class StoppingContract {
    private static final int THREADS = 6;
    private static final int ROUNDS_MAX = 1_000;

    /// The adapter under test, always the same one.
    protected abstract Rail rail();

    /// Another adapter to the same counterpart, as after a restart or on another node.
    protected abstract Rail restarted();

    /// A new instruction that settles in the end.
    protected abstract Instruction instruction();

    /// A new instruction that is rejected in the end.
    protected abstract Instruction doomed();

    /// Returns every instruction with a submission that is worth a retry: stoppable, slow, one with a lost answer,
    /// and so on.
    protected abstract List<Instruction> difficult();

    /// The counterpart's time.
    protected abstract Instant now();

    /// Lets time pass at the counterpart.
    protected abstract void pass(Duration duration);

    @Test
    void a_cancellation_and_the_outcome_never_contradict_each_other() {
        var all = new ArrayList<>(difficult());
        all.add(instruction());
        for (var instruction : all) {
            submit(instruction);
            submit(instruction);
            var answer = rail().cancel(instruction.payout());
            var ended = end(instruction);
            if (answer == Cancellation.CANCELLED) {
                assertThat(ended).as("%s", instruction).isInstanceOf(Stopped.class);
                assertThat(submit(instruction)).isEqualTo(ended);
                assertThat(rail().cancel(instruction.payout())).isEqualTo(Cancellation.CANCELLED);
            } else {
                assertThat(answer).as("%s", instruction).isNotEqualTo(Cancellation.NOT_SEEN);
                assertThat(rail().cancel(instruction.payout())).isEqualTo(Cancellation.REFUSED);
            }
        }
    }

    @Test
    void what_settled_cannot_be_cancelled() {
        var instruction = instruction();
        submit(instruction);
        var ended = end(instruction);
        assertThat(rail().cancel(instruction.payout())).isEqualTo(Cancellation.REFUSED);
        assertThat(ask(instruction)).isEqualTo(ended);
    }

    @Test
    void what_was_never_submitted_is_blocked_for_good() {
        var all = new ArrayList<>(difficult());
        all.add(instruction());
        all.add(doomed());
        for (var instruction : all) {
            assertThat(rail().block(instruction)).as("%s", instruction).isEqualTo(Cancellation.CANCELLED);
            assertThat(ask(instruction)).isEqualTo(new Stopped());
            assertThat(submit(instruction)).isEqualTo(new Stopped());
            assertThat(submit(instruction)).isEqualTo(new Stopped());
            assertThat(restarted().block(instruction)).isEqualTo(Cancellation.CANCELLED);
            assertThat(rail().cancel(instruction.payout())).isEqualTo(Cancellation.CANCELLED);
        }
        pass(Duration.ofDays(1));
        assertThat(rail().queryOutcomes(payouts(all))).containsOnly(new Stopped());
    }

    @Test
    void what_the_rail_has_seen_is_not_blocked() {
        var all = new ArrayList<>(difficult());
        all.add(instruction());
        for (var instruction : all) {
            submit(instruction);
            if (ask(instruction) instanceof NotSeen) {
                assertThat(rail().block(instruction)).isEqualTo(Cancellation.CANCELLED);
                assertThat(submit(instruction)).isEqualTo(new Stopped());
            } else {
                assertThat(rail().block(instruction)).as("%s", instruction).isEqualTo(Cancellation.REFUSED);
                assertThat(end(instruction)).isNotInstanceOf(Stopped.class);
                assertThat(rail().block(instruction)).isEqualTo(Cancellation.REFUSED);
            }
        }
    }

    /// A node that submits late, while another one blocks the same instructions.
    @Test
    void an_instruction_is_either_submitted_or_blocked() throws Exception {
        var instructions = instructions(60);
        var answers = together(thread -> () -> {
            var mine = new ArrayList<>(instructions);
            Collections.shuffle(mine, new Random(thread));
            if (thread % 2 == 0) {
                mine.forEach(this::submit);
                return Map.<Instruction, Cancellation>of();
            }
            return mine.stream().collect(Collectors.toMap(Function.identity(), rail()::block));
        });
        for (var instruction : instructions) {
            boolean blocked = end(instruction) instanceof Stopped;
            assertThat(answers)
                    .filteredOn(each -> !each.isEmpty())
                    .extracting(each -> each.get(instruction))
                    .containsOnly(blocked ? Cancellation.CANCELLED : Cancellation.REFUSED);
        }
    }

    protected final Outcome submit(Instruction instruction) {
        return rail().submit(List.of(instruction)).getFirst();
    }

    protected final Outcome ask(Instruction instruction) {
        return rail().queryOutcomes(List.of(instruction.payout())).getFirst();
    }

    /// Asks at the rail's announced times, until the payout has ended.
    protected final Outcome end(Instruction instruction) {
        for (int round = 0; round < ROUNDS_MAX; round++) {
            var outcome = ask(instruction);
            if (!(outcome instanceof Accepted) && !(outcome instanceof Unknown)) {
                return outcome;
            }
            var wait = Duration.between(now(), askAt(outcome));
            pass(wait.isPositive() ? wait : Duration.ofMillis(1));
        }
        throw new AssertionError("no end of " + instruction);
    }

    final Instant askAt(Outcome outcome) {
        return switch (outcome) {
            case Accepted accepted -> accepted.pollAt();
            case Unknown unknown -> unknown.pollAt();
            case Settled _, Rejected _, Stopped _, Returned _, NotSeen _ -> now();
        };
    }

    final List<Instruction> instructions(int count) {
        return IntStream.range(0, count).mapToObj(_ -> instruction()).toList();
    }

    protected static List<PayoutRef> payouts(List<Instruction> instructions) {
        return instructions.stream().map(Instruction::payout).toList();
    }

    static <R> List<R> together(IntFunction<Callable<R>> work) throws Exception {
        try (var threads = Executors.newFixedThreadPool(THREADS)) {
            var results = new ArrayList<R>();
            for (var future :
                    threads.invokeAll(IntStream.range(0, THREADS).mapToObj(work).toList())) {
                results.add(future.get());
            }
            return results;
        }
    }
}
