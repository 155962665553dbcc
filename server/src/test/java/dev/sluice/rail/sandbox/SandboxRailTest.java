package dev.sluice.rail.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.db.TestDatabase;
import dev.sluice.rail.BankRailContract;
import dev.sluice.rail.Cancellation;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.Rail;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The sandbox's rail fulfils the contract of rails, also with every magic account.
class SandboxRailTest extends BankRailContract {
    private static TestDatabase database;
    private static SandboxTestBank bank;
    private static Rail rail;

    @BeforeAll
    static void open() {
        database = TestDatabase.create();
        bank = new SandboxTestBank(database.database());
        rail = bank.rail();
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @Override
    protected Rail rail() {
        return rail;
    }

    @Override
    protected Rail restarted() {
        return bank.rail();
    }

    @Override
    protected Instruction instruction() {
        return bank.to(Magic.ORDINARY);
    }

    @Override
    protected Instruction doomed() {
        return bank.to(Magic.ACCOUNT_CLOSED);
    }

    @Override
    protected Instruction bouncing() {
        return bank.to(Magic.RETURNED_BY_PAYEE);
    }

    @Override
    protected List<Instruction> difficult() {
        return Arrays.stream(Magic.values())
                .filter(magic -> !(magic.behaviour().ending() instanceof Ending.Bounces))
                .map(bank::to)
                .toList();
    }

    @Override
    protected Instant now() {
        return bank.now();
    }

    @Override
    protected void pass(Duration duration) {
        bank.pass(duration);
    }

    @Test
    void it_serves_everything() {
        assertThat(rail.serves("IDR", "014")).isTrue();
        assertThat(rail.serves("XTS", "anything")).isTrue();
    }

    @Test
    void an_ordinary_payout_can_be_cancelled_for_a_second_and_settles_a_second_after_submission() {
        var instruction = instruction();
        var now = now();
        assertThat(rail.submitNotBefore(instruction, now)).isEqualTo(now.plusSeconds(1));
        var accepted = (Outcome.Accepted) bank.submit(instruction);
        assertThat(accepted.pollAt()).isBetween(now.plusMillis(800), now.plusMillis(1_199));
        pass(Duration.between(now, accepted.pollAt()).minusMillis(1));
        assertThat(bank.queryOutcome(instruction)).isEqualTo(accepted);
        assertThat(rail.cancel(instruction.payout())).isEqualTo(Cancellation.REFUSED);
        pass(Duration.ofMillis(1));
        assertThat(bank.queryOutcome(instruction))
                .isEqualTo(new Outcome.Settled(accepted.railReference(), accepted.pollAt()));
    }

    @Test
    void payouts_submitted_together_do_not_end_together() {
        var instructions =
                java.util.stream.Stream.generate(this::instruction).limit(100).toList();
        var ends = rail.submit(instructions).stream()
                .map(outcome -> ((Outcome.Accepted) outcome).pollAt())
                .distinct();
        assertThat(ends).hasSizeGreaterThan(50);
    }

    @Test
    void an_account_number_is_not_written_down() {
        var instruction = bank.to(SandboxTestBank.ORGANIZATION, "8877665544332211");
        bank.submit(instruction);
        var rows = database.database()
                .read(handle -> handle.createQuery("SELECT payment::text FROM rail_sandbox_payment payment")
                        .mapTo(String.class)
                        .list());
        assertThat(rows).isNotEmpty().noneMatch(row -> row.contains("8877665544332211"));
        assertThat(rows).noneMatch(row -> row.contains("Budi"));
    }

    @Test
    void while_the_database_is_away_nothing_is_known_and_nothing_fails() {
        var away = TestDatabase.create();
        var lonely = new SandboxTestBank(away.database());
        var instruction = lonely.to(Magic.ORDINARY);
        away.close();
        assertThat(lonely.submit(instruction)).isInstanceOf(Outcome.Unknown.class);
        assertThat(lonely.queryOutcome(instruction)).isInstanceOf(Outcome.Unknown.class);
        assertThat(lonely.rail().cancel(instruction.payout())).isEqualTo(Cancellation.UNKNOWN);
    }
}
