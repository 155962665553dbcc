package dev.sluice.dashboard.operator;

import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Seen;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.operator.Reason.Again;
import dev.sluice.disbursement.Backlog.Queue;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.node.NodeReport;
import dev.sluice.notice.Kind;
import dev.sluice.notice.Subject;
import dev.sluice.page.Texts;
import dev.sluice.rail.PayinRail;
import dev.sluice.rail.Pulse.Reading;
import dev.sluice.rail.Rail;
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
    private static final Seen UNSEEN = new Seen("");

    private final Door door;
    private final Deck deck;

    RailPages(Door door, Deck deck) {
        this.door = door;
        this.deck = deck;
    }

    List<Route> routes() {
        return List.of(
                door.page(RAILS, Permission.OPERATE, this::list),
                door.page(ONE, Permission.OPERATE, visit -> one(visit, Again.FIRST)),
                door.action(ONE + "/stop", Permission.OPERATE, visit -> put(visit, true)),
                door.action(ONE + "/start", Permission.OPERATE, visit -> put(visit, false)));
    }

    /// Rail with its state.
    ///
    /// @param by live nodes with the rail's responses to each
    /// @param word latest stop or start by an operator
    public record Line(
            String name,
            boolean paysOut,
            boolean takesIn,
            List<NodeReport> by,
            @Nullable Queue queue,
            @Nullable RailStop word) {
        public boolean isStopped() {
            return word != null && word.stopped();
        }

        /// Reports whether the rail is configured: a stopped rail may have been removed from the
        /// configuration.
        public boolean isConfigured() {
            return paysOut || takesIn;
        }

        /// Returns the sum of its responses to all nodes.
        public Reading reading() {
            return by.stream().map(node -> node.of(name)).reduce(Reading.NONE, Reading::and);
        }
    }

    private List<Line> lines() {
        var ways = deck.rails();
        var payouts = ways.payouts().all().stream().map(Rail::name).toList();
        var payins = ways.payins().configured().stream().map(PayinRail::name).toList();
        var queues = new HashMap<String, Queue>();
        deck.queues().payouts().queues(deck.ground().clocks().instant()).forEach(each -> queues.put(each.rail(), each));
        var now = deck.ground().clocks().realInstant();
        var living =
                deck.nodes().all().stream().filter(node -> !node.isMissed(now)).toList();
        var words = new LinkedHashMap<String, RailStop>();
        ways.stops().all().forEach(each -> words.put(each.rail(), each));
        return Stream.<Collection<String>>of(payouts, payins, words.keySet())
                .flatMap(Collection::stream)
                .distinct()
                .map(name -> new Line(
                        name,
                        payouts.contains(name),
                        payins.contains(name),
                        living.stream()
                                .filter(node -> node.rails().containsKey(name))
                                .toList(),
                        queues.get(name),
                        words.get(name)))
                .toList();
    }

    private Answer list(Visit visit) {
        var texts = visit.texts(OperatorPages.TEXTS);
        var lines = lines().stream()
                .filter(line -> line.isConfigured() || line.isStopped())
                .toList();
        return visit.page(
                "dashboard/operator/rails.jte",
                Section.RAILS,
                texts.get("rails"),
                frame -> new Lines(frame, texts, OperatorPages.look(visit), lines));
    }

    private Line found(Visit visit) {
        var name = visit.request().parameter("rail");
        return lines().stream()
                .filter(line -> line.name().equals(name))
                .findFirst()
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private Answer one(Visit visit, Again again) {
        var texts = visit.texts(OperatorPages.TEXTS);
        var line = found(visit);
        // Also for a refused form: the page shows the latest stop or start.
        var seen = seen(Optional.ofNullable(line.word()));
        return visit.page(
                again.status(),
                "dashboard/operator/rail.jte",
                Section.RAILS,
                line.name(),
                frame -> new One(frame, texts, OperatorPages.look(visit), line, seen, again.problems()));
    }

    private Answer put(Visit visit, boolean stop) {
        var line = found(visit);
        return Reason.act(visit, shown -> one(visit, shown), (reason, _) -> {
            var ways = deck.rails();
            var now = deck.ground().clocks().realInstant();
            var word = new RailStop(
                    line.name(), stop, reason, visit.visitor().user().name(), now);
            boolean put = stop
                    ? ways.stops()
                            .put(
                                    word,
                                    _ -> true,
                                    tx -> ways.notices().report(tx, Kind.RAIL_STOPPED, List.of(stopped(word))))
                    : ways.stops().put(word, stored -> isAsSeen(visit, stored), _ -> {});
            ways.stops().refresh();
            var path = RAILS + "/" + line.name();
            var texts = visit.texts(OperatorPages.TEXTS);
            return put
                    ? visit.goTo(path, texts.get(stop ? "railStopped" : "railStarted", line.name()))
                    : visit.goToWarned(path, undone(texts, stop, found(visit)));
        });
    }

    /// Reports whether the operator has seen the current reason of the stop, not only that the rail was stopped.
    private static boolean isAsSeen(Visit visit, Optional<RailStop> stored) {
        var seen = Seen.sent(visit);
        return seen.mark().isEmpty() || seen.equals(seen(stored));
    }

    private static Seen seen(Optional<RailStop> word) {
        return word.map(each -> Seen.of(each.changedAt())).orElse(UNSEEN);
    }

    /// Returns the reason why nothing was done; the page shows the reason of the earlier operator.
    private static String undone(Texts texts, boolean stop, Line line) {
        var word = line.word();
        var actor = word == null ? "" : word.actor();
        if (!line.isStopped()) {
            return texts.get("railRuns", line.name(), actor);
        }
        return texts.get(stop ? "railStands" : "railStandsAnew", line.name(), actor);
    }

    private static Subject stopped(RailStop word) {
        return new Subject(word.rail(), null, null, word.actor() + ": " + word.reason());
    }

    /// List of rails.
    public record Lines(Frame frame, Texts texts, Look look, List<Line> lines) {}

    /// Page of a rail.
    ///
    /// @param seen version of its stop in the form
    public record One(Frame frame, Texts texts, Look look, Line line, Seen seen, Problems problems) {}
}
