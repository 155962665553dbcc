package dev.sluice.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.db.TestDatabase;
import dev.sluice.idempotency.ReferenceClaims.Claimed;
import dev.sluice.idempotency.ReferenceClaims.Kind;
import dev.sluice.idempotency.ReferenceClaims.Name;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Holders of a reference that several payments have.
class ReferenceClaimsTest {
    private static final Duration A_WHILE = Duration.ofMillis(500);
    private static TestDatabase test;

    private final Name name = new Name(UUID.randomUUID(), Kind.DEPOSIT, "INV-7");
    private final Claimed holder = new Claimed(name, UUID.randomUUID());
    private final Claimed other = new Claimed(name, UUID.randomUUID());

    @BeforeAll
    static void create() {
        test = TestDatabase.create();
    }

    @AfterAll
    static void drop() {
        test.close();
    }

    @Test
    void a_reference_is_not_given_up_while_another_payment_comes_to_bear_it() throws Exception {
        test.database().run(tx -> ReferenceClaims.claim(tx, List.of(holder)));
        var wished = new CountDownLatch(1);
        var mayEnd = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var bearing = threads.submit(() -> test.database().inTx(tx -> {
                ReferenceClaims.claimIfFree(tx, List.of(other));
                assertThat(ReferenceClaims.find(tx, List.of(name)).get()).containsEntry(name, holder.paymentId());
                wished.countDown();
                return awaited(mayEnd);
            }));
            assertThat(awaited(wished)).isTrue();
            var givingUp = threads.submit(() -> test.database()
                    .inTx(tx -> ReferenceClaims.release(tx, List.of(holder)).get()));
            Eventually.pause(A_WHILE);
            assertThat(givingUp.isDone()).isFalse();
            mayEnd.countDown();
            assertThat(bearing.get()).isTrue();
            assertThat(givingUp.get()).containsExactly(holder);
        }
    }

    private static boolean awaited(CountDownLatch latch) {
        try {
            return latch.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
