package dev.sluice.rail.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.db.TestDatabase;
import dev.sluice.rail.Cancellation;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.Outcome.Accepted;
import dev.sluice.rail.Outcome.NotSeen;
import dev.sluice.rail.Outcome.Rejected;
import dev.sluice.rail.Outcome.Returned;
import dev.sluice.rail.Outcome.Settled;
import dev.sluice.rail.Outcome.Unknown;
import dev.sluice.rail.PayoutStatusReport;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Behaviour of a payout to each magic account.
class MagicTest {
    private static TestDatabase database;
    private static SandboxTestBank bank;

    @BeforeAll
    static void open() {
        database = TestDatabase.create();
        bank = new SandboxTestBank(database.database());
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @ParameterizedTest
    @EnumSource
    void every_account_of_the_table_is_recognized_by_its_number(Magic magic) {
        assertThat(Magic.of(SandboxTestBank.account(magic.accountNumber()))).isEqualTo(magic);
    }

    @Test
    void numbers_belong_to_one_account_each() {
        assertThat(Arrays.stream(Magic.values()).map(Magic::number)).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ADDRESS_CANNOT_RECEIVE", "TRANSACTION_FAILED", "NETWORK_UNAVAILABLE"})
    void every_failure_of_a_bank_can_be_had_at_the_account_of_its_name(FailureCode code) {
        var magic = Magic.valueOf(code.name());
        var instruction = bank.to(magic);
        assertThat(bank.submit(instruction)).isInstanceOf(Accepted.class);
        bank.pass(Duration.ofSeconds(10));
        switch (bank.queryOutcome(instruction)) {
            case Rejected rejected -> assertThat(rejected).isEqualTo(new Rejected(code, code.message()));
            case Returned returned -> assertThat(returned.code()).isEqualTo(code);
            case Outcome other -> throw new AssertionError(other);
        }
        bank.notices();
    }

    @ParameterizedTest
    @EnumSource(names = {"RETURNED_BY_PAYEE", "RETURNED_ACCOUNT_CLOSED"})
    void a_return_is_told_three_seconds_after_the_payout_settled(Magic magic) {
        var instruction = bank.to(magic);
        var askAt = ((Accepted) bank.submit(instruction)).pollAt();
        bank.pass(Duration.between(bank.now(), askAt).plusMillis(2_999));
        assertThat(bank.queryOutcome(instruction)).isInstanceOf(Settled.class);
        assertThat(bank.notices()).isEmpty();

        bank.pass(Duration.ofMillis(1));
        var returned = bank.queryOutcome(instruction);
        assertThat(returned).isInstanceOf(Returned.class);
        assertThat(bank.notices())
                .containsExactly(new PayoutStatusReport(
                        "sandbox",
                        instruction.payout().payoutId() + ":returned",
                        instruction.payout(),
                        returned,
                        bank.now()));
        bank.pass(Duration.ofDays(1));
        assertThat(bank.notices()).isEmpty();
    }

    @Test
    void unknown_for_half_a_minute_then_settled() {
        silentUntil(bank.to(Magic.UNKNOWN_THEN_SETTLED), Duration.ofSeconds(30), Settled.class);
    }

    @Test
    void unknown_for_half_a_minute_then_rejected() {
        silentUntil(bank.to(Magic.UNKNOWN_THEN_REJECTED), Duration.ofSeconds(30), Rejected.class);
    }

    @Test
    void unknown_for_an_hour_then_settled() {
        silentUntil(bank.to(Magic.UNKNOWN_FOR_AN_HOUR), Duration.ofMinutes(60), Settled.class);
    }

    private static void silentUntil(Instruction instruction, Duration end, Class<? extends Outcome> ending) {
        assertThat(bank.submit(instruction)).isInstanceOf(Unknown.class);
        bank.pass(end.minusMillis(1));
        assertThat(bank.queryOutcome(instruction))
                .isInstanceOfSatisfying(
                        Unknown.class,
                        unknown -> assertThat(unknown.pollAt())
                                .isEqualTo(bank.now().plusMillis(1)));
        assertThat(bank.submit(instruction)).isInstanceOf(Unknown.class);
        assertThat(bank.rail().cancel(instruction.payout())).isEqualTo(Cancellation.UNKNOWN);
        bank.pass(Duration.ofMillis(1));
        assertThat(bank.queryOutcome(instruction)).isInstanceOf(ending);
    }

    @Test
    void a_lost_answer_and_a_lost_request_look_the_same_until_the_bank_is_asked() {
        var taken = bank.to(Magic.ANSWER_LOST);
        var lost = bank.to(Magic.REQUEST_LOST);
        var outcomes = bank.rail().submit(List.of(taken, lost));
        assertThat(outcomes.get(0)).isInstanceOf(Unknown.class).isEqualTo(outcomes.get(1));
        assertThat(bank.queryOutcome(taken)).isInstanceOf(Accepted.class);
        assertThat(bank.queryOutcome(lost)).isEqualTo(new NotSeen());
        assertThat(bank.rail().cancel(lost.payout())).isEqualTo(Cancellation.NOT_SEEN);
        bank.pass(Duration.ofMinutes(1));
        assertThat(bank.queryOutcome(taken)).isInstanceOf(Settled.class);
        assertThat(bank.queryOutcome(lost)).isEqualTo(new NotSeen());

        assertThat(bank.submit(lost)).isInstanceOf(Accepted.class);
        bank.pass(Duration.ofSeconds(2));
        var settled = bank.queryOutcome(lost);
        assertThat(settled).isInstanceOf(Settled.class);
        assertThat(bank.submit(lost)).isEqualTo(settled);
    }

    @Test
    void a_slow_payout_takes_a_minute() {
        var instruction = bank.to(Magic.SLOW);
        var now = bank.now();
        assertThat(bank.submit(instruction))
                .isInstanceOfSatisfying(
                        Accepted.class,
                        accepted -> assertThat(accepted.pollAt()).isEqualTo(now.plusSeconds(60)));
        bank.pass(Duration.ofMillis(59_999));
        assertThat(bank.queryOutcome(instruction)).isInstanceOf(Accepted.class);
        bank.pass(Duration.ofMillis(1));
        assertThat(bank.queryOutcome(instruction)).isInstanceOf(Settled.class);
    }

    @Test
    void a_clearing_window_opens_in_an_hour() {
        var now = bank.now();
        assertThat(bank.rail().submitNotBefore(bank.to(Magic.CLEARING_WINDOW), now))
                .isEqualTo(now.plus(Duration.ofHours(1)));
    }

    @Test
    void a_duplicate_notice_comes_three_times_under_two_keys() {
        var instruction = bank.to(Magic.DUPLICATE_NOTICE);
        bank.submit(instruction);
        bank.pass(Duration.ofSeconds(2));
        var settled = bank.queryOutcome(instruction);
        assertThat(bank.notices()).singleElement().satisfies(first -> {
            assertThat(first.outcome()).isEqualTo(settled);
            assertThat(first.key()).endsWith(":settled-1");
        });
        bank.pass(Duration.ofSeconds(2));
        assertThat(bank.bank().step()).as("the second is sent").isTrue();
        assertThat(bank.notices()).as("and is known by its key").isEmpty();
        bank.pass(Duration.ofSeconds(2));
        assertThat(bank.notices()).singleElement().satisfies(third -> {
            assertThat(third.outcome()).isEqualTo(settled);
            assertThat(third.key()).endsWith(":settled-2");
        });
        bank.pass(Duration.ofDays(1));
        assertThat(bank.bank().step()).isFalse();
    }

    @Test
    void a_stoppable_payout_is_cancelled_at_the_bank_or_settles_in_ten_minutes() {
        var stopped = bank.to(Magic.STOPPABLE);
        var stored = bank.to(Magic.STOPPABLE);
        bank.rail().submit(List.of(stopped, stored));
        bank.pass(Duration.ofMinutes(9));
        assertThat(bank.rail().cancel(stopped.payout())).isEqualTo(Cancellation.CANCELLED);
        bank.pass(Duration.ofMinutes(1));
        assertThat(bank.queryOutcome(stopped)).isInstanceOf(Outcome.Stopped.class);
        assertThat(bank.submit(stopped)).isInstanceOf(Outcome.Stopped.class);
        assertThat(bank.queryOutcome(stored)).isInstanceOf(Settled.class);
        assertThat(bank.rail().cancel(stored.payout())).isEqualTo(Cancellation.REFUSED);
    }

    @Test
    void several_nodes_send_each_notice_once() throws Exception {
        var instructions = Stream.generate(() -> bank.to(Magic.RETURNED_BY_PAYEE))
                .limit(1_200)
                .toList();
        bank.rail().submit(instructions);
        bank.pass(Duration.ofMinutes(1));
        try (var nodes = Executors.newFixedThreadPool(4)) {
            Callable<Boolean> node = () -> {
                while (bank.bank().step()) {
                    Thread.onSpinWait();
                }
                return true;
            };
            for (var done : nodes.invokeAll(List.of(node, node, node, node))) {
                assertThat(done.get()).isTrue();
            }
        }
        assertThat(bank.notices())
                .extracting(PayoutStatusReport::payout)
                .hasSize(1_200)
                .doesNotHaveDuplicates();
    }
}
