package dev.sluice.operator.bank;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.http.Answer;
import dev.sluice.http.Ids;
import dev.sluice.http.Page;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.operator.OperatorPages;
import dev.sluice.operator.PayoutPages;
import dev.sluice.operator.RequiredReason;
import dev.sluice.operator.RequiredReason.Rejection;
import dev.sluice.operator.bank.BankHead.Tab;
import dev.sluice.page.Texts;
import dev.sluice.rail.iso20022.decision.BankDecision;
import dev.sluice.rail.iso20022.decision.DecisionKind;
import dev.sluice.rail.iso20022.decision.DecisionRequest;
import dev.sluice.rail.iso20022.inbound.FileRelease;
import dev.sluice.rail.iso20022.payout.BankPayouts.OutgoingFile;
import dev.sluice.rail.iso20022.payout.OutgoingFiles;
import dev.sluice.rail.iso20022.payout.OutgoingFiles.Payout;
import dev.sluice.rail.iso20022.payout.OutgoingFiles.Shown;
import dev.sluice.rail.iso20022.payout.OutgoingFiles.Waiting;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.refusal.Refusal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Outgoing files of an account: the list, and a file with its attempts, its payouts, its bytes, the question for the
/// bank, and the decisions about it.
public final class FilePages {
    private static final String LIST = BankDesk.ACCOUNT + "/files";
    private static final String ONE = LIST + "/{msgId}";
    private static final String STATE = "state";
    private static final int WAITING_MAX = 100;
    private static final String PAYOUT = "payout";
    private static final String VERDICT = "verdict";

    private final BankDesk desk;

    FilePages(BankDesk desk) {
        this.desk = desk;
    }

    List<Route> routes() {
        var guard = desk.guard();
        return List.of(
                guard.page(LIST, Permission.OPERATE, context -> list(context, Rejection.FIRST)),
                guard.action(LIST + "/release", Permission.OPERATE, this::release),
                guard.page(ONE, Permission.OPERATE, context -> detail(context, Rejection.FIRST)),
                guard.export(ONE + "/content", Permission.OPERATE, this::content),
                guard.action(ONE + "/resolve", Permission.OPERATE, this::before, this::resolve),
                guard.action(
                        ONE + "/void",
                        Permission.OPERATE,
                        this::before,
                        context -> request(context, "reason-void", DecisionKind.VOID_FILE, "void")),
                guard.action(
                        ONE + "/requeue",
                        Permission.OPERATE,
                        this::before,
                        context -> request(context, "reason-requeue", DecisionKind.REQUEUE_ORDERS, "requeue")));
    }

    static String link(String account, String msgId) {
        return Tab.FILES.link(account) + "/" + msgId;
    }

    private Answer list(PageContext context, Rejection again) {
        var texts = context.texts(OperatorPages.TEXTS);
        var profile = desk.profile(context);
        var state = OperatorPages.parameter(context, STATE)
                .filter(OutgoingFiles.states()::contains)
                .orElse(null);
        var page = desk.banks().outgoing().list(profile.id(), state, OperatorPages.page(context));
        var waiting = desk.banks().outgoing().waiting(profile.id(), WAITING_MAX);
        return context.page(
                again.status(),
                "operator/bankfiles.jte",
                Section.BANKS,
                texts.get("bank.filesOf", profile.id()),
                frame -> new Files(
                        frame,
                        texts,
                        OperatorPages.formats(context),
                        desk.head(texts, profile, Tab.FILES),
                        state,
                        page,
                        waiting,
                        again.problems()));
    }

    /// Sends a payout although a limit of the profile is reached. One person is enough.
    private Answer release(PageContext context) {
        var profile = desk.profile(context);
        return RequiredReason.run(context, shown -> list(context, shown), (reason, again) -> {
            var id = context.form().text(PAYOUT).orElse("");
            var texts = context.texts(OperatorPages.TEXTS);
            if (Ids.parse(id).isEmpty()) {
                return again.apply(new Rejection(400, Problems.general(texts.get("bank.payoutChoose"))));
            }
            return BankDesk.decide(context, again, () -> {
                var request =
                        new DecisionRequest(DecisionKind.LIFT_LIMIT, profile.id(), id, FileRelease.VERDICT, reason);
                desk.banks().decisions().request(request, BankDesk.person(context));
                return context.redirect(Tab.FILES.link(profile.id()), texts.get("bank.limitReleased"));
            });
        });
    }

    private Shown load(PageContext context, BankProfile profile) {
        var msgId = context.request().parameter("msgId");
        return desk.banks()
                .outgoing()
                .find(msgId)
                .filter(file ->
                        file.account().equals(profile.id()) && file.msgId().equals(msgId))
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private Answer detail(PageContext context, Rejection again) {
        var texts = context.texts(OperatorPages.TEXTS);
        var profile = desk.profile(context);
        var file = load(context, profile);
        var subjects = Stream.concat(
                        Stream.of(file.msgId()),
                        file.payouts().stream()
                                .map(each -> each.ref().payoutId().toString()))
                .toList();
        var waiting = desk.waiting(profile).stream()
                .filter(each -> subjects.contains(each.subject()))
                .toList();
        var question = new BankQuestion(profile, file);
        return context.page(
                again.status(),
                "operator/bankfile.jte",
                Section.BANKS,
                texts.get("bank.fileNamed", file.msgId()),
                frame -> new FilePage(
                        frame,
                        texts,
                        OperatorPages.formats(context),
                        desk.head(texts, profile, Tab.FILES),
                        file,
                        waiting,
                        question.texts(texts, Texts.of(OperatorPages.TEXTS, "en", DashboardGuard.LANGUAGES)),
                        again.problems()));
    }

    private Answer content(PageContext context) {
        var file = load(context, desk.profile(context));
        return BankDesk.decide(
                context,
                shown -> context.problem(
                        shown.status(),
                        "refused",
                        String.valueOf(shown.problems().general())),
                () -> BankDesk.download(file.name(), desk.banks().outgoing().content(file.msgId())));
    }

    /// Returns data about the file, for the audit log.
    private Map<String, String> before(PageContext context) {
        var file = load(context, desk.profile(context));
        return Map.of(
                "before.sha256", file.sha256(),
                "before.state", file.summary().state(),
                "before.sum", file.summary().sum() + " " + file.summary().currency());
    }

    private Answer request(PageContext context, String at, DecisionKind kind, String verdict) {
        var profile = desk.profile(context);
        var file = load(context, profile);
        return RequiredReason.run(
                context,
                at,
                shown -> detail(context, shown),
                (reason, again) -> desk.request(
                        context, () -> new DecisionRequest(kind, profile.id(), file.msgId(), verdict, reason), again));
    }

    private Answer resolve(PageContext context) {
        var profile = desk.profile(context);
        var file = load(context, profile);
        return RequiredReason.run(context, "reason-resolve", shown -> detail(context, shown), (reason, again) -> {
            var id = context.form().text(PAYOUT).orElse("");
            if (file.payouts().stream()
                    .noneMatch(each -> each.ref().payoutId().toString().equals(id))) {
                var text = context.texts(OperatorPages.TEXTS).get("bank.payoutInvalid");
                return again.apply(new Rejection(400, Problems.general(text)));
            }
            return desk.request(
                    context,
                    () -> new DecisionRequest(
                            DecisionKind.RESOLVE_PAYOUT,
                            profile.id(),
                            id,
                            context.form().text(VERDICT).orElse(""),
                            reason),
                    again);
        });
    }

    /// Returns the colour of a file's state.
    public static String tone(String state) {
        return switch (state) {
            case "delivered" -> "green";
            case "doubtful" -> "red";
            case "taken" -> "orange";
            case "void" -> "secondary";
            default -> "azure";
        };
    }

    /// List of outgoing files.
    ///
    /// @param state the only state to list; null for all
    /// @param waiting payouts that wait for a limit
    public record Files(
            Frame frame,
            Texts texts,
            Formats formats,
            BankHead head,
            @Nullable String state,
            Page<OutgoingFile> page,
            List<Waiting> waiting,
            Problems problems) {
        public Files {
            waiting = List.copyOf(waiting);
        }

        public String path() {
            return Tab.FILES.link(head.account());
        }

        public boolean isFiltered() {
            return state != null;
        }

        public Map<String, String> states() {
            var all = new LinkedHashMap<String, String>();
            OutgoingFiles.states().forEach(each -> all.put(each, texts.get("bank.outgoing." + each)));
            return all;
        }

        public boolean is(String name) {
            return name.equals(state);
        }

        public String payoutLink(Waiting payout) {
            return PayoutPages.link(payout.ref());
        }

        public String link(OutgoingFile file) {
            return FilePages.link(head.account(), file.msgId());
        }

        /// Returns the link to another page of the same list.
        public String page(int number) {
            return Links.with(path(), Map.of(STATE, state == null ? "" : state), "page", String.valueOf(number));
        }
    }

    /// Page of an outgoing file.
    ///
    /// @param waiting requests about it and its payouts
    /// @param questions texts for the bank, in the page's language and in English
    public record FilePage(
            Frame frame,
            Texts texts,
            Formats formats,
            BankHead head,
            Shown file,
            List<BankDecision> waiting,
            List<String> questions,
            Problems problems) {
        private static final String OPEN = "sealed";

        public FilePage {
            waiting = List.copyOf(waiting);
            questions = List.copyOf(questions);
        }

        public String link() {
            return FilePages.link(head.account(), file.msgId());
        }

        public String payoutLink(Payout payout) {
            return PayoutPages.link(payout.ref());
        }

        public String fileLink(String msgId) {
            return FilePages.link(head.account(), msgId);
        }

        public String decisionLink(BankDecision decision) {
            return DecisionPages.link(decision);
        }

        /// Returns true if the bank may or may not have the file.
        public boolean isDoubtful() {
            return file.summary().state().equals("doubtful");
        }

        /// Returns true if two people can declare it void.
        public boolean isVoidable() {
            return isDoubtful() || file.summary().state().equals("taken");
        }

        /// Returns true if the bank refused all of its open payouts.
        public boolean isRequeueable() {
            return file.summary().state().equals("delivered")
                    && !open().isEmpty()
                    && open().stream()
                            .allMatch(each ->
                                    each.status() != null && each.status().startsWith("RJCT"));
        }

        /// Returns the payouts that have not ended.
        public List<Payout> open() {
            return file.payouts().stream()
                    .filter(each -> each.state().equals(OPEN) && each.laterFile() == null)
                    .toList();
        }
    }
}
