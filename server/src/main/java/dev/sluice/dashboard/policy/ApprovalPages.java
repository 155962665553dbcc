package dev.sluice.dashboard.policy;

import dev.sluice.bulk.Bulks;
import dev.sluice.client.model.Page;
import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Paging;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.RoutingCodes;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
import dev.sluice.disbursement.Approvals;
import dev.sluice.disbursement.Approvals.Waiting;
import dev.sluice.disbursement.Disbursement;
import dev.sluice.disbursement.Disbursement.Actor;
import dev.sluice.disbursement.Payee;
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

/// Payouts that wait for an approval, and deciding on them.
public final class ApprovalPages {
    public static final String PATH = "/dashboard/approvals";
    static final String BUNDLE = "dashboard.policy";
    private static final int PER_PAGE = 50;
    private static final int PAGE_MAX = 1_000_000;

    private final Door door;
    private final Approvals approvals;
    private final FileApprovals files;
    private final Users users;

    public ApprovalPages(Door door, Approvals approvals, Bulks bulks, Users users) {
        this.door = door;
        this.approvals = approvals;
        this.files = new FileApprovals(approvals, bulks);
        this.users = users;
    }

    public List<Route> routes() {
        return List.of(
                door.page(PATH, Permission.APPROVE_PAYOUTS, visit -> show(visit, 200, Sent.NOTHING, null)),
                decision(PATH + "/approve", true),
                decision(PATH + "/reject", false),
                door.page(FileApprovals.PATH, Permission.APPROVE_PAYOUTS, files::show),
                door.action(
                        FileApprovals.PATH + "/approve",
                        Permission.APPROVE_PAYOUTS,
                        visit -> files.decide(visit, true)),
                door.action(
                        FileApprovals.PATH + "/reject",
                        Permission.APPROVE_PAYOUTS,
                        visit -> files.decide(visit, false)));
    }

    private Route decision(String path, boolean approved) {
        return door.actionOnEach(
                path,
                Permission.APPROVE_PAYOUTS,
                visit -> Sent.of(visit).chosen(),
                visit -> decide(visit, path, approved));
    }

    /// What a form says; nothing where a page is asked for.
    ///
    /// @param chosen the payouts that are decided on
    /// @param back the payout whose page the form was on
    private record Sent(List<UUID> chosen, String reason, Optional<UUID> back) {
        static final Sent NOTHING = new Sent(List.of(), "", Optional.empty());

        static Sent of(Visit visit) {
            var form = visit.form();
            return new Sent(
                    form.texts("payout").stream()
                            .flatMap(text -> Ids.parse(text).stream())
                            .distinct()
                            .limit(PER_PAGE)
                            .toList(),
                    Verdict.reason(visit),
                    form.text("back").flatMap(Ids::parse));
        }
    }

    private Answer show(Visit visit, int status, Sent sent, @Nullable String problem) {
        return show(visit, status, sent, problem, List.of());
    }

    /// All that wait, page by page; where the form was on a payout's page and nothing was decided, that payout alone.
    ///
    /// @param late those on which somebody else was faster
    private Answer show(Visit visit, int status, Sent sent, @Nullable String problem, List<Waiting> late) {
        var organization = visit.visitor().organizationId();
        var alone = sent.back()
                .map(id -> approvals.waiting(organization, List.of(id)))
                .orElse(List.of());
        var filter = ApprovalFilter.of(visit);
        var wrong = filter.problems(visit.texts(BUNDLE));
        boolean whole = alone.isEmpty() && !filter.isNarrow();
        var page = alone.isEmpty() ? page(visit, filter, wrong.isEmpty()) : Paging.of(alone, 1, PER_PAGE, 1);
        var sentFiles = whole ? files.waiting(organization) : FileApprovals.Files.NONE;
        return visit.page(
                wrong.isEmpty() ? status : 400,
                "dashboard/policy/approvals.jte",
                Section.APPROVALS,
                visit.texts(BUNDLE).get("approvals"),
                frame -> new Shown(
                        frame,
                        RuleWords.of(visit),
                        new Choice(filter, approvals.assets(organization), approvals.makers(organization), wrong),
                        page,
                        sentFiles,
                        visit.visitor().user().id(),
                        users.emails(organization),
                        sent.chosen(),
                        sent.reason(),
                        !alone.isEmpty(),
                        problem,
                        late));
    }

    private Page<Waiting> page(Visit visit, ApprovalFilter filter, boolean usable) {
        if (!usable) {
            return Paging.of(List.of(), 1, PER_PAGE, 0);
        }
        var organization = visit.visitor().organizationId();
        var narrowing = filter.narrowing();
        long total = approvals.countWaiting(organization, narrowing);
        int number = (int) Math.min(number(visit), Math.max(1, Math.ceilDiv(total, PER_PAGE)));
        var waiting = approvals.waiting(organization, narrowing, PER_PAGE, (long) (number - 1) * PER_PAGE);
        return Paging.of(waiting, number, PER_PAGE, total);
    }

    /// The page that is asked for, or that the form was on. As people decide there are fewer, so that it may be beyond
    /// the last one.
    private static int number(Visit visit) {
        var sent = visit.request().method() == Method.POST
                ? visit.form()
                : visit.request().query();
        return sent.integer("page", 1, 1, PAGE_MAX);
    }

    private Answer decide(Visit visit, String path, boolean approved) {
        var texts = visit.texts(BUNDLE);
        var sent = Sent.of(visit);
        var ids = sent.chosen();
        if (ids.isEmpty()) {
            return show(visit, 400, sent, texts.get("chooseSome"));
        }
        var verdict = new Verdict(approved, sent.reason());
        var fault = verdict.fault(texts);
        if (fault.isPresent()) {
            return show(visit, 400, sent, fault.get());
        }
        var organization = visit.visitor().organizationId();
        var refused = door.toEach(visit, path, ids, () -> approvals.review(organization, ids, verdict.word(visit)));
        int done = ids.size() - refused.size();
        if (!refused.isEmpty()) {
            var why = Verdict.why(texts, refused.values().stream().map(Refused::refusal));
            var late = approvals.ended(organization, refused.keySet());
            return show(visit, 409, sent, texts.get("notAll", done, refused.size()) + " " + why, late);
        }
        return visit.goTo(back(visit, sent), verdict.notice(texts, done));
    }

    /// To the payout whose page the form was on, or to the same page of the same list.
    private static String back(Visit visit, Sent sent) {
        var page = number(visit) == 1 ? "" : String.valueOf(number(visit));
        return sent.back()
                .map(id -> "/dashboard/payouts/" + id)
                .orElseGet(() -> Links.with(PATH, ApprovalFilter.of(visit).parameters(), "page", page));
    }

    /// What the list can be narrowed to, and is.
    ///
    /// @param units in which what waits is paid
    /// @param makers who made what waits
    public record Choice(ApprovalFilter filter, List<String> units, List<Actor> makers, Problems problems) {
        public Choice {
            units = List.copyOf(units);
            makers = List.copyOf(makers);
        }

        /// Whether nothing waits any more of what is chosen, so that the list does not have it.
        public boolean isUnitGone() {
            return !filter.unit().isEmpty() && !units.contains(filter.unit());
        }

        /// Whether nothing waits any more of who is chosen.
        public boolean isMakerGone() {
            return !filter.maker().isEmpty()
                    && makers.stream().noneMatch(maker -> maker.id().toString().equals(filter.maker()));
        }
    }

    /// What waits.
    ///
    /// @param files those of which payouts wait; none where the list is narrowed
    /// @param self who looks, and does not decide on their own
    /// @param emails of the organization's people, by their ids: names are as they call themselves
    /// @param chosen what is ticked, as it was sent
    /// @param reason as it was sent
    /// @param alone whether it is the one payout whose page the form was on, which is gone back to
    /// @param late those on which somebody else was faster
    public record Shown(
            Frame frame,
            RuleWords words,
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
        public Shown {
            emails = Map.copyOf(emails);
            chosen = List.copyOf(chosen);
            late = List.copyOf(late);
        }

        public Texts texts() {
            return words.texts();
        }

        public Look look() {
            return words.look();
        }

        /// What became of one on which somebody else was faster: who decided what, and when.
        public String verdict(Waiting each) {
            var approval = each.approval();
            var at = approval.endedAt() == null ? "" : look().time(approval.endedAt());
            var by = approval.decidedBy();
            if (by == null) {
                return texts().get("lateMoot", at);
            }
            boolean approved = Boolean.TRUE.equals(approval.approved());
            return texts().get(approved ? "lateApproved" : "lateRejected", by.name(), at);
        }

        /// The address of who made a payout; nothing where a program did.
        public @Nullable String maker(Waiting each) {
            return emails.get(each.payout().actor().id());
        }

        /// The address of who had a file paid.
        public @Nullable String maker(FileApprovals.Waiting each) {
            var by = each.file().confirmedBy();
            return by == null ? null : emails.get(by.id());
        }

        public boolean isOwn(Waiting each) {
            return each.isOwn(self);
        }

        public String payee(Disbursement payout) {
            return payout.isCrypto()
                    ? payout.payee().wallet().wallet().address()
                    : payout.payee().parts().known();
        }

        /// What the bank said of the payee's name, where it was asked.
        public Payee.@Nullable Check check(Disbursement payout) {
            return payout.isCrypto() ? null : payout.payee().parts().verification();
        }

        /// Whose of those who share the wallet is paid.
        public @Nullable String memo(Disbursement payout) {
            return payout.isCrypto() ? payout.payee().wallet().wallet().memo() : null;
        }

        /// What the box that chooses a payout is called.
        public String choice(Disbursement payout) {
            var memo = memo(payout);
            var whom = memo == null ? payee(payout) : payee(payout) + ", " + texts().get("memo") + " " + memo;
            return texts().get(
                            "chooseOne",
                            whom,
                            look().money(
                                            payout.amount().decimal(),
                                            payout.amount().asset().code()));
        }

        public String account(Disbursement payout) {
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
