package dev.sluice.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Group commit: commands that wait during a commit are committed together.
@Timeout(30)
class LaneTest {
    private final List<List<Integer>> batches = Collections.synchronizedList(new ArrayList<>());
    private final Semaphore commits = new Semaphore(0);
    private final Semaphore begun = new Semaphore(0);

    @Test
    void an_idle_lane_commits_a_command_alone_and_at_once() {
        try (var lane = lane(Function.identity())) {
            commits.release(2);
            assertThat(Lane.await(lane.enqueue(1))).isEqualTo(1);
            assertThat(Lane.await(lane.enqueue(2))).isEqualTo(2);
        }
        assertThat(batches).containsExactly(List.of(1), List.of(2));
    }

    @Test
    void what_arrives_while_the_committer_is_busy_is_committed_together_and_in_order() {
        try (var lane = lane(Function.identity())) {
            var all = busy(lane, 50);
            commits.release(2);
            assertThat(all.stream().map(Lane::await)).containsExactlyElementsOf(numbers(0, 51));
        }
        assertThat(batches).containsExactly(List.of(0), numbers(1, 51));
    }

    @Test
    void what_comes_together_is_committed_together_also_by_an_idle_lane() {
        for (int round = 0; round < 50; round++) {
            try (var lane = lane(Function.identity())) {
                commits.release(20);
                assertThat(lane.enqueueAll(numbers(0, 20)).stream().map(Lane::await))
                        .containsExactlyElementsOf(numbers(0, 20));
            }
        }
        assertThat(batches).hasSize(50).containsOnly(numbers(0, 20));
    }

    @Test
    void of_what_comes_together_each_has_a_place_or_is_refused() {
        try (var lane = lane(Function.identity())) {
            var all = busy(lane, Lane.WAITING_MAX - 2);
            var last = lane.enqueueAll(numbers(0, 4));
            assertThat(last.subList(2, 4))
                    .allSatisfy(each -> assertThatExceptionOfType(Refused.class)
                            .isThrownBy(() -> Lane.await(each))
                            .satisfies(refused -> assertThat(refused.refusal()).isEqualTo(Refusal.UNAVAILABLE)));
            commits.release(1_000);
            all.forEach(Lane::await);
            assertThat(last.subList(0, 2).stream().map(Lane::await)).containsExactly(0, 1);
        }
    }

    /// A busy merchant's commands are not split by those of others between them.
    @Test
    void of_many_those_of_one_lane_are_committed_together() {
        try (var lanes = new Lanes<Integer, Integer>("test", number -> new UUID(0, number % 2), _ -> 1, batch -> {
            batches.add(batch);
            return batch;
        })) {
            for (int round = 0; round < 50; round++) {
                assertThat(lanes.submitAll(numbers(0, 20))).containsExactlyElementsOf(numbers(0, 20));
            }
        }
        assertThat(batches).hasSize(100).allSatisfy(batch -> assertThat(batch).hasSize(10));
    }

    @Test
    void a_batch_has_a_limit() {
        try (var lane = lane(Function.identity())) {
            var all = busy(lane, Lane.BATCH_MAX + 1);
            commits.release(3);
            all.forEach(Lane::await);
        }
        assertThat(batches).extracting(List::size).containsExactly(1, Lane.BATCH_MAX, 1);
    }

    @Test
    void heavy_commands_make_smaller_batches_and_the_heaviest_goes_alone() {
        int most = Lane.BATCH_WEIGHT_MAX;
        try (var lane = new Lane<Integer, Integer>(Thread.ofVirtual().name("test"), weight -> weight, this::commit)) {
            var all = new ArrayList<>(List.of(lane.enqueue(0)));
            begun.acquireUninterruptibly();
            List.of(most - 1, 1, 1, most + 1, 1).forEach(weight -> all.add(lane.enqueue(weight)));
            commits.release(10);
            all.forEach(Lane::await);
        }
        assertThat(batches)
                .containsExactly(List.of(0), List.of(most - 1, 1), List.of(1), List.of(most + 1), List.of(1));
    }

    @Test
    void a_member_that_fails_does_its_neighbours_no_harm() {
        Function<Integer, Integer> spoilt = number -> {
            if (number == 3) {
                throw new IllegalStateException("three");
            }
            return number;
        };
        try (var lane = lane(spoilt)) {
            var all = busy(lane, 5);
            commits.release(10);
            assertThatIllegalStateException()
                    .isThrownBy(() -> Lane.await(all.get(3)))
                    .withMessage("three");
            all.remove(3);
            assertThat(all.stream().map(Lane::await)).containsExactly(0, 1, 2, 4, 5);
        }
        assertThat(batches)
                .containsExactly(List.of(0), numbers(1, 6), List.of(1), List.of(2), List.of(3), List.of(4), List.of(5));
    }

    @Test
    void a_refused_batch_is_refused_as_a_whole_and_not_tried_again() {
        Function<Integer, Integer> away = number -> {
            if (number > 0) {
                throw Refusal.UNAVAILABLE.refused();
            }
            return number;
        };
        try (var lane = lane(away)) {
            var all = busy(lane, 3);
            commits.release(10);
            all.subList(1, 4)
                    .forEach(each -> assertThatExceptionOfType(Refused.class).isThrownBy(() -> Lane.await(each)));
        }
        assertThat(batches).hasSize(2);
    }

    @Test
    void an_error_of_one_command_does_not_end_the_lane() {
        Function<Integer, Integer> broken = number -> {
            if (number == 1) {
                throw new StackOverflowError("deep");
            }
            return number;
        };
        try (var lane = lane(broken)) {
            commits.release(2);
            var first = lane.enqueue(1);
            assertThat(first).failsWithin(Duration.ofSeconds(10));
            assertThat(Lane.await(lane.enqueue(2))).isEqualTo(2);
        }
    }

    @Test
    void closing_finishes_what_is_under_way_and_what_waits_and_refuses_the_rest() throws InterruptedException {
        var interrupted = new AtomicBoolean();
        var lane = lane(number -> {
            interrupted.compareAndSet(false, Thread.currentThread().isInterrupted());
            return number;
        });
        var all = busy(lane, 10);
        var closer = Thread.startVirtualThread(lane::close);
        while (!isClosed(lane)) {
            commits.release();
        }
        commits.release(100);
        closer.join();
        assertThat(all.stream().map(Lane::await)).containsExactlyElementsOf(numbers(0, 11));
        assertThat(interrupted).as("a commit was interrupted").isFalse();
        assertThatExceptionOfType(Refused.class).isThrownBy(() -> lane.enqueue(99));
    }

    @Test
    void nobody_is_left_waiting_by_a_lane_that_closes() throws InterruptedException {
        for (int round = 0; round < 200; round++) {
            var lane = new Lane<Integer, Integer>(Thread.ofVirtual().name("test"), _ -> 1, batch -> batch);
            var started = new CountDownLatch(1);
            var last = CompletableFuture.supplyAsync(
                    () -> {
                        started.countDown();
                        try {
                            for (int i = 0; ; i++) {
                                Lane.await(lane.enqueue(i));
                            }
                        } catch (Refused closed) {
                            return closed.refusal();
                        }
                    },
                    Thread::startVirtualThread);
            started.await();
            lane.close();
            assertThat(last).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(Refusal.UNAVAILABLE);
        }
    }

    @Test
    void a_lane_with_too_many_waiting_refuses_more() {
        try (var lane = lane(Function.identity())) {
            var all = busy(lane, Lane.WAITING_MAX);
            assertThatExceptionOfType(Refused.class)
                    .isThrownBy(() -> lane.enqueue(-1))
                    .satisfies(refused -> assertThat(refused.refusal()).isEqualTo(Refusal.UNAVAILABLE));
            commits.release(1_000);
            all.forEach(Lane::await);
            assertThat(Lane.await(lane.enqueue(-1))).isEqualTo(-1);
        }
    }

    @Test
    void an_organizations_commands_stay_in_order_among_those_of_others() {
        var seen = new ConcurrentHashMap<UUID, List<Integer>>();
        var organizations =
                IntStream.range(0, 9).mapToObj(each -> UUID.randomUUID()).toList();
        record Each(UUID organization, int number) {}
        try (var lanes = new Lanes<Each, Integer>("test", Each::organization, _ -> 1, batch -> {
            batch.forEach(each -> seen.computeIfAbsent(each.organization(), _ -> new ArrayList<>())
                    .add(each.number()));
            return batch.stream().map(Each::number).toList();
        })) {
            var commands = IntStream.range(0, 900)
                    .mapToObj(number -> new Each(organizations.get(number % 9), number))
                    .toList();
            assertThat(lanes.submitAll(commands)).containsExactlyElementsOf(numbers(0, 900));
            assertThat(lanes.submit(new Each(organizations.getFirst(), 900))).isEqualTo(900);
        }
        assertThat(seen).hasSize(9);
        assertThat(seen.values()).allSatisfy(numbers -> assertThat(numbers).isSorted());
    }

    @Test
    void of_many_each_ends_by_itself_and_all_are_waited_for() {
        var done = ConcurrentHashMap.<Integer>newKeySet();
        try (var lanes = new Lanes<Integer, Integer>("test", number -> new UUID(0, number % 2), _ -> 1, batch -> {
            if (batch.getFirst() % 2 == 0) {
                throw Refusal.UNAVAILABLE.refused();
            }
            done.addAll(batch);
            return batch;
        })) {
            assertThat(lanes.submitEach(numbers(0, 6), refused -> refused.refusal() == Refusal.UNAVAILABLE ? -1 : -2))
                    .containsExactly(-1, 1, -1, 3, -1, 5);
            assertThat(done).containsExactlyInAnyOrder(1, 3, 5);
        }
    }

    /// Creates a lane that acquires a permit for each commit.
    private Lane<Integer, Integer> lane(Function<Integer, Integer> work) {
        return new Lane<>(Thread.ofVirtual().name("test"), _ -> 1, batch -> {
            batches.add(List.copyOf(batch));
            begun.release();
            commits.acquireUninterruptibly();
            return batch.stream().map(work).toList();
        });
    }

    private List<Integer> commit(List<Integer> batch) {
        batches.add(batch);
        begun.release();
        commits.acquireUninterruptibly();
        return batch;
    }

    /// Keeps the lane busy with command 0 while more commands arrive.
    private List<CompletableFuture<Integer>> busy(Lane<Integer, Integer> lane, int more) {
        var all = new ArrayList<CompletableFuture<Integer>>();
        all.add(lane.enqueue(0));
        try {
            assertThat(begun.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
        numbers(1, more + 1).forEach(number -> all.add(lane.enqueue(number)));
        return all;
    }

    private static boolean isClosed(Lane<Integer, Integer> lane) {
        try {
            lane.enqueue(1_000);
            return false;
        } catch (Refused closed) {
            return true;
        }
    }

    private static List<Integer> numbers(int from, int until) {
        return IntStream.range(from, until).boxed().toList();
    }
}
