package dev.sluice.process;

import dev.sluice.app.Merchant;
import dev.sluice.app.TestClient;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/// Several threads that each request one payout after the other, and record requests and answers.
final class PayoutLoad implements AutoCloseable {
    static final String PATH = "/v2/disbursement/fiat";

    private final Map<String, SentRequest> sent = new ConcurrentHashMap<>();
    private final Map<String, TestClient.Reply> answers = new ConcurrentHashMap<>();
    private final AtomicInteger number = new AtomicInteger();
    private final List<Thread> threads;
    private final String name = UUID.randomUUID().toString().substring(0, 8);
    private volatile boolean running = true;

    /// A request, as sent under its key.
    record SentRequest(String key, String reference, String body) {}

    private PayoutLoad(List<TestClient> clients) {
        threads = IntStream.range(0, clients.size())
                .mapToObj(at -> Thread.ofVirtual().start(() -> run(clients.get(at))))
                .toList();
    }

    /// Starts a thread per client.
    static PayoutLoad start(List<TestClient> clients) {
        return new PayoutLoad(clients);
    }

    /// Returns every request, answered or not.
    List<SentRequest> sent() {
        return List.copyOf(sent.values());
    }

    /// Returns the answers by key, without unanswered requests.
    Map<String, TestClient.Reply> answers() {
        return Map.copyOf(answers);
    }

    long acknowledged() {
        return answers.values().stream().filter(reply -> reply.status() == 201).count();
    }

    List<String> references() {
        return sent.values().stream().map(SentRequest::reference).toList();
    }

    /// Lets each thread finish its request and make no more.
    @Override
    public void close() {
        running = false;
        try {
            for (var thread : threads) {
                thread.join();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run(TestClient client) {
        while (running) {
            var reference = name + "-" + number.incrementAndGet();
            var key = UUID.randomUUID().toString();
            var body = Merchant.idr(Merchant.item("1234567890", "10000", "\"reference\":\"" + reference + "\""));
            sent.put(key, new SentRequest(key, reference, body));
            try {
                answers.put(key, client.post(PATH, body, key));
            } catch (UncheckedIOException nobody) {
                return;
            }
        }
    }

    /// Repeats every request under its key, and returns the answers.
    Map<String, TestClient.Reply> again(TestClient client) {
        var second = new ConcurrentHashMap<String, TestClient.Reply>();
        sent.values().parallelStream()
                .forEach(each -> second.put(each.key(), client.post(PATH, each.body(), each.key())));
        return second;
    }

    /// Returns the ids in some answers, one each.
    static List<String> ids(Iterable<TestClient.Reply> replies) {
        var ids = new ArrayList<String>();
        replies.forEach(reply -> ids.add(
                Merchant.id(reply.expect(201).data().path("disburseData").get(0))));
        return ids;
    }
}
