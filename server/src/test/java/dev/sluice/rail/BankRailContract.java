package dev.sluice.rail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.Outcome.Returned;
import dev.sluice.rail.Outcome.Settled;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What every rail to banks keeps to besides: a bank names a payment when it takes it, and money can come back.
public abstract class BankRailContract extends RailContract {
    /// A new instruction to an account from which the money comes back after it settled.
    protected abstract Instruction bouncing();

    @Test
    void the_reference_of_a_payout_stays_from_the_beginning() {
        var instructions = List.of(instruction(), instruction());
        var first = references(rail().submit(instructions));
        pass(Duration.ofMinutes(1));
        assertThat(references(rail().ask(payouts(instructions)))).isEqualTo(first);
    }

    @Test
    void money_comes_back_after_it_settled() {
        var instruction = bouncing();
        submit(instruction);
        var settled = (Settled) end(instruction);
        pass(Duration.ofHours(1));
        assertThat(ask(instruction)).isInstanceOfSatisfying(Returned.class, returned -> {
            assertThat(returned.at()).isAfter(settled.at());
            assertThat(returned.message()).isNotBlank();
        });
    }
}
