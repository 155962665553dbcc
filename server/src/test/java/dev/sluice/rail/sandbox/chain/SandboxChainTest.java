package dev.sluice.rail.sandbox.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.db.TestDatabase;
import dev.sluice.rail.Cancellation;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.Rail;
import dev.sluice.rail.RailContract;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The rail to the sandbox's chain fulfils the contract of rails, also with every magic wallet, and on both families.
class SandboxChainTest extends RailContract {
    private static TestDatabase database;
    private static SandboxTestChain chain;
    private static Rail rail;

    @BeforeAll
    static void open() {
        database = TestDatabase.create();
        chain = new SandboxTestChain(database.database());
        rail = chain.rail();
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
        return chain.rail();
    }

    @Override
    protected Instruction instruction() {
        return chain.to(MagicWallet.ORDINARY);
    }

    @Override
    protected Instruction doomed() {
        return chain.to(MagicWallet.TRANSACTION_FAILED);
    }

    @Override
    protected List<Instruction> difficult() {
        return Arrays.stream(MagicWallet.values())
                .flatMap(magic ->
                        Stream.of(chain.to(SandboxTestChain.POLYGON, magic), chain.to(SandboxTestChain.STELLAR, magic)))
                .toList();
    }

    @Override
    protected Instant now() {
        return chain.now();
    }

    @Override
    protected void pass(Duration duration) {
        chain.pass(duration);
    }

    @Test
    void it_serves_the_tokens_of_its_networks_and_no_bank() {
        assertThat(rail.serves("usdc-polygon", "polygon")).isTrue();
        assertThat(rail.serves("xlm-stellar", "stellar")).isTrue();
        assertThat(rail.serves("usdc-polygon", "base")).isFalse();
        assertThat(rail.serves("usdc-ethereum", "ethereum")).isFalse();
        assertThat(rail.serves("IDR", "014")).isFalse();
    }

    @Test
    void an_ordinary_payout_can_be_cancelled_for_a_second_and_is_final_a_second_or_two_after_submission() {
        var instruction = instruction();
        var now = now();
        assertThat(rail.submitNotBefore(instruction, now)).isEqualTo(now.plusSeconds(1));
        assertThat(chain.submit(instruction)).isInstanceOf(Outcome.Accepted.class);
        assertThat(rail.cancel(instruction.payout())).isEqualTo(Cancellation.REFUSED);
        pass(Duration.ofMillis(1_750));
        assertThat(chain.queryOutcome(instruction))
                .isInstanceOfSatisfying(
                        Outcome.Settled.class,
                        settled -> assertThat(settled.at()).isBetween(now.plusMillis(1_250), now.plusMillis(1_750)));
    }

    @Test
    void payouts_submitted_together_are_not_mined_together() {
        var instructions = Stream.generate(this::instruction).limit(100).toList();
        assertThat(rail.submit(instructions).stream()
                        .map(outcome -> ((Outcome.Accepted) outcome).pollAt())
                        .distinct())
                .hasSize(3);
    }

    @Test
    void while_the_database_is_away_nothing_is_known_and_nothing_fails() {
        var away = TestDatabase.create();
        var lonely = new SandboxTestChain(away.database());
        var instruction = lonely.to(MagicWallet.ORDINARY);
        away.close();
        assertThat(lonely.submit(instruction)).isInstanceOf(Outcome.Unknown.class);
        assertThat(lonely.queryOutcome(instruction)).isInstanceOf(Outcome.Unknown.class);
        assertThat(lonely.rail().cancel(instruction.payout())).isEqualTo(Cancellation.UNKNOWN);
    }
}
