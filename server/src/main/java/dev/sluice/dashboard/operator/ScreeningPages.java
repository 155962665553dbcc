package dev.sluice.dashboard.operator;

import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Seen;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.operator.Reason.Again;
import dev.sluice.http.Answer;
import dev.sluice.http.Page;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.money.Money;
import dev.sluice.page.Texts;
import dev.sluice.rail.PayoutRef;
import dev.sluice.refusal.Refusal;
import dev.sluice.screening.Check;
import dev.sluice.screening.Check.State;
import dev.sluice.screening.CheckRef;
import dev.sluice.screening.Match;
import dev.sluice.screening.Screenings.Operator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Recipients and payers that may be on a sanctions list: the open checks, and the page of each with its matches.
public final class ScreeningPages {
    static final String SCREENING = OperatorPages.HOME + "/screening";
    private static final String ONE = SCREENING + "/{organization}/{subject}";
    private static final int UNAVAILABLE_SHOWN = 25;

    private final Door door;
    private final Deck deck;

    ScreeningPages(Door door, Deck deck) {
        this.door = door;
        this.deck = deck;
    }

    List<Route> routes() {
        return List.of(
                door.page(SCREENING, Permission.OPERATE, this::list),
                door.page(ONE, Permission.OPERATE, visit -> one(visit, Again.FIRST)),
                door.actionOn(
                        ONE + "/clear",
                        Permission.OPERATE,
                        this::before,
                        deck::concerned,
                        visit -> decide(visit, true)),
                door.actionOn(
                        ONE + "/reject",
                        Permission.OPERATE,
                        this::before,
                        deck::concerned,
                        visit -> decide(visit, false)));
    }

    private Answer list(Visit visit) {
        var texts = visit.texts(OperatorPages.TEXTS);
        var hits = deck.screenings().hits(OperatorPages.page(visit));
        var unavailable = deck.screenings().unavailable(UNAVAILABLE_SHOWN);
        var names = deck.owners(
                texts,
                Stream.concat(hits.docs().stream(), unavailable.stream())
                        .map(each -> each.ref().organizationId()));
        long waiting = deck.screenings().waiting().unavailable();
        return visit.page(
                "dashboard/operator/screenings.jte",
                Section.OPERATIONS,
                texts.get("screening"),
                frame -> new Hits(frame, texts, OperatorPages.look(visit), names, hits, unavailable, waiting));
    }

    private Check found(Visit visit) {
        var ref = new CheckRef(OperatorPages.id(visit, "organization"), OperatorPages.id(visit, "subject"));
        return deck.screenings().find(ref).orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private Answer one(Visit visit, Again again) {
        var texts = visit.texts(OperatorPages.TEXTS);
        var check = found(visit);
        return visit.page(
                again.status(),
                "dashboard/operator/screening.jte",
                Section.OPERATIONS,
                texts.get("screeningOf", title(check)),
                frame -> new One(
                        frame,
                        texts,
                        OperatorPages.look(visit),
                        check,
                        deck.ownerOf(texts, check.ref().organizationId()),
                        subject(check),
                        amount(check),
                        seen(listed(check)),
                        again.problems()));
    }

    private static List<Match> listed(Check check) {
        var result = check.result();
        return result == null ? List.of() : result.matches();
    }

    /// Returns the version of the matches in a form: a decision counts for the matches that its operator saw.
    private static Seen seen(List<Match> matches) {
        var fields = new HashMap<String, String>();
        for (int at = 0; at < matches.size(); at++) {
            fields.put(String.valueOf(at), matches.get(at).toString());
        }
        return Seen.of(fields);
    }

    /// Subject of the decision, for the audit log.
    private Map<String, String> before(Visit visit) {
        var check = found(visit);
        var told = new HashMap<String, String>();
        told.put("before." + check.kind().wire(), check.ref().subjectId().toString());
        told.put("before.name", title(check));
        told.put("before.matches", String.valueOf(listed(check).size()));
        return told;
    }

    private Answer decide(Visit visit, boolean cleared) {
        var at = cleared ? "reason-clear" : "reason-reject";
        return Reason.act(visit, at, shown -> one(visit, shown), (reason, _) -> {
            var check = found(visit);
            var user = visit.visitor().user();
            var texts = visit.texts(OperatorPages.TEXTS);
            if (!Seen.sent(visit).equals(seen(listed(check)))) {
                return visit.goToWarned(link(check.ref()), texts.get("screeningOvertaken"));
            }
            var done = deck.screenings()
                    .decide(check.ref(), cleared, new Operator(user.id(), user.name(), reason), listed(check));
            return switch (done) {
                case DONE -> visit.goTo(SCREENING, texts.get(cleared ? "screeningCleared" : "screeningRejected"));
                case OVERTAKEN -> visit.goToWarned(link(check.ref()), texts.get("screeningOvertaken"));
                case CHANGED -> visit.goToWarned(link(check.ref()), texts.get("screeningChanged"));
            };
        });
    }

    /// Returns the name of a party, or its wallet's address.
    public static String title(Check check) {
        var party = check.party();
        return Stream.concat(party.names().stream(), party.identifiers().stream())
                .findFirst()
                .orElse("–");
    }

    public static String link(CheckRef ref) {
        return ONE.replace("{organization}", ref.organizationId().toString())
                .replace("{subject}", ref.subjectId().toString());
    }

    /// Returns the link to the screened payout, recipient or payment; for incoming money of a deposit, to the
    /// deposit.
    private String subject(Check check) {
        var ref = check.ref();
        return switch (check.kind()) {
            case PAYOUT -> PayoutPages.link(new PayoutRef(ref.organizationId(), ref.subjectId()));
            case DEPOSIT ->
                deck.exceptions()
                        .screened(ref.subjectId())
                        .map(deposit -> BookPages.payment(deposit.id()))
                        .orElse(ExceptionPages.EXCEPTIONS);
            case RECIPIENT -> OperatorPages.HOME + "/organizations/" + ref.organizationId();
        };
    }

    /// Returns the amount of a payout or of an incoming payment. A payout whose row was changed has none.
    private Amount amount(Check check) {
        var ref = check.ref();
        return switch (check.kind()) {
            case PAYOUT ->
                deck.payouts()
                        .made()
                        .find(ref.organizationId(), ref.subjectId())
                        .map(payout -> new Amount(payout.isHeld() ? null : payout.amount(), payout.isHeld()))
                        .orElse(Amount.NONE);
            case DEPOSIT ->
                deck.exceptions()
                        .screenedAmount(ref.subjectId())
                        .map(money -> new Amount(money, false))
                        .orElse(Amount.NONE);
            case RECIPIENT -> Amount.NONE;
        };
    }

    /// Amount that waits for a check.
    ///
    /// @param money null for a recipient, and if the record was changed
    /// @param changed true if the record is not as the service wrote it
    public record Amount(@Nullable Money money, boolean changed) {
        static final Amount NONE = new Amount(null, false);
    }

    /// Hits, and checks whose provider is unavailable.
    ///
    /// @param waiting number of the latter
    public record Hits(
            Frame frame,
            Texts texts,
            Look look,
            Map<UUID, String> names,
            Page<Check> page,
            List<Check> unavailable,
            long waiting) {
        public Hits {
            names = Map.copyOf(names);
            unavailable = List.copyOf(unavailable);
        }

        /// Returns the link to another page of the same list.
        public String page(int number) {
            return Links.of(SCREENING, Map.of("page", String.valueOf(number)));
        }
    }

    /// Page of a check.
    ///
    /// @param subject link to the screened payout, recipient or payment
    /// @param amount amount that waits for the check
    /// @param seen version of the matches in its forms
    public record One(
            Frame frame,
            Texts texts,
            Look look,
            Check check,
            String organization,
            String subject,
            Amount amount,
            Seen seen,
            Problems problems) {
        public String link() {
            return ScreeningPages.link(check.ref());
        }

        public List<Match> matches() {
            return ScreeningPages.listed(check);
        }

        public boolean isWaiting() {
            return check.state() == State.HIT && check.authentic();
        }

        public String list() {
            return SCREENING;
        }
    }
}
