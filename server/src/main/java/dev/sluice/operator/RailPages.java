package dev.sluice.operator;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.FormVersion;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.disbursement.query.Backlog.Queue;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.node.NodeReport;
import dev.sluice.notification.Kind;
import dev.sluice.notification.Subject;
import dev.sluice.operator.RequiredReason.Rejection;
import dev.sluice.page.Texts;
import dev.sluice.rail.PayinRail;
import dev.sluice.rail.Rail;
import dev.sluice.rail.RailHealth.Reading;
import dev.sluice.rail.RailStop;
import dev.sluice.refusal.Refusal;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Pages of rails: their responses, their queues, and the switch that stops one.
public final class RailPages {
    static final String RAILS = OperatorPages.HOME + "/rails";
    private static final String ONE = RAILS + "/{rail}";
    private static final FormVersion UNSEEN = new FormVersion("");

    private final DashboardGuard guard;
    private final OperatorServices services;

    RailPages(DashboardGuard guard, OperatorServices services) {
        this.guard = guard;
        this.services = services;
    }

    List<Route> routes() {
        return List.of(
                guard.page(RAILS, Permission.OPERATE, this::list),
                guard.page(ONE, Permission.OPERATE, context -> detail(context, Rejection.FIRST)),
                guard.action(ONE + "/stop", Permission.OPERATE, context -> setStopped(context, true)),
                guard.action(ONE + "/start", Permission.OPERATE, context -> setStopped(context, false)));
    }

    /// Rail with its state.
    ///
    /// @param nodes live nodes with the rail's responses to each
    /// @param stop latest stop or start by an operator
    public record Line(
            String name,
            boolean sendsPayouts,
            boolean receivesDeposits,
            List<NodeReport> nodes,
            @Nullable Queue queue,
            @Nullable RailStop stop) {
        public boolean isStopped() {
            return stop != null && stop.stopped();
        }

        /// Reports whether the rail is configured: a stopped rail may have been removed from the
        /// configuration.
        public boolean isConfigured() {
            return sendsPayouts || receivesDeposits;
        }

        /// Returns the sum of its responses to all nodes.
        public Reading reading() {
            return nodes.stream().map(node -> node.of(name)).reduce(Reading.NONE, Reading::and);
        }
    }

    private List<Line> lines() {
        var rails = services.rails();
        var payouts = rails.payouts().all().stream().map(Rail::name).toList();
        var payins = rails.payins().configured().stream().map(PayinRail::name).toList();
        var queues = new HashMap<String, Queue>();
        services.queues()
                .payouts()
                .queues(services.core().clocks().instant())
                .forEach(each -> queues.put(each.rail(), each));
        var now = services.core().clocks().realInstant();
        var liveNodes = services.nodes().all().stream()
                .filter(node -> !node.isMissed(now))
                .toList();
        var stops = new LinkedHashMap<String, RailStop>();
        rails.stops().all().forEach(each -> stops.put(each.rail(), each));
        return Stream.<Collection<String>>of(payouts, payins, stops.keySet())
                .flatMap(Collection::stream)
                .distinct()
                .map(name -> new Line(
                        name,
                        payouts.contains(name),
                        payins.contains(name),
                        liveNodes.stream()
                                .filter(node -> node.rails().containsKey(name))
                                .toList(),
                        queues.get(name),
                        stops.get(name)))
                .toList();
    }

    private Answer list(PageContext context) {
        var texts = context.texts(OperatorPages.TEXTS);
        var lines = lines().stream()
                .filter(line -> line.isConfigured() || line.isStopped())
                .toList();
        return context.page(
                "operator/rails.jte",
                Section.RAILS,
                texts.get("rails"),
                frame -> new Lines(frame, texts, OperatorPages.formats(context), lines));
    }

    private Line load(PageContext context) {
        var name = context.request().parameter("rail");
        return lines().stream()
                .filter(line -> line.name().equals(name))
                .findFirst()
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private Answer detail(PageContext context, Rejection again) {
        var texts = context.texts(OperatorPages.TEXTS);
        var line = load(context);
        // Also for a refused form: the page shows the latest stop or start.
        var version = version(Optional.ofNullable(line.stop()));
        return context.page(
                again.status(),
                "operator/rail.jte",
                Section.RAILS,
                line.name(),
                frame -> new RailPage(frame, texts, OperatorPages.formats(context), line, version, again.problems()));
    }

    private Answer setStopped(PageContext context, boolean stop) {
        var line = load(context);
        return RequiredReason.run(context, shown -> detail(context, shown), (reason, _) -> {
            var rails = services.rails();
            var now = services.core().clocks().realInstant();
            var railStop = new RailStop(
                    line.name(), stop, reason, context.visitor().user().name(), now);
            boolean changed = stop
                    ? rails.stops()
                            .put(
                                    railStop,
                                    _ -> true,
                                    tx -> rails.notifications()
                                            .report(tx, Kind.RAIL_STOPPED, List.of(stopped(railStop))))
                    : rails.stops().put(railStop, stored -> isUnchanged(context, stored), _ -> {});
            rails.stops().refresh();
            var path = RAILS + "/" + line.name();
            var texts = context.texts(OperatorPages.TEXTS);
            return changed
                    ? context.redirect(path, texts.get(stop ? "railStopped" : "railStarted", line.name()))
                    : context.redirectWithWarning(path, conflict(texts, stop, load(context)));
        });
    }

    /// Reports whether the operator has seen the current reason of the stop, not only that the rail was stopped.
    private static boolean isUnchanged(PageContext context, Optional<RailStop> stored) {
        var version = FormVersion.sent(context);
        return version.mark().isEmpty() || version.equals(version(stored));
    }

    private static FormVersion version(Optional<RailStop> railStop) {
        return railStop.map(each -> FormVersion.of(each.changedAt())).orElse(UNSEEN);
    }

    /// Returns the reason why nothing was done; the page shows the reason of the earlier operator.
    private static String conflict(Texts texts, boolean stop, Line line) {
        var railStop = line.stop();
        var actor = railStop == null ? "" : railStop.actor();
        if (!line.isStopped()) {
            return texts.get("railAlreadyStarted", line.name(), actor);
        }
        return texts.get(stop ? "railAlreadyStopped" : "railStoppedAgain", line.name(), actor);
    }

    private static Subject stopped(RailStop railStop) {
        return new Subject(railStop.rail(), null, null, railStop.actor() + ": " + railStop.reason());
    }

    /// List of rails.
    public record Lines(Frame frame, Texts texts, Formats formats, List<Line> lines) {}

    /// Page of a rail.
    ///
    /// @param version version of its stop in the form
    public record RailPage(
            Frame frame, Texts texts, Formats formats, Line line, FormVersion version, Problems problems) {}
}
