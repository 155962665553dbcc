package dev.sluice.bench.chain;

import dev.sluice.bench.chain.AlternatingRun.Watch;
import dev.sluice.rail.evm.EvmModule;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/// Deposits found by the rail's watcher on an existing chain: it fetches and parses events and blocks, looks up
/// addresses, and stores cursor and payments in PostgreSQL. The baseline client only fetches. Each turn covers the
/// whole chain, under a new network name so that the watcher starts from scratch. After each turn, it is verified
/// that all payments were found.
public final class WatchDrive {
    private static final int OWN_ARGUMENTS = 3;
    private static final int PAYMENTS_MAX = 100_000;
    private static final Duration LATER = Duration.ofDays(1);
    /// More confirmations than blocks, so that the watcher starts at the first block.
    private static final int ENDLESS = Integer.MAX_VALUE;

    private final RailEnvironment environment;
    private final Traffic traffic;
    private final BareReader bare;
    private int turns;

    private WatchDrive(RailEnvironment environment, Traffic traffic, BareReader bare) {
        this.environment = environment;
        this.traffic = traffic;
        this.bare = bare;
    }

    /// Main of the process: for each input line it measures a round and prints [Driven] as a line of JSON. It
    /// exits on any failure or if a payment was missed. Arguments of the [Traffic] come before the plan's.
    public static void main(String[] arguments) throws Exception {
        var words = List.of(arguments);
        var traffic = new Traffic(words.get(0), Long.parseLong(words.get(1)), Long.parseLong(words.get(2)));
        var orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        serve(RailEnvironment.Plan.of(words.subList(OWN_ARGUMENTS, words.size())), traffic, orders, System.out);
    }

    /// Returns the traffic as arguments.
    public static List<String> arguments(Traffic traffic) {
        return List.of(traffic.contract(), Long.toString(traffic.first()), Long.toString(traffic.last()));
    }

    static void serve(RailEnvironment.Plan plan, Traffic traffic, BufferedReader orders, PrintStream output)
            throws Exception {
        try (var environment = RailEnvironment.open(plan);
                var bare = new BareReader(new Rpc(plan.turns().node()))) {
            var drive = new WatchDrive(environment, traffic, bare);
            new AlternatingRun(plan.turns(), drive::watch, drive::read).serve(orders, output, () -> {});
        }
    }

    private long watch(Watch watch) throws Exception {
        var network = RailEnvironment.NETWORK + "-" + turns++;
        environment.expect(network);
        step(environment.watching(network, traffic.contract(), ENDLESS), network);
        watch.time(() -> {
            var module = environment.watching(network, traffic.contract(), 1);
            boolean more = true;
            while (more) {
                more = step(module, network);
            }
        });
        prove();
        return traffic.last() + 1;
    }

    private static boolean step(EvmModule module, String network) {
        return Objects.requireNonNull(module.watcher().orElseThrow().steps().get(network))
                .getAsBoolean();
    }

    private long read(Watch watch) throws Exception {
        watch.time(() -> bare.read(traffic.contract(), 0, traffic.last()));
        return traffic.last() + 1;
    }

    /// Verifies that each block brought one payment, and nothing else.
    private void prove() {
        var clocks = environment.clocks();
        var payments = environment.incomingPayments();
        var found = environment
                .database()
                .inTx(tx -> payments.unread(tx, clocks.instant().plus(LATER), PAYMENTS_MAX)
                        .notices());
        var units =
                found.stream().map(each -> each.payment().amount().units()).reduce(BigInteger.ZERO, BigInteger::add);
        if (found.size() != traffic.blocks() || !units.equals(BigInteger.valueOf(traffic.blocks() * Traffic.UNITS))) {
            throw new IllegalStateException("%d payments were made, but %d were found, of %d units in all"
                    .formatted(traffic.blocks(), found.size(), units));
        }
        environment.database().run(tx -> payments.markRead(tx, found, clocks.instant()));
    }
}
