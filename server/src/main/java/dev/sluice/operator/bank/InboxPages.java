package dev.sluice.operator.bank;

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
import dev.sluice.operator.OperatorPages;
import dev.sluice.operator.RequiredReason;
import dev.sluice.operator.RequiredReason.Rejection;
import dev.sluice.operator.bank.BankHead.Tab;
import dev.sluice.page.Texts;
import dev.sluice.rail.iso20022.decision.BankDecision;
import dev.sluice.rail.iso20022.decision.DecisionKind;
import dev.sluice.rail.iso20022.decision.DecisionRequest;
import dev.sluice.rail.iso20022.inbound.FileRelease;
import dev.sluice.rail.iso20022.inbound.InboundFile;
import dev.sluice.rail.iso20022.inbound.InboundFile.State;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.refusal.Refusal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Inbound files of an account: the list, and a file with its content, its release and its rejection.
public final class InboxPages {
    private static final String LIST = BankDesk.ACCOUNT + "/inbox";
    private static final String ONE = LIST + "/{file}";
    private static final String STATE = "state";

    private final BankDesk desk;

    InboxPages(BankDesk desk) {
        this.desk = desk;
    }

    List<Route> routes() {
        var guard = desk.guard();
        return List.of(
                guard.page(LIST, Permission.OPERATE, this::list),
                guard.page(ONE, Permission.OPERATE, context -> detail(context, Rejection.FIRST)),
                guard.export(ONE + "/content", Permission.OPERATE, this::content),
                guard.action(ONE + "/release", Permission.OPERATE, this::before, this::release),
                guard.action(ONE + "/reject", Permission.OPERATE, this::before, this::reject));
    }

    static String link(String account, UUID file) {
        return Tab.INBOX.link(account) + "/" + file;
    }

    private Answer list(PageContext context) {
        var texts = context.texts(OperatorPages.TEXTS);
        var profile = desk.profile(context);
        var state = OperatorPages.parameter(context, STATE)
                .flatMap(text -> Stream.of(State.values())
                        .filter(each -> name(each).equals(text))
                        .findFirst())
                .orElse(null);
        var page = desk.banks().inbox().list(profile.id(), state, OperatorPages.page(context));
        return context.page(
                "operator/bankinbox.jte",
                Section.BANKS,
                texts.get("bank.inboxOf", profile.id()),
                frame -> new Inbox(
                        frame,
                        texts,
                        OperatorPages.formats(context),
                        desk.head(texts, profile, Tab.INBOX),
                        state,
                        page));
    }

    /// Returns the colour of a state.
    public static String tone(State state) {
        return switch (state) {
            case RECEIVED -> "azure";
            case APPLIED -> "green";
            case HELD -> "orange";
            case UNREADABLE -> "red";
            case REJECTED -> "secondary";
        };
    }

    private static String name(State state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    private InboundFile load(PageContext context, BankProfile profile) {
        return desk.banks()
                .inbox()
                .find(OperatorPages.id(context, "file"))
                .filter(file -> file.account().equals(profile.id()))
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private Answer detail(PageContext context, Rejection again) {
        var texts = context.texts(OperatorPages.TEXTS);
        var profile = desk.profile(context);
        var file = load(context, profile);
        var content = FileContentView.of(desk.banks().inbox(), profile, file);
        var waiting = desk.waitingAbout(profile, file.id()).orElse(null);
        return context.page(
                again.status(),
                "operator/bankinbound.jte",
                Section.BANKS,
                texts.get("bank.inboundFile"),
                frame -> new InboundPage(
                        frame,
                        texts,
                        OperatorPages.formats(context),
                        desk.head(texts, profile, Tab.INBOX),
                        file,
                        content,
                        waiting,
                        again.problems()));
    }

    private Answer content(PageContext context) {
        var file = load(context, desk.profile(context));
        return BankDesk.download(file.name(), desk.banks().inbox().content(file));
    }

    /// Returns data about the file, for the audit log.
    private Map<String, String> before(PageContext context) {
        var file = load(context, desk.profile(context));
        var fields = new LinkedHashMap<String, String>();
        fields.put("before.name", file.name());
        fields.put("before.sha256", file.sha256());
        fields.put("before.state", name(file.state()));
        if (file.hold() != null) {
            fields.put("before.hold", file.hold().reason());
        }
        return fields;
    }

    private Answer release(PageContext context) {
        var profile = desk.profile(context);
        var file = load(context, profile);
        return RequiredReason.run(
                context,
                "reason-release",
                shown -> detail(context, shown),
                (reason, again) -> desk.request(
                        context,
                        () -> new DecisionRequest(
                                DecisionKind.RELEASE_FILE,
                                profile.id(),
                                file.id().toString(),
                                FileRelease.VERDICT,
                                reason),
                        again));
    }

    private Answer reject(PageContext context) {
        var profile = desk.profile(context);
        var before = load(context, profile);
        return RequiredReason.run(context, "reason-reject", shown -> detail(context, shown), (reason, again) -> {
            var texts = context.texts(OperatorPages.TEXTS);
            var path = link(profile.id(), before.id());
            boolean possible = before.state() == State.HELD || before.state() == State.UNREADABLE;
            var name = context.visitor().user().name();
            var file = possible ? desk.banks().inbox().reject(before.id(), name, reason) : before;
            if (file.state() == State.REJECTED) {
                return possible
                        ? context.redirect(path, texts.get("bank.fileRejected"))
                        : context.redirectWithWarning(path, texts.get("bank.fileWasRejected"));
            }
            return again.apply(new Rejection(
                    409, Problems.general(texts.get("bank.fileNotHeld", texts.get("bank.inbound." + file.state())))));
        });
    }

    /// List of inbound files.
    ///
    /// @param state the only state to list; null for all
    public record Inbox(
            Frame frame,
            Texts texts,
            Formats formats,
            BankHead head,
            @Nullable State state,
            Page<InboundFile> page) {
        public String path() {
            return Tab.INBOX.link(head.account());
        }

        public boolean isFiltered() {
            return state != null;
        }

        public Map<String, String> states() {
            var all = new LinkedHashMap<String, String>();
            Stream.of(State.values()).forEach(each -> all.put(name(each), texts.get("bank.inbound." + each)));
            return all;
        }

        public boolean is(String name) {
            return state != null && name(state).equals(name);
        }

        public String link(InboundFile file) {
            return InboxPages.link(head.account(), file.id());
        }

        /// Returns the link to another page of the same list.
        public String page(int number) {
            var parameters = new LinkedHashMap<String, String>();
            parameters.put(STATE, state == null ? "" : name(state));
            return Links.with(path(), parameters, "page", String.valueOf(number));
        }
    }

    /// Page of an inbound file.
    ///
    /// @param waiting request to release it; null if there is none
    public record InboundPage(
            Frame frame,
            Texts texts,
            Formats formats,
            BankHead head,
            InboundFile file,
            FileContentView content,
            @Nullable BankDecision waiting,
            Problems problems) {
        public String link() {
            return InboxPages.link(head.account(), file.id());
        }

        public boolean isReleasable() {
            return file.state() == State.HELD && waiting == null;
        }

        public boolean isRejectable() {
            return file.state() == State.HELD || file.state() == State.UNREADABLE;
        }

        public String decisionLink() {
            return waiting == null ? "" : DecisionPages.link(waiting);
        }
    }
}
