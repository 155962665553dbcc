package dev.sluice.rail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.Outcome.Returned;
import dev.sluice.rail.Outcome.Settled;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Additional contract of every rail to banks: a bank assigns a reference when it accepts a payment, and money can be
/// returned.
public abstract class BankRailContract extends RailContract {
    /// Returns a new instruction to an account that returns the money after settlement.
    protected abstract Instruction bouncing();

    @Test
    void the_reference_of_a_payout_stays_from_the_beginning() {
        var instructions = List.of(instruction(), instruction());
        var first = references(rail().submit(instructions));
        pass(Duration.ofMinutes(1));
        assertThat(references(rail().queryOutcomes(payouts(instructions)))).isEqualTo(first);
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
