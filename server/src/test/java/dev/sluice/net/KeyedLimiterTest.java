package dev.sluice.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.net.KeyedLimiter.Limits;
import dev.sluice.net.KeyedLimiter.Permit;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Number of concurrent permits per key, and waiting for them.
class KeyedLimiterTest {
    private static final Duration NOT_LONG = Duration.ofMillis(20);
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final String ONE = "one";
    private static final String OTHER = "other";

    private static Permit taken(KeyedLimiter<String> limiter, String key) {
        return limiter.tryAcquire(key).orElseThrow();
    }

    private static CompletableFuture<Optional<Permit>> waiting(KeyedLimiter<String> limiter, String key) {
        return CompletableFuture.supplyAsync(() -> limiter.acquire(key, LONG), Thread.ofVirtual()::start);
    }

    private static boolean isGranted(CompletableFuture<Optional<Permit>> each) {
        return each.isDone() && each.join().isPresent();
    }

    private static long count(List<CompletableFuture<Optional<Permit>>> all, boolean done) {
        return all.stream().filter(each -> each.isDone() == done).count();
    }

    @Test
    void a_few_are_done_at_once_and_of_one_key_half_as_many() {
        var limiter = new KeyedLimiter<String>(Limits.shared(4));
        var first = limiter.acquire(ONE, NOT_LONG).orElseThrow();
        assertThat(limiter.acquire(ONE, NOT_LONG)).isPresent();
        assertThat(limiter.acquire(ONE, NOT_LONG)).as("it has half of them").isEmpty();
        assertThat(limiter.acquire(OTHER, NOT_LONG)).isPresent();
        assertThat(limiter.acquire(OTHER, NOT_LONG)).isPresent();
        assertThat(limiter.acquire("third", NOT_LONG)).as("there are no more").isEmpty();
        first.close();
        assertThat(limiter.acquire(OTHER, NOT_LONG)).isEmpty();
        assertThat(limiter.acquire(ONE, NOT_LONG)).isPresent();
    }

    @Test
    void a_key_has_a_few_and_others_have_theirs() {
        var limiter = new KeyedLimiter<String>(Limits.perKey(8));
        var permits = IntStream.range(0, 8).mapToObj(_ -> taken(limiter, ONE)).toList();
        assertThat(limiter.tryAcquire(ONE)).isEmpty();
        assertThat(limiter.acquire(ONE, LONG)).as("nobody waits").isEmpty();
        assertThat(limiter.tryAcquire(OTHER)).isPresent();
        permits.getFirst().close();
        permits.getFirst().close();
        assertThat(limiter.tryAcquire(ONE)).isPresent();
        assertThat(limiter.tryAcquire(ONE)).as("a permit is released once").isEmpty();
    }

    @Test
    void a_waiting_caller_gets_the_next_permit() throws Exception {
        var limiter = new KeyedLimiter<String>(Limits.shared(2));
        var first = taken(limiter, ONE);
        var waits = waiting(limiter, ONE);
        Eventually.pause(Duration.ofMillis(50));
        assertThat(waits).isNotDone();
        first.close();
        assertThat(waits.get(20, TimeUnit.SECONDS)).isPresent();
    }

    @Test
    void however_many_come_there_are_never_more_and_nothing_is_left_behind() throws Exception {
        var limiter = new KeyedLimiter<String>(new Limits(2, 3, 100, 100));
        var now = new ConcurrentHashMap<String, AtomicInteger>();
        var most = new AtomicInteger();
        var all = new AtomicInteger();
        var done = new ArrayList<CompletableFuture<Void>>();
        for (int i = 0; i < 90; i++) {
            var key = "key " + i % 3;
            done.add(CompletableFuture.runAsync(
                    () -> {
                        var permit = Optional.<Permit>empty();
                        while (permit.isEmpty()) {
                            var patience =
                                    Duration.ofNanos(ThreadLocalRandom.current().nextLong(3_000_000));
                            permit = limiter.acquire(key, patience);
                        }
                        try (var _ = permit.get()) {
                            most.accumulateAndGet(all.incrementAndGet(), Math::max);
                            assertThat(now.computeIfAbsent(key, _ -> new AtomicInteger())
                                            .incrementAndGet())
                                    .isLessThanOrEqualTo(2);
                            Eventually.pause(Duration.ofMillis(2));
                            now.get(key).decrementAndGet();
                            all.decrementAndGet();
                        }
                    },
                    Thread.ofVirtual()::start));
        }
        CompletableFuture.allOf(done.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
        assertThat(most).hasValueLessThanOrEqualTo(3);
        assertThat(limiter.keys()).as("keys in use").isZero();
        assertThat(limiter.tryAcquire("key 0")).isPresent();
        assertThat(limiter.tryAcquire("key 0")).isPresent();
        assertThat(limiter.tryAcquire("key 1")).isPresent();
        assertThat(limiter.tryAcquire("key 1")).isEmpty();
    }

    /// A waiting caller blocks one of a node's request threads.
    @Test
    void a_few_of_a_key_wait_and_a_few_in_all_and_others_hear_at_once_that_there_is_no_permit() throws Exception {
        var limiter = new KeyedLimiter<String>(Limits.shared(2));
        var ones = taken(limiter, ONE);
        var others = taken(limiter, OTHER);
        var waiting = new ArrayList<CompletableFuture<Optional<Permit>>>();
        for (int i = 0; i < 50; i++) {
            waiting.add(waiting(limiter, ONE));
        }
        Eventually.within(
                Duration.ofSeconds(10),
                "those that may not wait are told",
                () -> count(waiting, true) == 50 - Limits.FEW_WAITING_PER_KEY);
        for (int i = 0; i < Limits.FEW_WAITING; i++) {
            waiting.add(waiting(limiter, "key " + i));
        }
        Eventually.within(
                Duration.ofSeconds(10),
                "as many wait as may",
                () -> count(waiting, false) == Limits.FEW_WAITING && count(waiting, true) == 50);
        ones.close();
        others.close();
        Eventually.within(
                Duration.ofSeconds(10),
                "two that waited have the permits",
                () -> waiting.stream().filter(KeyedLimiterTest::isGranted).count() == 2);
    }

    @Test
    void permits_are_granted_in_order_of_arrival() throws Exception {
        var limiter = new KeyedLimiter<String>(new Limits(1, 1, 100, 100));
        var held = taken(limiter, ONE);
        var order = new ConcurrentLinkedQueue<Integer>();
        var done = new ArrayDeque<CompletableFuture<Void>>();
        for (int i = 0; i < 10; i++) {
            int number = i;
            done.add(CompletableFuture.runAsync(
                    () -> {
                        try (var _ = limiter.acquire("key " + number % 3, LONG).orElseThrow()) {
                            order.add(number);
                        }
                    },
                    Thread.ofVirtual()::start));
            int waiting = i + 1;
            Eventually.within(Duration.ofSeconds(10), "it waits", () -> limiter.waiting() == waiting);
        }
        held.close();
        CompletableFuture.allOf(done.toArray(CompletableFuture[]::new)).get(20, TimeUnit.SECONDS);
        assertThat(order).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    }

    @Test
    void a_caller_whose_key_has_its_share_does_not_hold_up_those_behind_it() throws Exception {
        var limiter = new KeyedLimiter<String>(new Limits(1, 2, 100, 100));
        var ones = taken(limiter, ONE);
        var others = taken(limiter, OTHER);
        var first = waiting(limiter, ONE);
        Eventually.within(Duration.ofSeconds(10), "it waits", () -> limiter.waiting() == 1);
        var second = waiting(limiter, "third");
        Eventually.within(Duration.ofSeconds(10), "it waits", () -> limiter.waiting() == 2);
        others.close();
        assertThat(second.get(20, TimeUnit.SECONDS)).isPresent();
        assertThat(first).isNotDone();
        ones.close();
        assertThat(first.get(20, TimeUnit.SECONDS)).isPresent();
    }

    @Test
    void an_interrupted_caller_has_no_permit_and_stays_interrupted() throws Exception {
        var limiter = new KeyedLimiter<String>(new Limits(1, 1, 100, 100));
        var held = taken(limiter, ONE);
        var seen = new CompletableFuture<Boolean>();
        var thread = Thread.ofVirtual().start(() -> {
            var permit = limiter.acquire(ONE, Duration.ofNanos(Long.MAX_VALUE));
            seen.complete(permit.isEmpty() && Thread.currentThread().isInterrupted());
        });
        Eventually.within(Duration.ofSeconds(10), "it waits", () -> limiter.waiting() == 1);
        thread.interrupt();
        assertThat(seen.get(20, TimeUnit.SECONDS)).isTrue();
        assertThat(limiter.waiting()).isZero();
        held.close();
        assertThat(limiter.keys()).isZero();
    }
}
