package dev.sluice.sheet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Number of concurrent permits, and waiting for them.
class PlacesTest {
    private static final Duration NOT_LONG = Duration.ofMillis(20);
    private static final UUID ONE = new UUID(0, 1);
    private static final UUID OTHER = new UUID(0, 2);

    @Test
    void a_few_are_done_at_once_and_of_one_organization_half_as_many() {
        var places = new Places(4, NOT_LONG);
        assertThat(places.begin(ONE)).isTrue();
        assertThat(places.begin(ONE)).isTrue();
        assertThat(places.begin(ONE)).as("it has half of them").isFalse();
        assertThat(places.begin(OTHER)).isTrue();
        assertThat(places.begin(OTHER)).isTrue();
        assertThat(places.begin(new UUID(0, 3))).as("there are no more").isFalse();
        places.end(ONE);
        assertThat(places.begin(OTHER)).isFalse();
        assertThat(places.begin(ONE)).isTrue();
    }

    @Test
    void who_waits_gets_the_next_place() throws Exception {
        var places = new Places(2, Duration.ofSeconds(30));
        assertThat(places.begin(ONE)).isTrue();
        var waits = CompletableFuture.supplyAsync(() -> places.begin(ONE), Thread.ofVirtual()::start);
        Eventually.pause(Duration.ofMillis(50));
        assertThat(waits).isNotDone();
        places.end(ONE);
        assertThat(waits.get(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void however_many_come_there_are_never_more() throws Exception {
        var places = new Places(3, Duration.ofSeconds(30));
        var now = new ConcurrentHashMap<UUID, AtomicInteger>();
        var most = new AtomicInteger();
        var all = new AtomicInteger();
        var done = new ArrayList<CompletableFuture<Void>>();
        for (int i = 0; i < 60; i++) {
            var who = new UUID(0, i % 3);
            done.add(CompletableFuture.runAsync(
                    () -> {
                        while (!places.begin(who)) {
                            Eventually.pause(Duration.ofMillis(1));
                        }
                        most.accumulateAndGet(all.incrementAndGet(), Math::max);
                        assertThat(now.computeIfAbsent(who, _ -> new AtomicInteger())
                                        .incrementAndGet())
                                .isLessThanOrEqualTo(2);
                        Eventually.pause(Duration.ofMillis(2));
                        now.get(who).decrementAndGet();
                        all.decrementAndGet();
                        places.end(who);
                    },
                    Thread.ofVirtual()::start));
        }
        CompletableFuture.allOf(done.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);
        assertThat(most).hasValueLessThanOrEqualTo(3);
    }

    /// A waiting caller blocks one of a node's request threads.
    @Test
    void a_few_of_an_organization_wait_and_a_few_in_all_and_others_hear_at_once_that_there_is_no_place()
            throws Exception {
        var places = new Places(2, Duration.ofSeconds(30));
        assertThat(places.begin(ONE)).isTrue();
        assertThat(places.begin(OTHER)).isTrue();
        var waiting = new ArrayList<CompletableFuture<Boolean>>();
        for (int i = 0; i < 50; i++) {
            waiting.add(CompletableFuture.supplyAsync(() -> places.begin(ONE), Thread.ofVirtual()::start));
        }
        Eventually.within(
                Duration.ofSeconds(10),
                "those that may not wait are told",
                () -> waiting.stream().filter(CompletableFuture::isDone).count() == 50 - Places.WAITING_OF_ONE_MAX);
        for (int i = 0; i < Places.WAITING_MAX; i++) {
            var who = new UUID(1, i);
            waiting.add(CompletableFuture.supplyAsync(() -> places.begin(who), Thread.ofVirtual()::start));
        }
        Eventually.within(
                Duration.ofSeconds(10),
                "as many wait as may",
                () -> waiting.stream().filter(each -> !each.isDone()).count() == Places.WAITING_MAX
                        && waiting.stream().filter(CompletableFuture::isDone).count() == 50);
        places.end(ONE);
        places.end(OTHER);
        Eventually.within(
                Duration.ofSeconds(10),
                "two that waited have the places",
                () -> waiting.stream()
                                .filter(CompletableFuture::isDone)
                                .filter(CompletableFuture::join)
                                .count()
                        == 2);
    }
}
