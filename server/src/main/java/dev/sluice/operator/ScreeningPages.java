package dev.sluice.operator;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.FormVersion;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.http.Answer;
import dev.sluice.http.Page;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.money.Money;
import dev.sluice.operator.RequiredReason.Rejection;
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

    private final DashboardGuard guard;
    private final OperatorServices services;

    ScreeningPages(DashboardGuard guard, OperatorServices services) {
        this.guard = guard;
        this.services = services;
    }

    List<Route> routes() {
        return List.of(
                guard.page(SCREENING, Permission.OPERATE, this::list),
                guard.page(ONE, Permission.OPERATE, context -> detail(context, Rejection.FIRST)),
                guard.actionOn(
                        ONE + "/clear",
                        Permission.OPERATE,
                        this::before,
                        services::concerned,
                        context -> decide(context, true)),
                guard.actionOn(
                        ONE + "/reject",
                        Permission.OPERATE,
                        this::before,
                        services::concerned,
                        context -> decide(context, false)));
    }

    private Answer list(PageContext context) {
        var texts = context.texts(OperatorPages.TEXTS);
        var hits = services.screenings().openHits(OperatorPages.page(context));
        var unavailable = services.screenings().unavailable(UNAVAILABLE_SHOWN);
        var names = services.owners(
                texts,
                Stream.concat(hits.docs().stream(), unavailable.stream())
                        .map(each -> each.ref().organizationId()));
        long waiting = services.screenings().waiting().unavailable();
        return context.page(
                "operator/screenings.jte",
                Section.OPERATIONS,
                texts.get("screening"),
                frame -> new Hits(frame, texts, OperatorPages.formats(context), names, hits, unavailable, waiting));
    }

    private Check load(PageContext context) {
        var ref = new CheckRef(OperatorPages.id(context, "organization"), OperatorPages.id(context, "subject"));
        return services.screenings().find(ref).orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private Answer detail(PageContext context, Rejection again) {
        var texts = context.texts(OperatorPages.TEXTS);
        var check = load(context);
        return context.page(
                again.status(),
                "operator/screening.jte",
                Section.OPERATIONS,
                texts.get("screeningOf", title(check)),
                frame -> new ScreeningCheckPage(
                        frame,
                        texts,
                        OperatorPages.formats(context),
                        check,
                        services.ownerOf(texts, check.ref().organizationId()),
                        subject(check),
                        amount(check),
                        version(listed(check)),
                        again.problems()));
    }

    private static List<Match> listed(Check check) {
        var result = check.result();
        return result == null ? List.of() : result.matches();
    }

    /// Returns the version of the matches in a form: a decision counts for the matches that its operator saw.
    private static FormVersion version(List<Match> matches) {
        var fields = new HashMap<String, String>();
        for (int at = 0; at < matches.size(); at++) {
            fields.put(String.valueOf(at), matches.get(at).toString());
        }
        return FormVersion.of(fields);
    }

    /// Subject of the decision, for the audit log.
    private Map<String, String> before(PageContext context) {
        var check = load(context);
        var fields = new HashMap<String, String>();
        fields.put("before." + check.kind().wire(), check.ref().subjectId().toString());
        fields.put("before.name", title(check));
        fields.put("before.matches", String.valueOf(listed(check).size()));
        return fields;
    }

    private Answer decide(PageContext context, boolean cleared) {
        var at = cleared ? "reason-clear" : "reason-reject";
        return RequiredReason.run(context, at, shown -> detail(context, shown), (reason, _) -> {
            var check = load(context);
            var user = context.visitor().user();
            var texts = context.texts(OperatorPages.TEXTS);
            if (!FormVersion.sent(context).equals(version(listed(check)))) {
                return context.redirectWithWarning(link(check.ref()), texts.get("screeningConflict"));
            }
            var done = services.screenings()
                    .decide(check.ref(), cleared, new Operator(user.id(), user.name(), reason), listed(check));
            return switch (done) {
                case DONE -> context.redirect(SCREENING, texts.get(cleared ? "screeningCleared" : "screeningRejected"));
                case OVERTAKEN -> context.redirectWithWarning(link(check.ref()), texts.get("screeningConflict"));
                case CHANGED -> context.redirectWithWarning(link(check.ref()), texts.get("screeningChanged"));
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
                services.paymentReviews()
                        .screened(ref.subjectId())
                        .map(deposit -> LedgerPages.payment(deposit.id()))
                        .orElse(ExceptionPages.EXCEPTIONS);
            case RECIPIENT -> OperatorPages.HOME + "/organizations/" + ref.organizationId();
        };
    }

    /// Returns the amount of a payout or of an incoming payment. A payout whose row was changed has none.
    private Amount amount(Check check) {
        var ref = check.ref();
        return switch (check.kind()) {
            case PAYOUT ->
                services.payouts()
                        .disbursements()
                        .find(ref.organizationId(), ref.subjectId())
                        .map(payout -> new Amount(payout.isHeld() ? null : payout.amount(), payout.isHeld()))
                        .orElse(Amount.NONE);
            case DEPOSIT ->
                services.paymentReviews()
                        .screenedAmount(ref.subjectId())
                        .map(money -> new Amount(money, false))
                        .orElse(Amount.NONE);
            case RECIPIENT -> Amount.NONE;
        };
    }

    /// Amount that waits for a check.
    ///
    /// @param money null for a recipient, and if the record was changed
    /// @param changed true if the record was changed outside the service
    public record Amount(@Nullable Money money, boolean changed) {
        static final Amount NONE = new Amount(null, false);
    }

    /// Hits, and checks whose provider is unavailable.
    ///
    /// @param waiting number of the latter
    public record Hits(
            Frame frame,
            Texts texts,
            Formats formats,
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
    /// @param version version of the matches in its forms
    public record ScreeningCheckPage(
            Frame frame,
            Texts texts,
            Formats formats,
            Check check,
            String organization,
            String subject,
            Amount amount,
            FormVersion version,
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
