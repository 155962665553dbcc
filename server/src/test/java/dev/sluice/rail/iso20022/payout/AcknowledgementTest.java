package dev.sluice.rail.iso20022.payout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A bank that is silent after a delivery: its acknowledgement is expected within two hours.
class AcknowledgementTest {
    private TestAccount account;
    private Instruction instruction;

    @BeforeEach
    void open(@TempDir Path root) throws Exception {
        account = TestAccount.in(root);
        instruction = account.sent("12.00");
    }

    @AfterEach
    void close() {
        account.close();
    }

    @Test
    void a_payout_is_unknown_until_the_acknowledgement_is_found() {
        account.pass(Duration.ofHours(2));
        account.send();
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Accepted.class);
        account.pass(Duration.ofMinutes(2));
        assertThat(account.outcome(instruction))
                .isInstanceOfSatisfying(
                        Outcome.Unknown.class,
                        unknown -> assertThat(unknown.reason())
                                .isEqualTo("The bank did not acknowledge the file " + account.msgId()));
        account.acknowledge(account.msgId());
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Accepted.class);
    }

    @Test
    void the_acknowledgement_of_another_file_is_none() {
        account.pass(Duration.ofHours(3));
        account.acknowledge("MAGM6QYHV4GZ7PHCKHVQ4LYWGTM");
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Unknown.class);
    }

    @Test
    void a_status_is_an_answer_too() {
        account.status("ACTC", null);
        account.pass(Duration.ofHours(3));
        assertThat(account.outcome(instruction)).isInstanceOf(Outcome.Accepted.class);
    }
}
