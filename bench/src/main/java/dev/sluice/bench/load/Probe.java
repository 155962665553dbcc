package dev.sluice.bench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import tools.jackson.databind.json.JsonMapper;

/// Generator for single reads: one connection, one request after the other, one kind of read at a time.
public final class Probe {
    private static final int ELSEWHERE = 303;
    private static final int SIGNIFICANT_DIGITS = 3;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double HALF = 50;
    private static final JsonMapper JSON = new JsonMapper();

    private final Selector selector;
    private final Connection connection;
    private final Signer signer;
    private final ProbePlan plan;
    private boolean answered;

    private Probe(ProbePlan plan, Selector selector) throws IOException {
        this.plan = plan;
        this.selector = selector;
        this.connection = new Connection(selector, new InetSocketAddress(plan.host(), plan.port()));
        this.signer = new Signer(plan.host(), plan.port());
    }

    /// Main of the process: a plan's file as its only argument, one JSON object as its only output.
    public static void main(String[] arguments) throws IOException {
        var plan = ProbePlan.read(Path.of(arguments[0]));
        try (var selector = Selector.open()) {
            System.out.println(JSON.writeValueAsString(new Probe(plan, selector).run()));
        }
    }

    /// Parses the output of a process: the median of each kind in microseconds.
    public static Map<String, Double> parse(String json) {
        var medians = new LinkedHashMap<String, Double>();
        JSON.readTree(json)
                .properties()
                .forEach(each -> medians.put(each.getKey(), each.getValue().doubleValue()));
        return medians;
    }

    private Map<String, Double> run() throws IOException {
        var medians = new LinkedHashMap<String, Double>();
        for (var kind : plan.kinds().entrySet()) {
            repeat(kind.getValue(), plan.warmups());
            medians.put(kind.getKey(), repeat(kind.getValue(), plan.requests()));
        }
        return medians;
    }

    /// Limits the time of slow reads, so that a missing index does not make the run endless.
    private double repeat(List<String> targets, int times) throws IOException {
        var latencies = new Histogram(SIGNIFICANT_DIGITS);
        long end = System.nanoTime() + plan.timeMax().toNanos();
        for (int i = 0; i < times && (i == 0 || System.nanoTime() < end); i++) {
            latencies.recordValue(send(targets.get(i % targets.size())));
        }
        return latencies.getValueAtPercentile(HALF) / NANOS_PER_MICRO;
    }

    private long send(String target) throws IOException {
        var session = plan.session();
        var request = session == null ? signer.get(plan.merchant(), target) : signer.page(session, target);
        answered = false;
        long start = System.nanoTime();
        connection.send(request, start);
        while (!answered) {
            selector.select(this::proceed);
        }
        long took = System.nanoTime() - start;
        if (!isAnswered(connection.answer().status(), connection.answer().text())) {
            throw new IOException(target + ": " + connection.answer().text());
        }
        return took;
    }

    /// Returns true for a success or a redirect to the result: a search with one match redirects to it. A redirect
    /// to the sign-in page is a failure.
    private static boolean isAnswered(int status, String answer) {
        return status / 100 == 2 || (status == ELSEWHERE && !answer.contains("/dashboard/sign-in"));
    }

    private void proceed(SelectionKey key) {
        try {
            answered |= connection.proceed();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
