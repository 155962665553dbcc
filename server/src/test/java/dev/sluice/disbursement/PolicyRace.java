package dev.sluice.disbursement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.disbursement.lane.BatchRun;
import dev.sluice.disbursement.lane.Command.Create;
import dev.sluice.policy.Policies;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/// A payout is created concurrently with the first rule or limit; one of the two has to wait for the other.
record PolicyRace(PayoutFixture fixture) {
    private static final long WHILE_MILLIS = 500;

    /// Runs an action while a payout's transaction is open; the action has to wait until that ends.
    <T> T whileMaking(Create create, Callable<T> work) throws Exception {
        var created = new CountDownLatch(1);
        var mayEnd = new CountDownLatch(1);
        try (var threads = Executors.newFixedThreadPool(2)) {
            var paying = threads.submit(() -> fixture.database.run(tx -> {
                BatchRun.run(fixture.node.parts, tx, List.of(create));
                created.countDown();
                await(mayEnd);
            }));
            await(created);
            var next = threads.submit(work);
            Thread.sleep(WHILE_MILLIS);
            assertThat(next.isDone()).isFalse();
            mayEnd.countDown();
            paying.get();
            return next.get();
        }
    }

    /// Pays while a rule or limit is being created, and returns the result of the payment.
    <T> T paidWhile(Consumer<Policies> making, Callable<T> paying) throws Exception {
        try (var threads = Executors.newFixedThreadPool(1)) {
            var paid = new AtomicReference<Future<T>>();
            making.accept(new Policies(fixture.database, fixture.auth.clocks, (tx, organization) -> {
                fixture.node.parts.ledger().lock(tx, organization);
                paid.set(threads.submit(paying));
                pause();
            }));
            return paid.get().get();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(WHILE_MILLIS);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
