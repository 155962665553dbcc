package dev.sluice.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.http.Answer;
import dev.sluice.http.Method;
import dev.sluice.http.Route;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Limit on the requests under way on a node, with overload and disk stalls.
class AdmissionTest {
    private final CountDownLatch arrived = new CountDownLatch(Admission.UNDER_WAY_MAX);
    private final CountDownLatch released = new CountDownLatch(1);

    private Answer slow() {
        arrived.countDown();
        try {
            released.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return fast();
    }

    private static Answer fast() {
        return new Answer(200, "text/plain", "done".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void one_too_many_is_refused_at_once_and_welcome_later() throws Exception {
        var routes = List.of(
                new Route(Method.GET, "/slow", _ -> slow()),
                new Route(Method.GET, "/fast", _ -> fast()),
                new Route(Method.GET, "/health/live", _ -> fast()));
        try (var server = ServerTest.listen(routes);
                var client = HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .build()) {
            var answers = Stream.generate(() -> ask(client, server, "/slow"))
                    .limit(Admission.UNDER_WAY_MAX)
                    .toList();
            arrived.await();
            var refused = ask(client, server, "/fast").get();
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
            assertThat(refused.body()).contains("\"code\":\"UNAVAILABLE\"");
            assertThat(ask(client, server, "/nowhere").get().statusCode()).isEqualTo(503);
            assertThat(ask(client, server, "/health/live").get().statusCode()).isEqualTo(200);
            released.countDown();
            for (var answer : answers) {
                assertThat(answer.get().statusCode()).isEqualTo(200);
            }
            assertThat(ask(client, server, "/fast").get().statusCode()).isEqualTo(200);
        } finally {
            released.countDown();
        }
    }

    /// All requests wait for the disk together.
    @Test
    void while_no_write_ends_and_for_a_moment_after_more_are_taken_up() {
        var time = new AtomicLong();
        var admission = new Admission(time::get);
        assertThat(entered(admission, true, Admission.UNDER_WAY_MAX)).isEqualTo(Admission.UNDER_WAY_MAX);
        time.addAndGet(Admission.STILL.toNanos());
        assertThat(admission.tryAcquire(true)).isFalse();
        time.addAndGet(1);
        int more = Admission.AT_STANDSTILL_MAX - Admission.UNDER_WAY_MAX;
        assertThat(entered(admission, true, more + 10)).isEqualTo(more);
        admission.release(true);
        assertThat(admission.tryAcquire(false)).isTrue();
        othersEnd(admission, time);
        assertThat(admission.tryAcquire(true)).as("others end all the time").isFalse();
    }

    /// More requests would delay those that already wait.
    @Test
    void a_node_that_is_overloaded_takes_up_no_more_where_its_disk_pauses_too() {
        var time = new AtomicLong();
        var admission = new Admission(time::get);
        assertThat(entered(admission, true, Admission.UNDER_WAY_MAX + 1)).isEqualTo(Admission.UNDER_WAY_MAX);
        time.addAndGet(Admission.STILL.toNanos() * 2);
        assertThat(admission.tryAcquire(true)).isFalse();
        admission.release(true);
        time.addAndGet(Admission.OVERLOADED.toNanos() - Admission.STILL.toNanos());
        admission.release(true);
        assertThat(entered(admission, true, 2)).isEqualTo(2);
        time.addAndGet(Admission.STILL.toNanos() * 2);
        assertThat(admission.tryAcquire(true))
                .as("it has refused nothing for a second")
                .isTrue();
    }

    @Test
    void what_only_reads_waits_for_no_disk() {
        var time = new AtomicLong();
        var admission = new Admission(time::get);
        assertThat(entered(admission, false, Admission.UNDER_WAY_MAX)).isEqualTo(Admission.UNDER_WAY_MAX);
        time.addAndGet(Admission.STILL.toNanos() * 2);
        assertThat(admission.tryAcquire(true)).isFalse();
    }

    /// A node that works at full speed is overloaded and refuses requests.
    @Test
    void nor_are_more_taken_up_where_writes_end_all_the_time() {
        var time = new AtomicLong();
        var admission = new Admission(time::get);
        assertThat(entered(admission, true, Admission.UNDER_WAY_MAX)).isEqualTo(Admission.UNDER_WAY_MAX);
        for (int step = 0; step < 100; step++) {
            time.addAndGet(Admission.STILL.toNanos() / 2);
            admission.release(true);
            assertThat(entered(admission, true, 10)).isEqualTo(step == 0 ? 1 : 0);
        }
        left(admission, Admission.OVERLOADED_MAX);
        assertThat(entered(admission, true, Admission.UNDER_WAY_MAX))
                .isPositive()
                .isLessThan(Admission.OVERLOADED_MAX);
    }

    /// Slow batches are not repeated disk stalls.
    @Test
    void what_becomes_more_and_more_after_a_standstill_is_an_overload() {
        var time = new AtomicLong();
        var admission = new Admission(time::get);
        assertThat(entered(admission, true, Admission.UNDER_WAY_MAX)).isEqualTo(Admission.UNDER_WAY_MAX);
        for (int batch = 0; batch < 3; batch++) {
            time.addAndGet(Admission.STILL.toNanos() + 1);
            entered(admission, true, Admission.AT_STANDSTILL_MAX);
            left(admission, 1);
            assertThat(entered(admission, true, 10)).isEqualTo(batch < 2 ? 1 : 0);
        }
        left(admission, Admission.AT_STANDSTILL_MAX - Admission.UNDER_WAY_MAX);
        assertThat(admission.tryAcquire(true)).isFalse();
    }

    /// Requests in an endless queue would be answered too late.
    @Test
    void while_it_refuses_half_as_many_are_under_way() {
        var time = new AtomicLong();
        var admission = new Admission(time::get);
        assertThat(entered(admission, true, Admission.UNDER_WAY_MAX + 1)).isEqualTo(Admission.UNDER_WAY_MAX);
        left(admission, Admission.UNDER_WAY_MAX - Admission.OVERLOADED_MAX);
        time.addAndGet(Admission.OVERLOADED.toNanos() / 2);
        assertThat(admission.tryAcquire(true)).isFalse();
        left(admission, 10);
        assertThat(entered(admission, true, 20)).isEqualTo(10);
        time.addAndGet(Admission.OVERLOADED.toNanos());
        assertThat(entered(admission, true, Admission.UNDER_WAY_MAX))
                .as("it has refused nothing for a second")
                .isEqualTo(Admission.UNDER_WAY_MAX - Admission.OVERLOADED_MAX);
    }

    /// There are fewer callers than the normal limit, each waiting for its answer.
    @Test
    void now_and_then_it_looks_whether_it_is_overloaded_still() {
        var time = new AtomicLong();
        var admission = new Admission(time::get);
        assertThat(entered(admission, true, Admission.UNDER_WAY_MAX + 1)).isEqualTo(Admission.UNDER_WAY_MAX);
        left(admission, Admission.UNDER_WAY_MAX - Admission.OVERLOADED_MAX);
        long step = Admission.OVERLOADED.toNanos() / 2;
        for (long passed = step; passed < Admission.TRIED_ANEW.toNanos(); passed += step) {
            time.addAndGet(step);
            left(admission, 1);
            assertThat(entered(admission, true, 2)).isEqualTo(1);
        }
        time.addAndGet(step);
        assertThat(entered(admission, true, 100)).isEqualTo(100);
        assertThat(entered(admission, true, 100)).isEqualTo(100);
    }

    @Test
    void what_a_disk_that_stood_still_leaves_behind_is_no_overload() {
        var time = new AtomicLong();
        var admission = new Admission(time::get);
        assertThat(entered(admission, true, Admission.UNDER_WAY_MAX)).isEqualTo(Admission.UNDER_WAY_MAX);
        time.addAndGet(Admission.STILL.toNanos() + 1);
        assertThat(entered(admission, true, 100)).isEqualTo(100);
        left(admission, 1);
        othersEnd(admission, time);
        assertThat(admission.tryAcquire(true)).isFalse();
        left(admission, 200);
        assertThat(admission.tryAcquire(true)).isTrue();
    }

    /// Ends writes one by one until the time after the stall is over.
    private static void othersEnd(Admission admission, AtomicLong time) {
        for (int step = 0; step < 4; step++) {
            time.addAndGet(Admission.AFTER.toNanos() / 4);
            admission.release(true);
        }
    }

    private static void left(Admission admission, int times) {
        IntStream.range(0, times).forEach(_ -> admission.release(true));
    }

    private static int entered(Admission admission, boolean writes, int times) {
        return (int) IntStream.range(0, times)
                .filter(_ -> admission.tryAcquire(writes))
                .count();
    }

    private static CompletableFuture<HttpResponse<String>> ask(HttpClient client, Server server, String path) {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .build();
        return client.sendAsync(request, BodyHandlers.ofString());
    }
}
