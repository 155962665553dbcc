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
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Contract of every rail, for any counterpart. An adapter's test extends this class, and provides the adapter,
/// instructions that its counterpart carries out, and a way to let time pass there.
public abstract class RailContract extends StoppingContract {
    private static final int BATCH = 1_000;

    @Test
    void the_name_is_short_and_in_lower_case() {
        assertThat(rail().name()).matches("[a-z][a-z0-9-]{0,31}");
    }

    @Test
    void it_serves_what_it_is_given() {
        var instruction = instruction();
        boolean served = switch (instruction.beneficiary()) {
            case BankAccount account -> rail().serves(account.currency(), account.bankCode());
            case Wallet wallet -> rail().serves(instruction.amount().asset().code(), wallet.network());
        };
        assertThat(served).isTrue();
    }

    @Test
    void an_instruction_is_not_submitted_before_now() {
        var now = now();
        var all = new ArrayList<>(difficult());
        all.add(instruction());
        assertThat(all)
                .allSatisfy(
                        each -> assertThat(rail().submitNotBefore(each, now)).isAfterOrEqualTo(now));
    }

    @Test
    void an_empty_batch_has_no_answers() {
        assertThat(rail().submit(List.of())).isEmpty();
        assertThat(rail().queryOutcomes(List.of())).isEmpty();
    }

    @Test
    void what_was_never_submitted_was_not_seen() {
        assertThat(ask(instruction())).isEqualTo(new NotSeen());
        assertThat(rail().cancel(instruction().payout())).isEqualTo(Cancellation.NOT_SEEN);
    }

    @Test
    void asking_does_not_submit() {
        var instruction = instruction();
        ask(instruction);
        pass(Duration.ofMinutes(1));
        assertThat(ask(instruction)).isEqualTo(new NotSeen());
    }

    @Test
    void a_payout_of_another_organization_was_not_seen() {
        var instruction = instruction();
        submit(instruction);
        var stranger = new PayoutRef(UUID.randomUUID(), instruction.payout().payoutId());
        assertThat(rail().queryOutcomes(List.of(stranger))).containsExactly(new NotSeen());
        assertThat(rail().cancel(stranger)).isEqualTo(Cancellation.NOT_SEEN);
    }

    @Test
    void a_payout_settles_once_its_time_has_come() {
        var instruction = instruction();
        var before = now();
        assertThat(submit(instruction)).isInstanceOfAny(Accepted.class, Settled.class);
        assertThat(end(instruction)).isInstanceOfSatisfying(Settled.class, settled -> {
            assertThat(settled.railReference()).isNotBlank();
            assertThat(settled.at()).isBetween(before, now());
        });
    }

    @Test
    void the_reference_of_a_payout_that_settled_stays_and_is_its_own() {
        var instructions = List.of(instruction(), instruction());
        rail().submit(instructions);
        pass(Duration.ofMinutes(1));
        var first = references(rail().queryOutcomes(payouts(instructions)));
        pass(Duration.ofMinutes(1));
        assertThat(references(rail().queryOutcomes(payouts(instructions))))
                .isEqualTo(first)
                .doesNotContainNull()
                .doesNotHaveDuplicates();
    }

    @Test
    void a_rejection_says_why() {
        var instruction = doomed();
        submit(instruction);
        assertThat(end(instruction))
                .isInstanceOfSatisfying(
                        Rejected.class,
                        rejected -> assertThat(rejected.message()).isNotBlank());
    }

    @Test
    void an_outcome_that_ended_stays() {
        var instructions = List.of(instruction(), doomed(), instruction());
        rail().submit(instructions);
        instructions.forEach(this::end);
        var ended = rail().queryOutcomes(payouts(instructions));
        for (int day = 0; day < 3; day++) {
            pass(Duration.ofDays(1));
            assertThat(rail().queryOutcomes(payouts(instructions))).isEqualTo(ended);
            assertThat(rail().submit(instructions)).isEqualTo(ended);
        }
    }

    @Test
    void submitting_twice_is_submitting_once() {
        var instruction = instruction();
        submit(instruction);
        pass(Duration.ofMillis(300));
        submit(instruction);
        var ended = end(instruction);
        assertThat(submit(instruction)).isEqualTo(ended);
        pass(Duration.ofDays(1));
        assertThat(submit(instruction)).isEqualTo(ended);
    }

    @Test
    void a_payout_twice_in_a_batch_is_one() {
        var instruction = instruction();
        var other = instruction();
        var outcomes = rail().submit(List.of(instruction, other, instruction));
        assertThat(outcomes.get(0)).isEqualTo(outcomes.get(2));
        pass(Duration.ofMinutes(1));
        assertThat(ask(instruction)).isInstanceOf(Settled.class).isNotEqualTo(ask(other));
        assertThat(rail().queryOutcomes(List.of(instruction.payout(), instruction.payout())))
                .hasSize(2);
    }

    @Test
    void difficult_payouts_end_however_often_they_are_submitted_and_asked() {
        for (var instruction : difficult()) {
            var first = submit(instruction);
            assertThat(first).as("%s", instruction).isNotInstanceOf(NotSeen.class);
            if (ask(instruction) instanceof NotSeen) {
                assertThat(first).as("only an unanswered request may be lost").isInstanceOf(Unknown.class);
            }
            submit(instruction);
            assertThat(ask(instruction)).as("%s", instruction).isNotInstanceOf(NotSeen.class);
            var ended = end(instruction);
            assertThat(submit(instruction)).isEqualTo(ended);
        }
    }

    @Test
    void answers_come_in_the_order_asked() {
        var settling = instructions(BATCH / 2);
        var all = new ArrayList<Instruction>();
        for (var each : settling) {
            all.add(each);
            all.add(doomed());
        }
        rail().submit(all);
        pass(Duration.ofMinutes(1));
        var order = IntStream.range(0, all.size()).boxed().toList();
        var shuffled = new ArrayList<>(order);
        Collections.shuffle(shuffled, new Random(7));
        var outcomes = rail().queryOutcomes(
                        shuffled.stream().map(i -> all.get(i).payout()).toList());
        for (int i = 0; i < shuffled.size(); i++) {
            assertThat(outcomes.get(i)).isInstanceOf(shuffled.get(i) % 2 == 0 ? Settled.class : Rejected.class);
        }
    }

    @Test
    void the_unseen_do_not_move_the_answers_of_others() {
        var seen = instruction();
        submit(seen);
        var outcomes = rail().queryOutcomes(List.of(
                instruction().payout(), seen.payout(), instruction().payout()));
        assertThat(outcomes).hasSize(3);
        assertThat(outcomes.get(0)).isEqualTo(new NotSeen());
        assertThat(outcomes.get(1)).isEqualTo(ask(seen)).isNotEqualTo(new NotSeen());
        assertThat(outcomes.get(2)).isEqualTo(new NotSeen());
    }

    @Test
    void a_batch_may_have_payouts_of_several_organizations() {
        var instructions = instructions(10);
        assertThat(new HashSet<>(instructions.stream()
                        .map(each -> each.payout().organizationId())
                        .toList()))
                .hasSizeGreaterThan(1);
        rail().submit(instructions);
        pass(Duration.ofMinutes(1));
        assertThat(rail().queryOutcomes(payouts(instructions))).hasOnlyElementsOfType(Settled.class);
    }

    @Test
    void a_batch_may_be_large() {
        var instructions = instructions(BATCH);
        assertThat(rail().submit(instructions)).hasSize(BATCH).doesNotContain(new NotSeen());
        var half = instructions.subList(0, BATCH / 2);
        var mixed = new ArrayList<>(half);
        mixed.addAll(instructions(BATCH / 2));
        assertThat(rail().submit(mixed)).hasSize(BATCH);
        pass(Duration.ofMinutes(1));
        assertThat(rail().queryOutcomes(payouts(instructions))).hasSize(BATCH).hasOnlyElementsOfType(Settled.class);
    }

    @Test
    void submitting_from_several_threads_is_submitting_once() throws Exception {
        var instructions = instructions(100);
        var outcomes = together(thread -> () -> {
            var mine = new ArrayList<>(instructions);
            Collections.shuffle(mine, new Random(thread));
            return rail().submit(mine);
        });
        assertThat(outcomes).allSatisfy(each -> assertThat(each).hasSize(100).doesNotContain(new NotSeen()));
        pass(Duration.ofMinutes(1));
        var ended = rail().queryOutcomes(payouts(instructions));
        assertThat(ended).hasOnlyElementsOfType(Settled.class);
        assertThat(references(ended)).doesNotHaveDuplicates();
        assertThat(together(_ -> () -> rail().submit(instructions))).containsOnly(ended);
    }

    @Test
    void a_new_adapter_knows_what_the_old_one_did() {
        var instructions = List.of(instruction(), doomed());
        rail().submit(instructions);
        var again = restarted();
        assertThat(again.name()).isEqualTo(rail().name());
        assertThat(again.queryOutcomes(payouts(instructions))).isEqualTo(rail().queryOutcomes(payouts(instructions)));
        pass(Duration.ofMinutes(1));
        assertThat(again.submit(instructions)).isEqualTo(rail().queryOutcomes(payouts(instructions)));
    }

    @Test
    void its_books_have_every_try_and_what_came_of_it() {
        var paid = instruction();
        var refused = doomed();
        assertThat(rail().attempts(paid.payout())).isEmpty();
        rail().submit(List.of(paid, refused));
        assertThat(rail().attempts(paid.payout())).isNotEmpty();
        var settled = (Settled) end(paid);
        assertThat(rail().attempts(paid.payout())).anySatisfy(each -> {
            assertThat(each.reference()).isEqualTo(settled.railReference());
            assertThat(each.answer()).isEqualTo(Attempt.Answer.SETTLED);
            assertThat(each.at()).isNotNull();
        });
        end(refused);
        assertThat(rail().attempts(refused.payout()))
                .extracting(Attempt::answer)
                .contains(Attempt.Answer.REJECTED);
        var stranger = new PayoutRef(UUID.randomUUID(), paid.payout().payoutId());
        assertThat(rail().attempts(stranger)).isEmpty();
    }

    @Test
    void it_is_told_when_to_ask_again() {
        for (var instruction : difficult()) {
            submit(instruction);
            assertThat(askAt(ask(instruction))).as("%s", instruction).isAfterOrEqualTo(now());
        }
    }

    protected static List<String> references(List<Outcome> outcomes) {
        return outcomes.stream()
                .map(outcome -> switch (outcome) {
                    case Accepted accepted -> accepted.railReference();
                    case Settled settled -> settled.railReference();
                    case Rejected _, Stopped _, Returned _, Unknown _, NotSeen _ -> throw new AssertionError(outcome);
                })
                .toList();
    }
}
