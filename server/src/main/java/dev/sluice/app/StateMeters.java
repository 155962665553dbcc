package dev.sluice.app;

import dev.sluice.audit.Audits;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Archiving;
import dev.sluice.db.Database;
import dev.sluice.deposit.DepositModule;
import dev.sluice.disbursement.DisbursementModule;
import dev.sluice.disbursement.query.Backlog;
import dev.sluice.disbursement.query.Backlog.Queue;
import dev.sluice.disbursement.query.Backlog.Search;
import dev.sluice.disbursement.query.Backlog.StuckReason;
import dev.sluice.disbursement.reconciliation.Discrepancies;
import dev.sluice.http.Page;
import dev.sluice.ledger.CoreServices;
import dev.sluice.ledger.VerificationRuns;
import dev.sluice.ledger.VerificationRuns.Proof;
import dev.sluice.node.Nodes;
import dev.sluice.rail.PayinRail;
import dev.sluice.rail.Rail;
import dev.sluice.rail.RailHealth;
import dev.sluice.rail.RailStops;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.webhook.delivery.Backlog.EndpointBacklog;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Metrics of the whole deployment: payouts, rails, webhooks, ledger verification, the audit log, the archive. Every
/// node reads them from the database once a minute, so all nodes report the same values; an unknown value is NaN.
/// Calls to rails are counted per node.
final class StateMeters {
    private static final Page.Request FIRST = new Page.Request(1, 1, Page.Sort.CREATED_DESCENDING);
    private static final int PROOFS_LOOKED_AT_MAX = 50;

    private final MeterRegistry meters;
    private final Database database;
    private final Clocks clocks;
    private final ReviewSources reviewSources;
    private final Rails rails;
    private volatile @Nullable State state;

    /// Sources of payments and entries that may need an operator.
    ///
    /// @param unmatched counts payments that match no deposit
    private record ReviewSources(
            Backlog payouts,
            Discrepancies discrepancies,
            LongSupplier unmatched,
            dev.sluice.webhook.delivery.Backlog webhooks,
            VerificationRuns verificationRuns,
            Audits audits,
            Nodes nodes) {}

    /// The rails of this node, by name, and their health.
    private record Rails(Set<String> names, RailStops stops, RailHealth health) {
        Rails {
            names = Set.copyOf(names);
        }
    }

    /// The values, and the real time of their reading.
    ///
    /// @param proofAt start of the newest verification without a fault; the epoch if there is none
    private record State(
            Instant at,
            Instant sandboxAt,
            Map<StuckReason, Long> stuck,
            Map<String, Queue> queues,
            long discrepancies,
            long unmatched,
            List<EndpointBacklog> webhooks,
            Instant proofAt,
            long proofFaults,
            long strays,
            Archiving archiving) {}

    private StateMeters(Infrastructure infrastructure, ReviewSources sources, Rails rails) {
        this.meters = infrastructure.meters();
        this.database = infrastructure.database();
        this.clocks = infrastructure.clocks();
        this.reviewSources = sources;
        this.rails = rails;
        payouts();
        webhooks();
        proofs();
        for (var rail : rails.names()) {
            rail(rail);
        }
        TamperAlarm.expect(meters, rails.names().stream());
        var begun = clocks.realInstant();
        Gauge.builder("sluice.state.age", () -> seconds(readSince(begun)))
                .description("seconds since these figures were read, or since the start")
                .baseUnit("seconds")
                .strongReference(true)
                .register(meters);
        Gauge.builder(
                        "sluice.workers.troubled",
                        () -> sources.nodes()
                                .self()
                                .troubled(clocks.realInstant())
                                .size())
                .description("workers of this node whose last step failed or takes too long")
                .strongReference(true)
                .register(meters);
    }

    /// Creates a node's metrics from all packages.
    static StateMeters of(
            Infrastructure infrastructure,
            CoreServices common,
            ConfiguredRails rails,
            Nodes nodes,
            DisbursementModule disbursement,
            DepositModule deposit,
            Dashboard dashboard) {
        dashboard.signIn().bindTo(infrastructure.meters());
        var names = Stream.concat(
                        rails.payouts().all().stream().map(Rail::name),
                        rails.payins().configured().stream().map(PayinRail::name))
                .collect(Collectors.toSet());
        return new StateMeters(
                infrastructure,
                new ReviewSources(
                        disbursement.backlog(),
                        disbursement.discrepancies(),
                        deposit.paymentReviews()::open,
                        new dev.sluice.webhook.delivery.Backlog(common.database(), common.events()),
                        new VerificationRuns(common.database(), common.clocks(), AuditSources.payments(common.vault())),
                        dashboard.audits(),
                        nodes),
                new Rails(names, rails.stops(), rails.health()));
    }

    /// Reads the values.
    void read() {
        var now = clocks.instant();
        var proofs = reviewSources.verificationRuns().newest(PROOFS_LOOKED_AT_MAX);
        state = new State(
                clocks.realInstant(),
                now,
                stuck(now),
                reviewSources.payouts().queues(now).stream()
                        .collect(Collectors.toMap(Queue::rail, Function.identity())),
                reviewSources
                        .discrepancies()
                        .list(Discrepancies.Search.OPEN, FIRST)
                        .total(),
                reviewSources.unmatched().getAsLong(),
                reviewSources.webhooks().backlogs(),
                proofs.stream()
                        .filter(Proof::isValid)
                        .findFirst()
                        .map(Proof::begunAt)
                        .orElse(Instant.EPOCH),
                proofs.stream()
                        .filter(proof -> proof.endedAt() != null)
                        .findFirst()
                        .map(proof -> (long) proof.report().faults().size())
                        .orElse(0L),
                reviewSources.audits().strays(),
                Archiving.of(database));
    }

    private Map<StuckReason, Long> stuck(Instant now) {
        var stuck = new EnumMap<StuckReason, Long>(StuckReason.class);
        for (var reason : StuckReason.values()) {
            var search = new Search(reason, null, null);
            stuck.put(
                    reason,
                    reviewSources
                            .payouts()
                            .stuck(search, now, Backlog.STUCK_AFTER, FIRST)
                            .page()
                            .total());
        }
        return stuck;
    }

    private void payouts() {
        for (var reason : StuckReason.values()) {
            count(
                    "sluice.payouts.stuck",
                    "stuck payouts: the outcome is unknown, their node did not come back, or nothing happened for 15"
                            + " minutes",
                    Tags.of("trouble", reason.name().toLowerCase(Locale.ROOT)),
                    now -> now.stuck().getOrDefault(reason, 0L));
        }
        count(
                "sluice.payouts.conflicting",
                "payouts with conflicting rail reports",
                Tags.empty(),
                State::discrepancies);
        count("sluice.deposits.unmatched", "unmatched payments", Tags.empty(), State::unmatched);
    }

    private void rail(String rail) {
        var tags = Tags.of("rail", rail);
        count("sluice.payouts.waiting", "unfinished payouts", tags, now -> waiting(now, rail));
        Gauge.builder("sluice.rail.stopped", () -> rails.stops().isStopped(rail) ? 1 : 0)
                .description("1 while an operator has stopped the rail")
                .tags(tags)
                .strongReference(true)
                .register(meters);
        FunctionCounter.builder("sluice.rail.calls", rails.health(), health -> answered(health, rail))
                .description("calls to the rail by this node")
                .tags(tags.and("outcome", "answered"))
                .register(meters);
        FunctionCounter.builder(
                        "sluice.rail.calls",
                        rails.health(),
                        health -> health.of(rail).failures())
                .description("calls to the rail by this node")
                .tags(tags.and("outcome", "failed"))
                .register(meters);
    }

    private static long answered(RailHealth health, String rail) {
        var reading = health.of(rail);
        return reading.calls() - reading.failures();
    }

    private static long waiting(State now, String rail) {
        var queue = now.queues().get(rail);
        return queue == null ? 0 : queue.waiting();
    }

    private void webhooks() {
        count(
                "sluice.webhook.events.behind",
                "unprocessed events of the endpoints that are furthest behind",
                Tags.empty(),
                now -> now.webhooks().stream()
                        .mapToLong(EndpointBacklog::behind)
                        .sum());
        count(
                "sluice.webhook.deliveries.pending",
                "started deliveries that have not succeeded",
                Tags.empty(),
                now -> now.webhooks().stream()
                        .mapToLong(EndpointBacklog::pending)
                        .sum());
        count(
                "sluice.webhook.organizations.failing",
                "organizations with an endpoint whose recent deliveries all failed",
                Tags.empty(),
                now -> now.webhooks().stream()
                        .filter(each -> each.failingSince() != null)
                        .count());
        gauge(
                "sluice.webhook.oldest.age",
                "age in seconds of the oldest delivery that has not succeeded",
                Tags.empty(),
                now -> now.webhooks().stream()
                        .map(EndpointBacklog::oldestAt)
                        .filter(Objects::nonNull)
                        .min(Instant::compareTo)
                        .orElse(now.sandboxAt()),
                begun -> Duration.between(begun, clocks.instant()).toSeconds());
    }

    private void proofs() {
        gauge(
                "sluice.ledger.proof.age",
                "seconds since the start of the last ledger verification without faults",
                Tags.empty(),
                State::proofAt,
                this::seconds);
        count(
                "sluice.ledger.proof.faults",
                "faults found by the latest ledger verification",
                Tags.empty(),
                State::proofFaults);
        count("sluice.audit.strays", "audit log rows that are in no chain", Tags.empty(), State::strays);
        count(
                "sluice.database.archiving",
                "1 if PostgreSQL archives its write-ahead log",
                Tags.empty(),
                now -> now.archiving().on() ? 1 : 0);
        count(
                "sluice.database.archive.failing",
                "1 while PostgreSQL fails to archive its write-ahead log",
                Tags.empty(),
                now -> now.archiving().isFailing() ? 1 : 0);
        gauge(
                "sluice.database.archive.age",
                "seconds since the last segment of the write-ahead log was archived",
                Tags.empty(),
                now -> now.archiving().archivedAt(),
                this::seconds);
    }

    private Instant readSince(Instant begun) {
        var known = state;
        return known == null ? begun : known.at();
    }

    private long seconds(Instant since) {
        return Math.max(0, Duration.between(since, clocks.realInstant()).toSeconds());
    }

    private void count(String name, String description, Tags tags, Function<State, Number> figure) {
        Gauge.builder(name, () -> known(figure))
                .description(description)
                .tags(tags)
                .strongReference(true)
                .register(meters);
    }

    private @Nullable Number known(Function<State, Number> figure) {
        var known = state;
        return known == null ? null : figure.apply(known);
    }

    /// Registers a gauge of an age, which grows between two readings.
    private void gauge(
            String name,
            String description,
            Tags tags,
            Function<State, @Nullable Instant> since,
            Function<Instant, Number> age) {
        Gauge.builder(name, () -> age(since, age))
                .description(description)
                .baseUnit("seconds")
                .tags(tags)
                .strongReference(true)
                .register(meters);
    }

    private @Nullable Number age(Function<State, @Nullable Instant> since, Function<Instant, Number> age) {
        var known = state;
        var begun = known == null ? null : since.apply(known);
        return begun == null ? null : age.apply(begun);
    }
}
