package dev.sluice.recipient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.AccountName;
import dev.sluice.rail.BankAccount;
import dev.sluice.rail.Rails;
import dev.sluice.recipient.Verification.Outcome;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The lines to the banks, which organizations share.
class AccountNamesTest {
    private static final UUID SLOW = new UUID(1, 1);
    private static final UUID OTHER = new UUID(1, 2);
    private static final String NEVER = "1";
    private static final int MANY = 300;

    private static BankAccount account(String number) {
        return new BankAccount("IDR", "ID", "014", number, "Budi Santoso");
    }

    @Test
    void slow_banks_of_one_organization_leave_lines_to_others() throws Exception {
        var asked = new AtomicInteger();
        var answers = new Semaphore(0);
        var names = new AccountNames(
                new Rails(List.of(new ScriptedRail(account -> {
                    if (account.accountNumber().equals(NEVER)) {
                        asked.incrementAndGet();
                        // Not to be interrupted, as some ways to a bank are.
                        answers.acquireUninterruptibly();
                    }
                    return new AccountName.Known("BUDI SANTOSO", "scripted");
                }))),
                InstantSource.system());
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            try {
                var slow = threads.submit(() -> names.verify(
                        SLOW,
                        IntStream.range(0, MANY).mapToObj(_ -> account(NEVER)).toList()));
                assertThat(slow.get()).extracting(Verification::outcome).containsOnly(Outcome.UNAVAILABLE);
                assertThat(names.verify(OTHER, List.of(account("2"))))
                        .extracting(Verification::outcome)
                        .containsExactly(Outcome.MATCH);
                assertThat(asked.get()).isEqualTo(64);
            } finally {
                answers.release(MANY);
            }
        }
    }

    @Test
    void who_had_answers_has_lines_again() {
        var names = new AccountNames(
                new Rails(List.of(new ScriptedRail(_ -> new AccountName.Known("BUDI SANTOSO", "scripted")))),
                InstantSource.system());
        for (int turn = 0; turn < 3; turn++) {
            assertThat(names.verify(
                            SLOW,
                            IntStream.range(0, MANY).mapToObj(_ -> account("2")).toList()))
                    .extracting(Verification::outcome)
                    .containsOnly(Outcome.MATCH);
        }
    }
}
