package dev.sluice.rail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.Outcome.Returned;
import dev.sluice.rail.Outcome.Settled;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// What every rail to banks keeps to besides: there, money that arrived may come back. On a chain it cannot.
public abstract class BankRailContract extends RailContract {
    /// A new instruction to an account from which the money comes back after it settled.
    protected abstract Instruction bouncing();

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
