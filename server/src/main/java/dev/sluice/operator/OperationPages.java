package dev.sluice.operator;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Section;
import dev.sluice.db.Facts;
import dev.sluice.disbursement.query.Backlog;
import dev.sluice.disbursement.query.Backlog.PendingPayout;
import dev.sluice.disbursement.query.Backlog.Queue;
import dev.sluice.disbursement.query.Backlog.Search;
import dev.sluice.disbursement.query.Backlog.StuckReason;
import dev.sluice.disbursement.reconciliation.Discrepancies;
import dev.sluice.disbursement.reconciliation.Discrepancies.Discrepancy;
import dev.sluice.http.Answer;
import dev.sluice.http.Page;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.node.NodeReport;
import dev.sluice.node.WorkerReport;
import dev.sluice.page.Texts;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.RailStop;
import dev.sluice.screening.Screenings;
import dev.sluice.webhook.delivery.Backlog.EndpointBacklog;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Operations page: running, waiting and stuck work.
public final class OperationPages {
    private static final Page.Request FIRST = new Page.Request(10, 1, Page.Sort.CREATED_DESCENDING);
    private static final Search HELD = new Search(StuckReason.HELD, null, null);
    private static final String NODE = "node";

    private final DashboardGuard guard;
    private final OperatorServices services;

    OperationPages(DashboardGuard guard, OperatorServices services) {
        this.guard = guard;
        this.services = services;
    }

    List<Route> routes() {
        return List.of(guard.page(OperatorPages.HOME, Permission.OPERATE, this::operations));
    }

    private Answer operations(PageContext context) {
        var texts = context.texts(OperatorPages.TEXTS);
        var clocks = services.core().clocks();
        var database = services.core().database();
        var now = clocks.instant();
        var stuck = First.of(services.queues()
                .payouts()
                .stuck(Search.ALL, now, Backlog.STUCK_AFTER, FIRST)
                .page());
        var webhooks = First.of(BehindPages.lagging(services.queues().webhooks().backlogs()));
        var discrepancies = First.of(services.payouts().discrepancies().list(Discrepancies.Search.OPEN, FIRST));
        var alarm = new Alarm(
                services.rails().stops().stopped(),
                services.paymentReviews().open(),
                services.paymentReviews().countMissing(),
                services.queues()
                        .payouts()
                        .stuck(HELD, now, Backlog.STUCK_AFTER, FIRST)
                        .page()
                        .total(),
                discrepancies,
                services.screenings().waiting(),
                !context.sandbox() && !services.screenings().isOn());
        var names = services.owners(
                texts,
                Stream.of(
                                discrepancies.rows().stream()
                                        .map(each -> each.payout().organizationId()),
                                stuck.rows().stream().map(each -> each.payout().organizationId()),
                                webhooks.rows().stream().map(EndpointBacklog::organizationId))
                        .flatMap(each -> each));
        var queues = new Waiting(
                services.queues().payouts().queues(now), database.inTx(IncomingPayments::waiting), webhooks);
        var machine = new Machine(
                services.nodes().all(),
                OperatorPages.idParameter(context, NODE),
                Facts.of(database),
                clocks.realInstant(),
                now,
                clocks.offset());
        return context.page(
                "operator/operations.jte",
                Section.OPERATIONS,
                texts.get("operations"),
                frame -> new Operations(
                        frame,
                        texts,
                        OperatorPages.formats(context),
                        names,
                        alarm,
                        stuck,
                        Backlog.STUCK_AFTER.toMinutes(),
                        queues,
                        machine));
    }

    /// First rows of a list, and its total.
    public record First<T>(List<T> rows, long total) {
        static <T> First<T> of(Page<T> page) {
            return new First<>(page.docs(), page.total());
        }

        static <T> First<T> of(List<T> all) {
            return new First<>(all.stream().limit(FIRST.limit()).toList(), all.size());
        }
    }

    /// Open issues at the top of the page.
    ///
    /// @param stopped rails that are stopped
    /// @param exceptions number of unmatched payments that wait for a decision
    /// @param missing number of payments reversed by their rails after they were sent back
    /// @param held number of payouts held because their rows were changed
    /// @param screening numbers of checks that wait for an operator, and for their provider
    /// @param unscreened true if a live deployment has no screening
    public record Alarm(
            List<RailStop> stopped,
            long exceptions,
            long missing,
            long held,
            First<Discrepancy> discrepancies,
            Screenings.Waiting screening,
            boolean unscreened) {}

    /// Waiting work.
    public record Waiting(
            List<Queue> payouts, List<IncomingPayments.Waiting> receipts, First<EndpointBacklog> webhooks) {}

    /// Nodes, their database, and the time.
    ///
    /// @param nodes this one first
    /// @param requested node whose workers are requested
    public record Machine(
            List<NodeReport> nodes,
            Optional<UUID> requested,
            Facts database,
            Instant realTime,
            Instant businessTime,
            Duration offset) {
        public Machine {
            nodes = List.copyOf(nodes);
        }

        /// Returns the node that answers.
        public NodeReport here() {
            return nodes.getFirst();
        }

        public boolean isHere(NodeReport node) {
            return node.id().equals(here().id());
        }

        /// Returns the node whose workers are shown: the requested one, if it is known.
        public NodeReport shown() {
            return nodes.stream()
                    .filter(node -> requested.filter(node.id()::equals).isPresent())
                    .findFirst()
                    .orElseGet(this::here);
        }

        public String link(NodeReport node) {
            return OperatorPages.HOME + "?" + NODE + "=" + node.id() + "#workers";
        }

        /// Returns the names of a node's workers that make no progress.
        public String failingWorkers(NodeReport node) {
            return node.troubled(realTime).stream().map(WorkerReport::name).collect(Collectors.joining(", "));
        }
    }

    /// Model of the page.
    public record Operations(
            Frame frame,
            Texts texts,
            Formats formats,
            Map<UUID, String> names,
            Alarm alarm,
            First<PendingPayout> stuck,
            long stuckMinutes,
            Waiting waiting,
            Machine machine) {
        public String stuckPath() {
            return StuckPages.PATH;
        }

        public String discrepanciesPath() {
            return DiscrepancyListPages.PATH;
        }

        public String screeningPath() {
            return ScreeningPages.SCREENING;
        }

        public String behindPath() {
            return BehindPages.PATH;
        }
    }
}
