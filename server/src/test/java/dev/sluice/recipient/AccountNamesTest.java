package dev.sluice.recipient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.rail.AccountName;
import dev.sluice.rail.BankAccount;
import dev.sluice.rail.Rails;
import dev.sluice.rail.RoutingNumbers;
import dev.sluice.recipient.Verification.Outcome;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The account name queries to the banks, shared by all organizations.
class AccountNamesTest {
    private static final UUID SLOW = new UUID(1, 1);
    private static final UUID OTHER = new UUID(1, 2);
    private static final String NEVER = "1";
    private static final int MANY = 300;

    private static BankAccount account(String number) {
        return new BankAccount("IDR", "ID", "014", RoutingNumbers.NONE, number, "Budi Santoso", null);
    }

    @Test
    void slow_banks_of_one_organization_leave_lines_to_others() throws Exception {
        var asked = new AtomicInteger();
        var answers = new Semaphore(0);
        var names = new AccountNames(
                new Rails(List.of(new ScriptedRail(account -> {
                    if (account.accountNumber().equals(NEVER)) {
                        asked.incrementAndGet();
                        // Uninterruptible, as some connections to a bank are.
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
    void where_all_have_to_be_asked_it_goes_on_where_it_had_come_to() {
        var asked = new ConcurrentHashMap<String, Integer>();
        var names = new AccountNames(
                new Rails(List.of(new ScriptedRail(account -> {
                    asked.merge(account.accountNumber(), 1, Integer::sum);
                    return known(Duration.ofMillis(1_200));
                }))),
                InstantSource.system());
        var accounts = IntStream.range(0, 100)
                .mapToObj(number -> account("10" + number))
                .toList();
        assertThat(names.verify(OTHER, accounts))
                .extracting(Verification::outcome)
                .contains(Outcome.MATCH, Outcome.UNAVAILABLE);
        asked.clear();
        assertThatThrownBy(() -> names.verifyAll(SLOW, accounts))
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.refusal()).isEqualTo(Refusal.UNAVAILABLE));
        assertThat(names.verifyAll(SLOW, accounts))
                .hasSize(100)
                .extracting(Verification::outcome)
                .containsOnly(Outcome.MATCH);
        assertThat(asked.values().stream().filter(times -> times == 1)).hasSize(64);
    }

    @Test
    void a_bank_that_had_its_time_was_asked() {
        var names = new AccountNames(
                new Rails(List.of(new ScriptedRail(_ -> known(Duration.ofSeconds(30))))), InstantSource.system());
        assertThat(names.verifyAll(SLOW, List.of(account("1"), account("1"))))
                .extracting(Verification::outcome)
                .containsExactly(Outcome.UNAVAILABLE, Outcome.UNAVAILABLE);
    }

    private static AccountName known(Duration after) {
        try {
            Thread.sleep(after);
        } catch (InterruptedException abandoned) {
            Thread.currentThread().interrupt();
            return new AccountName.Unavailable("scripted");
        }
        return new AccountName.Known("BUDI SANTOSO", "scripted");
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
