package dev.sluice.dashboard.operator;

import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
import dev.sluice.db.Facts;
import dev.sluice.disbursement.Backlog;
import dev.sluice.disbursement.Backlog.Held;
import dev.sluice.disbursement.Backlog.Queue;
import dev.sluice.disbursement.Backlog.Search;
import dev.sluice.disbursement.Backlog.Trouble;
import dev.sluice.disbursement.Discrepancies;
import dev.sluice.disbursement.Discrepancies.Discrepancy;
import dev.sluice.http.Answer;
import dev.sluice.http.Page;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.node.NodeReport;
import dev.sluice.node.WorkerReport;
import dev.sluice.page.Texts;
import dev.sluice.rail.RailStop;
import dev.sluice.rail.Receipts;
import dev.sluice.screening.Screenings;
import dev.sluice.webhook.Backlog.Standing;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What runs, what waits, and what is stuck.
public final class OperationPages {
    private static final Page.Request FIRST = new Page.Request(10, 1, Page.Sort.CREATED_DESCENDING);
    private static final Search HELD = new Search(Trouble.HELD, null, null);
    private static final String NODE = "node";

    private final Door door;
    private final Deck deck;

    OperationPages(Door door, Deck deck) {
        this.door = door;
        this.deck = deck;
    }

    List<Route> routes() {
        return List.of(door.page(OperatorPages.HOME, Permission.OPERATE, this::operations));
    }

    private Answer operations(Visit visit) {
        var texts = visit.texts(OperatorPages.TEXTS);
        var clocks = deck.ground().clocks();
        var database = deck.ground().database();
        var now = clocks.instant();
        var stuck = First.of(deck.queues()
                .payouts()
                .stuck(Search.ALL, now, Backlog.STUCK_AFTER, FIRST)
                .page());
        var webhooks = First.of(BehindPages.lagging(deck.queues().webhooks().standings()));
        var discrepancies = First.of(deck.payouts().discrepancies().list(Discrepancies.Search.OPEN, FIRST));
        var alarm = new Alarm(
                deck.rails().stops().stopped(),
                deck.exceptions().open(),
                deck.exceptions().countMissing(),
                deck.queues()
                        .payouts()
                        .stuck(HELD, now, Backlog.STUCK_AFTER, FIRST)
                        .page()
                        .total(),
                discrepancies,
                deck.screenings().waiting(),
                !visit.sandbox() && !deck.screenings().isOn());
        var names = deck.owners(
                texts,
                Stream.of(
                                discrepancies.rows().stream()
                                        .map(each -> each.payout().organizationId()),
                                stuck.rows().stream().map(each -> each.payout().organizationId()),
                                webhooks.rows().stream().map(Standing::organizationId))
                        .flatMap(each -> each));
        var queues = new Waiting(deck.queues().payouts().queues(now), database.inTx(Receipts::waiting), webhooks);
        var machine = new Machine(
                deck.nodes().all(),
                OperatorPages.askedId(visit, NODE),
                Facts.of(database),
                clocks.realInstant(),
                now,
                clocks.offset());
        return visit.page(
                "dashboard/operator/operations.jte",
                Section.OPERATIONS,
                texts.get("operations"),
                frame -> new Operations(
                        frame,
                        texts,
                        OperatorPages.look(visit),
                        names,
                        alarm,
                        stuck,
                        Backlog.STUCK_AFTER.toMinutes(),
                        queues,
                        machine));
    }

    /// The first rows of a list, and how many it has in all.
    public record First<T>(List<T> rows, long total) {
        static <T> First<T> of(Page<T> page) {
            return new First<>(page.docs(), page.total());
        }

        static <T> First<T> of(List<T> all) {
            return new First<>(all.stream().limit(FIRST.limit()).toList(), all.size());
        }
    }

    /// What somebody has to know or to decide before anything else.
    ///
    /// @param stopped rails that somebody has stopped
    /// @param exceptions how many payments wait for a decision
    /// @param missing how many were sent back and undone by their rails after that
    /// @param held how many payouts are held because their rows were changed
    /// @param screening how many checks wait for an operator, and for their provider
    /// @param unscreened whether a live deployment screens nobody
    public record Alarm(
            List<RailStop> stopped,
            long exceptions,
            long missing,
            long held,
            First<Discrepancy> discrepancies,
            Screenings.Waiting screening,
            boolean unscreened) {}

    /// What waits.
    public record Waiting(List<Queue> payouts, List<Receipts.Waiting> receipts, First<Standing> webhooks) {}

    /// The nodes, their database, and the time.
    ///
    /// @param nodes this one first
    /// @param asked whose workers somebody wants to see
    public record Machine(
            List<NodeReport> nodes,
            Optional<UUID> asked,
            Facts database,
            Instant realTime,
            Instant businessTime,
            Duration offset) {
        public Machine {
            nodes = List.copyOf(nodes);
        }

        /// The one that answers.
        public NodeReport here() {
            return nodes.getFirst();
        }

        public boolean isHere(NodeReport node) {
            return node.id().equals(here().id());
        }

        /// The one whose workers are shown: that which was asked for, where it is known.
        public NodeReport shown() {
            return nodes.stream()
                    .filter(node -> asked.filter(node.id()::equals).isPresent())
                    .findFirst()
                    .orElseGet(this::here);
        }

        public String link(NodeReport node) {
            return OperatorPages.HOME + "?" + NODE + "=" + node.id() + "#workers";
        }

        /// The workers of a node that do not get on, by their names.
        public String troubled(NodeReport node) {
            return node.troubled(realTime).stream().map(WorkerReport::name).collect(Collectors.joining(", "));
        }
    }

    /// What the page shows.
    public record Operations(
            Frame frame,
            Texts texts,
            Look look,
            Map<UUID, String> names,
            Alarm alarm,
            First<Held> stuck,
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
