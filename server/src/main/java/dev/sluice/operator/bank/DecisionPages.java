package dev.sluice.operator.bank;

import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.http.Answer;
import dev.sluice.http.Ids;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.operator.OperatorPages;
import dev.sluice.operator.RequiredReason;
import dev.sluice.operator.RequiredReason.Rejection;
import dev.sluice.operator.bank.BankHead.Tab;
import dev.sluice.page.Texts;
import dev.sluice.rail.iso20022.decision.BankDecision;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.refusal.Refusal;
import java.util.List;
import java.util.Map;

/// Decisions about an account that wait for a second person: the queue, and a decision with its confirmation, refusal
/// or withdrawal.
public final class DecisionPages {
    private static final String LIST = BankDesk.ACCOUNT + "/decisions";
    private static final String ONE = LIST + "/{decision}";

    private final BankDesk desk;

    DecisionPages(BankDesk desk) {
        this.desk = desk;
    }

    List<Route> routes() {
        var guard = desk.guard();
        return List.of(
                guard.page(LIST, Permission.OPERATE, this::list),
                guard.page(ONE, Permission.OPERATE, context -> detail(context, Rejection.FIRST)),
                guard.action(ONE + "/confirm", Permission.OPERATE, this::before, this::confirm),
                guard.action(ONE + "/refuse", Permission.OPERATE, this::before, this::refuse),
                guard.action(ONE + "/withdraw", Permission.OPERATE, this::before, this::withdraw));
    }

    static String link(BankDecision decision) {
        return Tab.DECISIONS.link(decision.account()) + "/" + decision.id();
    }

    private Answer list(PageContext context) {
        var texts = context.texts(OperatorPages.TEXTS);
        var profile = desk.profile(context);
        return context.page(
                "operator/bankdecisions.jte",
                Section.BANKS,
                texts.get("bank.decisionsOf", profile.id()),
                frame -> new Decisions(
                        frame,
                        texts,
                        OperatorPages.formats(context),
                        desk.head(texts, profile, Tab.DECISIONS),
                        desk.waiting(profile)));
    }

    private BankDecision load(PageContext context, BankProfile profile) {
        return desk.banks()
                .decisions()
                .find(OperatorPages.id(context, "decision"))
                .filter(decision -> decision.account().equals(profile.id()))
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private Answer detail(PageContext context, Rejection again) {
        var texts = context.texts(OperatorPages.TEXTS);
        var profile = desk.profile(context);
        var decision = load(context, profile);
        boolean own = decision.requestedBy().isSameAs(BankDesk.person(context));
        return context.page(
                again.status(),
                "operator/bankdecision.jte",
                Section.BANKS,
                texts.get("bank.decision." + decision.kind()),
                frame -> new DecisionPage(
                        frame,
                        texts,
                        OperatorPages.formats(context),
                        desk.head(texts, profile, Tab.DECISIONS),
                        decision,
                        own,
                        again.problems()));
    }

    /// Returns data about the decision, for the audit log.
    private Map<String, String> before(PageContext context) {
        var decision = load(context, desk.profile(context));
        return Map.of(
                "before.kind", decision.kind().name(),
                "before.subject", decision.subject(),
                "before.verdict", decision.verdict(),
                "before.evidence", decision.request().evidence(),
                "before.requestedBy", decision.requestedBy().name());
    }

    private Answer confirm(PageContext context) {
        var decision = load(context, desk.profile(context));
        return RequiredReason.run(
                context,
                "reason-confirm",
                shown -> detail(context, shown),
                (reason, again) -> BankDesk.decide(context, again, () -> {
                    desk.banks().decisions().confirm(decision.id(), BankDesk.person(context), reason);
                    return done(context, decision, "bank.decision.confirmed");
                }));
    }

    private Answer refuse(PageContext context) {
        var decision = load(context, desk.profile(context));
        return RequiredReason.run(
                context,
                "reason-refuse",
                shown -> detail(context, shown),
                (reason, again) -> BankDesk.decide(context, again, () -> {
                    desk.banks().decisions().refuse(decision.id(), BankDesk.person(context), reason);
                    return done(context, decision, "bank.decision.refused");
                }));
    }

    private Answer withdraw(PageContext context) {
        var decision = load(context, desk.profile(context));
        return RequiredReason.run(
                context,
                "reason-withdraw",
                shown -> detail(context, shown),
                (reason, again) -> BankDesk.decide(context, again, () -> {
                    desk.banks().decisions().withdraw(decision.id(), BankDesk.person(context), reason);
                    return done(context, decision, "bank.decision.withdrawn");
                }));
    }

    private static Answer done(PageContext context, BankDecision decision, String key) {
        return context.redirect(
                link(decision), context.texts(OperatorPages.TEXTS).get(key));
    }

    /// Returns the page of a decision's subject; empty if it has none.
    static String subjectLink(BankDecision decision) {
        return switch (decision.kind()) {
            case MATCH_ENTRY ->
                Ids.parse(decision.subject())
                        .map(id -> EntryPages.link(decision.account(), id))
                        .orElse("");
            case RELEASE_FILE ->
                Ids.parse(decision.subject())
                        .map(id -> InboxPages.link(decision.account(), id))
                        .orElse("");
            case RESOLVE_PAYOUT, LIFT_LIMIT ->
                Ids.parse(decision.subject())
                        .map(id -> OperatorPages.HOME + "/books/payment?id=" + id)
                        .orElse("");
            case REQUEUE_ORDERS, VOID_FILE -> FilePages.link(decision.account(), decision.subject());
        };
    }

    /// Queue of decisions.
    public record Decisions(Frame frame, Texts texts, Formats formats, BankHead head, List<BankDecision> waiting) {
        public Decisions {
            waiting = List.copyOf(waiting);
        }

        public String link(BankDecision decision) {
            return DecisionPages.link(decision);
        }
    }

    /// Page of a decision.
    ///
    /// @param own true if the visitor requested it
    public record DecisionPage(
            Frame frame,
            Texts texts,
            Formats formats,
            BankHead head,
            BankDecision decision,
            boolean own,
            Problems problems) {
        public String link() {
            return DecisionPages.link(decision);
        }

        /// Returns the name of its state in text keys.
        public String state() {
            return decision.state().stored();
        }

        public String subjectLink() {
            return DecisionPages.subjectLink(decision);
        }
    }
}
