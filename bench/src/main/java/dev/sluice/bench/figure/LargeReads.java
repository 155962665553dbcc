package dev.sluice.bench.figure;

import dev.sluice.bench.load.ProbePlan;
import dev.sluice.bench.report.Finding;
import dev.sluice.bench.report.Goal;
import dev.sluice.bench.report.Numbers;
import dev.sluice.bench.report.Round;
import dev.sluice.bench.report.Spread;
import dev.sluice.bench.stage.BenchEnvironment;
import dev.sluice.bench.stage.ServiceUnderTest;
import dev.sluice.bench.stage.Setting;
import dev.sluice.merchant.Role;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Single reads on a large database relative to a small one. The figure is that of the read with the largest growth;
/// all are listed.
final class LargeReads implements Figure {
    private static final Goal GOAL = Goal.atMost(1.5, 1.1, "");

    private static final String ON_SMALL = ": smallP50Micros";
    private static final String ON_LARGE = ": largeP50Micros";
    private static final double MICROS_PER_MILLI = 1e3;
    private static final int TARGETS = 100;
    private static final int WORST_TOLD = 10;
    private static final int REQUESTS_PER_WARMUP = 3;
    private static final Duration PENDING_TIME = Duration.ofSeconds(1);
    private static final Duration KIND_TIME_MAX = Duration.ofSeconds(10);

    private final Heading heading;
    private final ProbeFactory probes;
    private Optional<Finding> finding = Optional.empty();

    private LargeReads(String number, String title, ProbeFactory probes) {
        this.heading = new Heading(number, title, GOAL, Setting.SMALL, Setting.LARGE);
        this.probes = probes;
    }

    /// Figure 8: a payout, and the first page of each list with each filter.
    static LargeReads api() {
        return new LargeReads(
                "8",
                "p50 of the read that grew most, large ÷ small",
                (environment, service) -> List.of(
                        plan(environment, service, null, service.sights(TARGETS).kinds())));
    }

    /// Figure 16: the dashboard's pages.
    static LargeReads pages() {
        return new LargeReads(
                "16",
                "p50 of the page that grew most, large ÷ small",
                (environment, service) -> List.of(
                        plan(
                                environment,
                                service,
                                service.session(Role.OWNER),
                                service.sights(TARGETS).pages()),
                        plan(
                                environment,
                                service,
                                service.session(Role.OPERATOR),
                                service.sights(TARGETS).operatorPages())));
    }

    /// Creates the probe plans of a service.
    private interface ProbeFactory {
        List<ProbePlan> of(BenchEnvironment environment, ServiceUnderTest service) throws Exception;
    }

    @Override
    public Heading heading() {
        return heading;
    }

    /// Returns the finding of this run, measuring it if necessary.
    Finding found(BenchEnvironment environment) throws Exception {
        return finding.isPresent() ? finding.get() : measure(environment);
    }

    /// Returns the slowest median of a round on the small database, in milliseconds.
    static double slowestMillis(Round round) {
        return round.numbers().entrySet().stream()
                        .filter(number -> number.getKey().endsWith(ON_SMALL))
                        .mapToDouble(Map.Entry::getValue)
                        .max()
                        .orElse(Double.NaN)
                / MICROS_PER_MILLI;
    }

    @Override
    public Finding measure(BenchEnvironment environment) throws Exception {
        var small = environment.service(Setting.SMALL);
        var large = environment.service(Setting.LARGE);
        leavePending(small);
        leavePending(large);
        var onSmall = probes.of(environment, small);
        var onLarge = probes.of(environment, large);
        var rounds = new ArrayList<Pair>();
        for (int round = 0; round <= environment.settings().rounds(); round++) {
            environment.progress().say("  reads, %s".formatted(round == 0 ? "for warming up" : "round " + round));
            var pair = new Pair(probe(environment, onSmall), probe(environment, onLarge));
            if (round > 0) {
                rounds.add(pair);
            }
        }
        var worst = kinds(rounds).getFirst();
        kinds(rounds).stream()
                .limit(WORST_TOLD)
                .forEach(kind -> environment.progress().say("    " + line(kind, rounds)));
        var counted = Rounds.of(environment, this, small, large)
                .note("Medians in microseconds, of %,d payouts and of %,d; the figure is that of \"%s\"."
                        .formatted(small.payouts(), large.payouts(), worst));
        kinds(rounds).forEach(kind -> counted.note(line(kind, rounds)));
        var found = counted.measure(round -> {
                    var pair = rounds.get(round - 1);
                    return Reading.of(pair.ratio(worst), pair.numbers());
                })
                .withoutMedians();
        finding = Optional.of(found);
        return found;
    }

    /// Medians of one round by kind, in microseconds.
    private record Pair(Map<String, Double> small, Map<String, Double> large) {
        double ratio(String kind) {
            return large.getOrDefault(kind, Double.NaN) / small.getOrDefault(kind, Double.NaN);
        }

        Map<String, Double> numbers() {
            var numbers = new LinkedHashMap<String, Double>();
            small.forEach((kind, micros) -> numbers.put(kind + ON_SMALL, micros));
            large.forEach((kind, micros) -> numbers.put(kind + ON_LARGE, micros));
            return numbers;
        }
    }

    /// Leaves some payouts pending, since generated payouts are all final, and this list would be empty otherwise.
    private static void leavePending(ServiceUnderTest service) throws Exception {
        service.run("pending", Loads.hot(service).lasting(Duration.ZERO, PENDING_TIME));
    }

    private static Map<String, Double> probe(BenchEnvironment environment, List<ProbePlan> plans) throws Exception {
        var medians = new LinkedHashMap<String, Double>();
        for (var plan : plans) {
            medians.putAll(environment.generator().probe(plan));
        }
        return medians;
    }

    private static ProbePlan plan(
            BenchEnvironment environment,
            ServiceUnderTest service,
            @Nullable String session,
            Map<String, List<String>> asked)
            throws Exception {
        var kinds = new LinkedHashMap<>(asked);
        kinds.values().removeIf(List::isEmpty);
        int requests = environment.settings().probes();
        return new ProbePlan(
                service.baseUrl().getHost(),
                service.baseUrl().getPort(),
                service.hot(),
                session,
                kinds,
                requests / REQUESTS_PER_WARMUP,
                requests,
                KIND_TIME_MAX);
    }

    /// Returns the kinds that both databases have, largest growth first.
    private static List<String> kinds(List<Pair> rounds) {
        return rounds.getFirst().small().keySet().stream()
                .filter(rounds.getFirst().large()::containsKey)
                .sorted(Comparator.comparingDouble((String kind) -> -ratio(kind, rounds)))
                .toList();
    }

    private static double ratio(String kind, List<Pair> rounds) {
        return Spread.of(rounds.stream().map(pair -> pair.ratio(kind)).toList()).median();
    }

    private static String line(String kind, List<Pair> rounds) {
        var small = Spread.of(rounds.stream()
                .map(pair -> pair.small().getOrDefault(kind, Double.NaN))
                .toList());
        var large = Spread.of(rounds.stream()
                .map(pair -> pair.large().getOrDefault(kind, Double.NaN))
                .toList());
        return "%s: %s → %s (%s)"
                .formatted(
                        kind,
                        Numbers.plain(small.median()),
                        Numbers.plain(large.median()),
                        Numbers.ratio(ratio(kind, rounds)));
    }
}
