package dev.sluice.deposit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.clock.Clocks;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.Destination;
import dev.sluice.rail.Payer;
import dev.sluice.screening.CheckKind;
import dev.sluice.screening.Screener;
import dev.sluice.screening.ScreeningWorker;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/// Concurrent screening of many payers: by two nodes, with slow answers, and with held money.
class PayersAtOnceTest extends PayerScreening {
    @Test
    void two_nodes_credit_once() throws InterruptedException {
        var clocks = new Clocks(service.clocks()::realInstant);
        try (var other = new NodeWorkers(service.connections(), clocks, list())) {
            var ids = new ArrayList<String>();
            for (int at = 0; at < 40; at++) {
                ids.add(asked());
                paidBy("Siti Rahayu " + at, ids.getLast());
            }
            var listed = asked();
            paidBy(LISTED, listed);
            var here = Thread.ofVirtual().start(() -> repeat(node));
            var there = Thread.ofVirtual().start(() -> repeat(other));
            here.join();
            there.join();
            pass(Duration.ofMinutes(10));
            node.work();
            assertThat(ids).allSatisfy(id -> assertThat(status(id)).isEqualTo("completed"));
            assertThat(status(listed)).isEqualTo("pending");
            assertThat(count("SELECT count(*) FROM deposit_payment WHERE key LIKE '" + run + "%'"))
                    .isEqualTo(40);
        }
    }

    private static void repeat(NodeWorkers node) {
        for (int times = 0; times < 20; times++) {
            node.worker.read();
            node.screener.step();
        }
    }

    @Test
    void a_slow_answer_holds_up_no_other() throws InterruptedException {
        var slow = asked();
        paidBy("Slow Payer", slow);
        var quick = asked();
        paidBy("Siti Rahayu", quick);
        node.worker.read();
        var answered = new CountDownLatch(1);
        var screener = new ScreeningWorker(
                service.connections(),
                service.clocks(),
                node.module.screenings(),
                new SlowVendor(answered),
                node.notices,
                Map.of(CheckKind.DEPOSIT, node.worker::screened),
                new SimpleMeterRegistry());
        var step = Thread.ofVirtual().start(screener::step);
        try {
            Eventually.within(Duration.ofSeconds(30), "the quick answer is told", () -> {
                node.worker.read();
                return status(quick).equals("completed");
            });
            assertThat(status(slow)).isEqualTo("pending");
        } finally {
            answered.countDown();
            step.join();
        }
        node.worker.read();
        assertThat(status(slow)).isEqualTo("completed");
    }

    /// A screening vendor that answers immediately except for one name.
    private record SlowVendor(CountDownLatch answered) implements Screener {
        @Override
        public String name() {
            return "vendor";
        }

        @Override
        public Finding screen(Question question) {
            if (question.party().names().contains("Slow Payer")) {
                try {
                    answered.await();
                } catch (InterruptedException stopping) {
                    Thread.currentThread().interrupt();
                }
            }
            return new Finding.Clear(null);
        }
    }

    @Test
    void money_that_is_held_holds_up_nobody_else() {
        var destination = destinationOf(asked());
        var amount = Money.exactly(BigDecimal.ONE, Asset.fiat("IDR", 2));
        for (int at = 0; at < 600; at++) {
            told(BANK, "held" + at, destination, amount, new Payer(null, LISTED, null, null, null, null));
        }
        assertThat(node.worker.read()).isTrue();
        var id = asked();
        paidBy(null, id);
        node.worker.read();
        assertThat(status(id)).isEqualTo("completed");
        assertThat(node.worker.read()).isFalse();
    }

    private static Destination destinationOf(String id) {
        return Destination.of(service.connections()
                .read(handle -> handle.createQuery("SELECT destination FROM deposit WHERE id::text = :id")
                        .bind("id", id)
                        .mapTo(String.class)
                        .one()));
    }
}
