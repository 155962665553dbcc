package dev.sluice.rail.sandbox.bank;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.db.Database;
import dev.sluice.db.TestDatabase;
import dev.sluice.iso20022.SumCheck;
import dev.sluice.rail.sandbox.bank.Knobs.Setting;
import dev.sluice.refusal.Refused;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jdbi.v3.core.JdbiException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Two nodes of the simulated bank that lose their connections at any moment, and a customer that sends files again.
@Tag("slow")
class KilledBankTest {
    private static final int ROUNDS = 60;
    private static final String CUT = """
            SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void each_payment_is_booked_once_and_everything_adds_up(long seed) throws Exception {
        var random = new Random(seed);
        try (var test = TestDatabase.create();
                var second = Database.open(test.address(), 2, null)) {
            var customer = Customer.of(test.database(), folder);
            customer.bank()
                    .set(new Knobs(
                            seed,
                            Map.of(
                                    Knob.TRUNCATED, new Setting(100, Set.of()),
                                    Knob.STATUS_TWICE, new Setting(100, Set.of()),
                                    Knob.LUMP_WITH_DETAILS, new Setting(200, Set.of()))));
            var nodes = List.of(customer.bank(), customer.otherNode(second));
            var ids = new HashSet<String>();
            int cuts = 0;
            for (int round = 0; round < ROUNDS; round++) {
                var file = PaymentText.of("M" + random.nextInt(round + 1));
                boolean again = !ids.add(file.msgId());
                for (int i = 0; i < 3; i++) {
                    file.pay(file.msgId() + "E" + i, "1.00", Customer.PAYEE);
                }
                customer.send(file.msgId() + (again ? "-" + round : "") + ".xml", today(file.text(), customer));
                customer.later(Duration.ofMinutes(random.nextInt(300)));
                cuts += stepWhileCut(nodes, test, random);
            }
            assertThat(cuts).as("failed steps").isPositive();
            customer.untilQuiet();
            customer.pass(Duration.ofDays(3));
            assertBooks(customer, ids);
        }
    }

    private static String today(String text, Customer customer) {
        var day = customer.now().plus(Duration.ofDays(1)).toString().substring(0, 10);
        return text.replace("<Dt>2026-11-24</Dt>", "<Dt>" + day + "</Dt>");
    }

    /// Steps both nodes while connections are cut, and returns the number of failed steps.
    private static int stepWhileCut(List<SimulatedBank> nodes, TestDatabase test, Random random) throws Exception {
        var failures = new AtomicInteger();
        int cuts = random.nextInt(4);
        try (var threads = Executors.newFixedThreadPool(3)) {
            var work = nodes.stream()
                    .map(node -> threads.submit(() -> count(node::step, failures)))
                    .toList();
            threads.submit(() -> {
                for (int i = 0; i < cuts; i++) {
                    count(
                            () -> test.database()
                                            .<Integer>read(handle -> handle.createQuery(CUT)
                                                    .mapTo(Integer.class)
                                                    .one())
                                    > 0,
                            new AtomicInteger());
                }
            });
            for (var each : work) {
                each.get(30, TimeUnit.SECONDS);
            }
        }
        return failures.get();
    }

    private static void count(BooleanSupplier step, AtomicInteger failures) {
        try {
            boolean _ = step.getAsBoolean();
        } catch (Refused | JdbiException cut) {
            failures.incrementAndGet();
        }
    }

    private static void assertBooks(Customer customer, Set<String> msgIds) {
        var bank = customer.bank();
        assertThat(bank.timesBooked())
                .hasSize(3 * msgIds.size())
                .allSatisfy((_, times) -> assertThat(times).isEqualTo(1));
        assertThat(bank.balance()).isEqualTo(Customer.OPENING - 300L * msgIds.size());
        assertThat(customer.names(bank.settings().folders().out())).isEmpty();
        assertThat(customer.names(bank.settings().folders().archive())).hasSize(ROUNDS);
        assertThat(customer.names(bank.settings().folders().acks())).hasSize(ROUNDS);
        var days = bank.days();
        for (int i = 1; i < days.size(); i++) {
            assertThat(days.get(i).opening()).isEqualTo(days.get(i - 1).closing());
        }
        var statements = customer.readable("camt.053");
        assertThat(statements)
                .hasSameSizeAs(days)
                .allSatisfy(each -> assertThat(SumCheck.of(each)).isInstanceOf(SumCheck.AddsUp.class));
        var stated = statements.stream()
                .flatMap(each -> each.entries().stream())
                .map(each -> each.amount().value())
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        assertThat(stated).isEqualByComparingTo(BigDecimal.valueOf(-3L * msgIds.size()));
    }
}
