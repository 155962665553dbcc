package dev.sluice.process;

import dev.sluice.app.TestClient;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/// Several threads with requests that are each repeated under their key until they are answered: the service may be
/// killed in the meantime.
final class Insistence implements AutoCloseable {
    private static final int THREADS = 4;
    private static final Duration BREATH = Duration.ofMillis(100);

    private final String path;
    private final Supplier<ServiceProcess> service;
    private final Queue<String> bodies;
    private final Queue<TestClient.Reply> answers = new ConcurrentLinkedQueue<>();
    private final ConcurrentHashMap<ServiceProcess, TestClient> clients = new ConcurrentHashMap<>();
    private final Semaphore permits = new Semaphore(0);
    private final List<Thread> threads;
    private volatile boolean running = true;

    /// @param service the current service
    Insistence(String path, Supplier<ServiceProcess> service, List<String> bodies) {
        this.path = path;
        this.service = service;
        this.bodies = new ConcurrentLinkedQueue<>(bodies);
        this.threads = IntStream.range(0, THREADS)
                .mapToObj(_ -> Thread.ofVirtual().start(this::run))
                .toList();
    }

    /// Permits a number of additional requests.
    void allow(int requests) {
        permits.release(requests);
    }

    /// Returns the answers so far.
    List<TestClient.Reply> answers() {
        return List.copyOf(answers);
    }

    private void run() {
        try {
            while (running) {
                permits.acquire();
                var body = bodies.poll();
                if (body == null) {
                    return;
                }
                answers.add(answered(body, UUID.randomUUID().toString()));
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private TestClient.Reply answered(String body, String key) throws InterruptedException {
        while (true) {
            try {
                var reply = clients.computeIfAbsent(service.get(), ServiceProcess::bearing)
                        .post(path, body, key);
                if (reply.status() != 409 && reply.status() != 503) {
                    return reply;
                }
            } catch (UncheckedIOException nobody) {
                // The service was killed, and is started again.
            }
            Thread.sleep(BREATH);
        }
    }

    /// Makes no more requests.
    @Override
    public void close() {
        running = false;
        threads.forEach(Thread::interrupt);
        try {
            for (var thread : threads) {
                thread.join();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        clients.values().forEach(TestClient::close);
    }
}
