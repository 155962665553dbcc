package dev.sluice.bench.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.HdrHistogram.Histogram;

/// Load generator: one thread, many connections. In a closed loop, every connection always waits for an answer. In an
/// open loop, requests arrive at random (Poisson), independent of the service, and wait here for a free connection.
///
/// The process executes one plan after another, so that only the first one includes JIT compilation, which competes
/// with the service for processors. It reports the beginning and end of the measured time, so that others can read
/// their clocks, and then the result.
public final class Load {
    /// Output line at the beginning of the measured time.
    public static final String BEGINS = "measuring";
    /// Output line at its end; the result is the next line.
    public static final String ENDS = "measured";
    /// Order that opens ports for webhooks; their number follows.
    public static final String RECEIVE = "receive ";
    /// Order that requests the statistics of these ports.
    public static final String TELL = "tell";

    private static final Duration DELIVERY_TIMEOUT = Duration.ofMinutes(10);
    private static final String PAYOUT = "\"disbursementId\":\"";
    private static final long LATENCY_NANOS_MAX = Duration.ofMinutes(1).toNanos();
    private static final int SIGNIFICANT_DIGITS = 3;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int IDLE_MILLIS_MAX = 100;
    private static final long GLANCE_NANOS = 50_000;

    private final Plan plan;
    private final Work work;
    private final Selector selector;
    private final ArrayDeque<Connection> idle = new ArrayDeque<>();
    private final ArrayDeque<Long> arrived = new ArrayDeque<>();
    private final RandomGenerator random =
            RandomGeneratorFactory.of("L64X128MixRandom").create(1);
    private final Histogram latencies = new Histogram(LATENCY_NANOS_MAX, SIGNIFICANT_DIGITS);
    private final Map<Integer, Long> failed = new HashMap<>();
    private final Lags lags = new Lags();
    private long begun;
    private boolean measuring;
    private boolean sending = true;
    private int underWay;

    private Load(Plan plan, Selector selector) throws IOException {
        this.plan = plan;
        this.work = Work.of(plan);
        this.selector = selector;
        var address = new InetSocketAddress(plan.host(), plan.port());
        for (int i = 0; i < plan.connections(); i++) {
            idle.add(new Connection(selector, address));
        }
    }

    /// Main of the process: reads orders line by line and answers each with a line of JSON. The name of a plan's
    /// file is answered with a result. Two orders concern webhooks: [#RECEIVE] with a number opens this many
    /// ports, replacing earlier ones, and [#TELL] returns their statistics.
    public static void main(String[] arguments) throws IOException {
        var orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (var receiving = new Receiving()) {
            for (var order = orders.readLine(); order != null; order = orders.readLine()) {
                System.out.println(receiving.answer(order));
            }
        }
    }

    /// Executes orders and owns the webhook receiver.
    private static final class Receiving implements AutoCloseable {
        private Receiver receiver = Receiver.open(0);

        Receiving() throws IOException {}

        String answer(String order) throws IOException {
            if (order.startsWith(RECEIVE)) {
                receiver.close();
                receiver = Receiver.open(Integer.parseInt(order.substring(RECEIVE.length())));
            } else if (!order.equals(TELL)) {
                return carryOut(Plan.read(Path.of(order)), receiver).json();
            }
            return receiver.received().json();
        }

        @Override
        public void close() {
            receiver.close();
        }
    }

    static Result carryOut(Plan plan, Receiver receiver) throws IOException {
        try (var selector = Selector.open()) {
            var load = new Load(plan, selector);
            receiver.tell(plan.followed() ? load.lags : null);
            return load.run();
        } finally {
            receiver.tell(null);
        }
    }

    private Result run() throws IOException {
        long start = System.nanoTime();
        loop(start, start + plan.warmup().toNanos());
        System.out.println(BEGINS);
        begun = System.nanoTime();
        measuring = true;
        long cpu = cpuNanos();
        loop(begun, begun + plan.measured().toNanos());
        double seconds = (System.nanoTime() - begun) / NANOS_PER_SECOND;
        double cpuSeconds = (cpuNanos() - cpu) / NANOS_PER_SECOND;
        // In an open loop, answers to arrivals of the measured time count even if they come later.
        measuring = isOpenLoop();
        System.out.println(ENDS);
        finish();
        var lag = plan.followed() ? Optional.of(latency(lags.histogram())) : Optional.<Result.Latency>empty();
        return new Result(seconds, latencies.getTotalCount(), failed, cpuSeconds, latency(latencies), lag);
    }

    private boolean isOpenLoop() {
        return plan.ratePerSecond() > 0;
    }

    /// Waits for the pending answers, so that none is omitted and the service has no work left.
    private void finish() throws IOException {
        sending = false;
        while (underWay > 0 || !arrived.isEmpty()) {
            selector.select(this::proceed, IDLE_MILLIS_MAX);
            sendArrived();
        }
        for (var connection : idle) {
            connection.close();
        }
        awaitTold();
    }

    private void awaitTold() throws IOException {
        long end = System.nanoTime() + DELIVERY_TIMEOUT.toNanos();
        while (plan.followed() && lags.missing() > 0) {
            if (System.nanoTime() > end) {
                throw new IOException("the webhooks of %,d payouts did not arrive".formatted(lags.missing()));
            }
            LockSupport.parkNanos(NANOS_PER_MILLI);
        }
    }

    private void sendArrived() throws IOException {
        while (!arrived.isEmpty() && !idle.isEmpty()) {
            send(idle.remove(), arrived.remove());
        }
    }

    private void loop(long from, long until) throws IOException {
        long arrival = from;
        for (long now = from; now < until; now = System.nanoTime()) {
            if (isOpenLoop()) {
                while (arrival <= now) {
                    arrived.add(arrival);
                    arrival += (long) (-Math.log1p(-random.nextDouble()) / plan.ratePerSecond() * NANOS_PER_SECOND);
                }
                sendArrived();
                await(arrival - System.nanoTime());
            } else {
                while (!idle.isEmpty()) {
                    send(idle.remove(), System.nanoTime());
                }
                await(NANOS_PER_MILLI * IDLE_MILLIS_MAX);
            }
        }
    }

    /// Waits for answers until the next arrival. The selector's timeout has a resolution of milliseconds. For
    /// shorter times, the generator polls every fifty microseconds instead of spinning, which would take one of
    /// two cores from the service. Its error stays below a tenth of a millisecond.
    private void await(long nanos) throws IOException {
        if (nanos >= NANOS_PER_MILLI) {
            selector.select(this::proceed, Math.min(IDLE_MILLIS_MAX, nanos / NANOS_PER_MILLI));
        } else if (selector.selectNow(this::proceed) == 0 && nanos > 0) {
            LockSupport.parkNanos(Math.min(GLANCE_NANOS, nanos));
        }
    }

    private void send(Connection connection, long since) throws IOException {
        underWay++;
        connection.send(work.next(), since);
    }

    private void proceed(SelectionKey key) {
        var connection = (Connection) key.attachment();
        try {
            if (connection.proceed()) {
                answered(connection);
            }
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private void answered(Connection connection) throws IOException {
        underWay--;
        long now = System.nanoTime();
        var answer = connection.answer();
        boolean counts = measuring && (!isOpenLoop() || connection.since() >= begun);
        if (answer.status() / 100 != 2) {
            if (failed.merge(answer.status(), 1L, Long::sum) == 1) {
                System.err.println(answer.text());
            }
        } else {
            if (plan.followed()) {
                answer.quoted(PAYOUT).ifPresent(payout -> lags.answered(payout, now, counts));
            }
            if (counts) {
                latencies.recordValue(Math.min(LATENCY_NANOS_MAX, now - connection.since()));
            }
        }
        if (sending && !isOpenLoop()) {
            send(connection, System.nanoTime());
        } else {
            idle.add(connection);
        }
    }

    private static Result.Latency latency(Histogram times) {
        return new Result.Latency(
                percentile(times, 50),
                percentile(times, 90),
                percentile(times, 99),
                percentile(times, 99.9),
                percentile(times, 100));
    }

    private static double percentile(Histogram times, double percent) {
        return times.getValueAtPercentile(percent) / NANOS_PER_MICRO;
    }

    private static long cpuNanos() {
        return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                .getProcessCpuTime();
    }
}
