package dev.sluice.dashboard.policy;

import dev.sluice.client.model.Page;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Paging;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.RoutingCodes;
import dev.sluice.dashboard.Section;
import dev.sluice.disbursement.Disbursement;
import dev.sluice.disbursement.Disbursement.Actor;
import dev.sluice.disbursement.Payee;
import dev.sluice.disbursement.approval.Approvals;
import dev.sluice.disbursement.approval.Approvals.Waiting;
import dev.sluice.fileimport.payout.PayoutFiles;
import dev.sluice.http.Answer;
import dev.sluice.http.Ids;
import dev.sluice.http.Method;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.Users;
import dev.sluice.page.Texts;
import dev.sluice.refusal.Refused;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Payouts that need an approval, and the decisions on them.
public final class ApprovalPages {
    public static final String PATH = "/dashboard/approvals";
    static final String BUNDLE = "dashboard.policy";
    private static final int PER_PAGE = 50;
    private static final int PAGE_MAX = 1_000_000;

    private final DashboardGuard guard;
    private final Approvals approvals;
    private final FileApprovals files;
    private final Users users;

    public ApprovalPages(DashboardGuard guard, Approvals approvals, PayoutFiles payoutFiles, Users users) {
        this.guard = guard;
        this.approvals = approvals;
        this.files = new FileApprovals(approvals, payoutFiles);
        this.users = users;
    }

    public List<Route> routes() {
        return List.of(
                guard.page(PATH, Permission.APPROVE_PAYOUTS, context -> show(context, 200, Sent.NOTHING, null)),
                decision(PATH + "/approve", true),
                decision(PATH + "/reject", false),
                guard.page(FileApprovals.PATH, Permission.APPROVE_PAYOUTS, files::show),
                guard.action(
                        FileApprovals.PATH + "/approve",
                        Permission.APPROVE_PAYOUTS,
                        context -> files.decide(context, true)),
                guard.action(
                        FileApprovals.PATH + "/reject",
                        Permission.APPROVE_PAYOUTS,
                        context -> files.decide(context, false)));
    }

    private Route decision(String path, boolean approved) {
        return guard.actionOnEach(
                path,
                Permission.APPROVE_PAYOUTS,
                context -> Sent.of(context).chosen(),
                context -> decide(context, path, approved));
    }

    /// Input of a decision; empty for a GET.
    ///
    /// @param chosen payouts to decide on
    /// @param back payout whose page contained the form
    private record Sent(List<UUID> chosen, String reason, Optional<UUID> back) {
        static final Sent NOTHING = new Sent(List.of(), "", Optional.empty());

        static Sent of(PageContext context) {
            var form = context.form();
            return new Sent(
                    form.texts("payout").stream()
                            .flatMap(text -> Ids.parse(text).stream())
                            .distinct()
                            .limit(PER_PAGE)
                            .toList(),
                    DecisionForm.reason(context),
                    form.text("back").flatMap(Ids::parse));
        }
    }

    private Answer show(PageContext context, int status, Sent sent, @Nullable String problem) {
        return show(context, status, sent, problem, List.of());
    }

    /// Shows a page of all payouts that need an approval. After a failed decision on a payout's own page, shows
    /// that payout alone.
    ///
    /// @param late payouts that someone else has decided on in the meantime
    private Answer show(PageContext context, int status, Sent sent, @Nullable String problem, List<Waiting> late) {
        var organization = context.visitor().organizationId();
        var alone = sent.back()
                .map(id -> approvals.waiting(organization, List.of(id)))
                .orElse(List.of());
        var filter = ApprovalFilter.of(context);
        var wrong = filter.problems(context.texts(BUNDLE));
        boolean whole = alone.isEmpty() && !filter.isFiltered();
        var page = alone.isEmpty() ? page(context, filter, wrong.isEmpty()) : Paging.of(alone, 1, PER_PAGE, 1);
        var sentFiles = whole ? files.waiting(organization) : FileApprovals.Files.NONE;
        return context.page(
                wrong.isEmpty() ? status : 400,
                "dashboard/policy/approvals.jte",
                Section.APPROVALS,
                context.texts(BUNDLE).get("approvals"),
                frame -> new ApprovalsPage(
                        frame,
                        RuleWords.of(context),
                        new Choice(filter, approvals.assets(organization), approvals.makers(organization), wrong),
                        page,
                        sentFiles,
                        context.visitor().user().id(),
                        users.emails(organization),
                        sent.chosen(),
                        sent.reason(),
                        !alone.isEmpty(),
                        problem,
                        late));
    }

    private Page<Waiting> page(PageContext context, ApprovalFilter filter, boolean usable) {
        if (!usable) {
            return Paging.of(List.of(), 1, PER_PAGE, 0);
        }
        var organization = context.visitor().organizationId();
        var search = filter.filter();
        long total = approvals.countWaiting(organization, search);
        int number = (int) Math.min(number(context), Math.max(1, Math.ceilDiv(total, PER_PAGE)));
        var waiting = approvals.waiting(organization, search, PER_PAGE, (long) (number - 1) * PER_PAGE);
        return Paging.of(waiting, number, PER_PAGE, total);
    }

    /// Returns the requested page number. Decisions shorten the list, so the number may exceed the last page.
    private static int number(PageContext context) {
        var sent = context.request().method() == Method.POST
                ? context.form()
                : context.request().query();
        return sent.integer("page", 1, 1, PAGE_MAX);
    }

    private Answer decide(PageContext context, String path, boolean approved) {
        var texts = context.texts(BUNDLE);
        var sent = Sent.of(context);
        var ids = sent.chosen();
        if (ids.isEmpty()) {
            return show(context, 400, sent, texts.get("chooseSome"));
        }
        var decision = new DecisionForm(approved, sent.reason());
        var fault = decision.fault(texts);
        if (fault.isPresent()) {
            return show(context, 400, sent, fault.get());
        }
        var organization = context.visitor().organizationId();
        var refused =
                guard.toEach(context, path, ids, () -> approvals.review(organization, ids, decision.decision(context)));
        int done = ids.size() - refused.size();
        if (!refused.isEmpty()) {
            var reason = DecisionForm.reasons(texts, refused.values().stream().map(Refused::refusal));
            var late = approvals.ended(organization, refused.keySet());
            return show(context, 409, sent, texts.get("notAll", done, refused.size()) + " " + reason, late);
        }
        return context.redirect(back(context, sent), decision.notice(texts, done));
    }

    /// Returns the address to go back to: the payout's page if it contained the form, otherwise the same page of
    /// the list.
    private static String back(PageContext context, Sent sent) {
        var page = number(context) == 1 ? "" : String.valueOf(number(context));
        return sent.back()
                .map(id -> "/dashboard/payouts/" + id)
                .orElseGet(() -> Links.with(PATH, ApprovalFilter.of(context).parameters(), "page", page));
    }

    /// Filter and its options.
    ///
    /// @param units units of the payouts that need an approval
    /// @param makers creators of the payouts that need an approval
    public record Choice(ApprovalFilter filter, List<String> units, List<Actor> makers, Problems problems) {
        public Choice {
            units = List.copyOf(units);
            makers = List.copyOf(makers);
        }

        /// Reports whether no payout in the chosen unit needs an approval any more, so that the options lack
        /// it.
        public boolean isUnitGone() {
            return !filter.unit().isEmpty() && !units.contains(filter.unit());
        }

        /// Reports whether no payout of the chosen creator needs an approval any more.
        public boolean isMakerGone() {
            return !filter.maker().isEmpty()
                    && makers.stream().noneMatch(maker -> maker.id().toString().equals(filter.maker()));
        }
    }

    /// Page of payouts that need an approval.
    ///
    /// @param files files with payouts that need an approval; empty if the list is filtered
    /// @param self id of the visitor, who may not decide on their own payouts
    /// @param emails email addresses of the organization's users, by id, because users choose their own names
    /// @param chosen selected payouts of the sent form
    /// @param reason reason in the sent form
    /// @param alone true if the page shows only the payout whose own page contained the form
    /// @param late payouts that someone else has decided on in the meantime
    public record ApprovalsPage(
            Frame frame,
            RuleWords ruleTexts,
            Choice choice,
            Page<Waiting> page,
            FileApprovals.Files files,
            UUID self,
            Map<UUID, String> emails,
            List<UUID> chosen,
            String reason,
            boolean alone,
            @Nullable String problem,
            List<Waiting> late) {
        public ApprovalsPage {
            emails = Map.copyOf(emails);
            chosen = List.copyOf(chosen);
            late = List.copyOf(late);
        }

        public Texts texts() {
            return ruleTexts.texts();
        }

        public Formats formats() {
            return ruleTexts.formats();
        }

        /// Returns the decision that someone else made on a payout, with name and time.
        public String decision(Waiting each) {
            var approval = each.approval();
            var at = approval.endedAt() == null ? "" : formats().time(approval.endedAt());
            var by = approval.decidedBy();
            if (by == null) {
                return texts().get("lateMoot", at);
            }
            boolean approved = Boolean.TRUE.equals(approval.approved());
            return texts().get(approved ? "lateApproved" : "lateRejected", by.name(), at);
        }

        /// Returns the email address of a payout's creator; null if a program created it.
        public @Nullable String maker(Waiting each) {
            return emails.get(each.payout().actor().id());
        }

        /// Returns the email address of the user who confirmed a file.
        public @Nullable String maker(FileApprovals.Waiting each) {
            var by = each.file().confirmedBy();
            return by == null ? null : emails.get(by.id());
        }

        public boolean isOwn(Waiting each) {
            return each.isOwn(self);
        }

        public String payee(Disbursement payout) {
            if (payout.isHeld()) {
                return frame().texts().get("recordChanged");
            }
            return payout.isCrypto()
                    ? payout.payee().wallet().wallet().address()
                    : payout.payee().parts().known();
        }

        /// Returns the bank's check of the recipient's name, if it was made.
        public Payee.@Nullable Check check(Disbursement payout) {
            return payout.isCrypto() || payout.isHeld()
                    ? null
                    : payout.payee().parts().verification();
        }

        /// Returns the memo, which identifies the recipient in a shared wallet.
        public @Nullable String memo(Disbursement payout) {
            return payout.isCrypto() && !payout.isHeld()
                    ? payout.payee().wallet().wallet().memo()
                    : null;
        }

        /// Returns the label of a payout's checkbox.
        public String choice(Disbursement payout) {
            var memo = memo(payout);
            var whom = memo == null ? payee(payout) : payee(payout) + ", " + texts().get("memo") + " " + memo;
            return texts().get(
                            "chooseOne",
                            whom,
                            formats()
                                    .money(
                                            payout.amount().decimal(),
                                            payout.amount().asset().code()));
        }

        public String account(Disbursement payout) {
            if (payout.isHeld()) {
                return "";
            }
            if (payout.isCrypto()) {
                return payout.payee().wallet().wallet().network();
            }
            var bank = payout.payee().parts().bank();
            var codes = RoutingCodes.of(
                    bank.routing().primary(),
                    bank.routing().ach(),
                    bank.routing().wire());
            return Stream.of(bank.bankName(), codes, bank.accountNumber())
                    .filter(part -> !part.isEmpty())
                    .collect(Collectors.joining(" "));
        }
    }
}
