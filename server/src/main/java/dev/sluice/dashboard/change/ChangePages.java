package dev.sluice.dashboard.change;

import dev.sluice.change.ChangeRequest;
import dev.sluice.change.ChangeRequests;
import dev.sluice.change.ChangeState;
import dev.sluice.change.ProposedChange;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.OptionalReason;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.SensitiveForms;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.mail.Mails;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import dev.sluice.notification.LocalizedMail;
import dev.sluice.page.ActionWords;
import dev.sluice.page.FieldWords;
import dev.sluice.page.Texts;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Pages of change requests. Administrators see all of their organization and decide on those of others. All users
/// see, withdraw and, after the approval, carry out their own.
public final class ChangePages {
    private static final String PATH = SensitiveForms.PATH;
    private static final String ONE = PATH + "/{id}";
    private static final String BUNDLE = "dashboard.change";
    private static final String APPROVED = "approved";
    private static final List<String> SUBJECT_FIELDS = List.of("email", "label", "url", "name", "kind");
    private static final int SHOWN_MAX = ChangeRequests.OPEN_MAX + 100;

    private final DashboardGuard guard;
    private final ChangeRequests requests;
    private final Users users;
    private final Mails mails;
    private final Supplier<Instant> now;

    /// @param now real time
    public ChangePages(DashboardGuard guard, ChangeRequests requests, Users users, Mails mails, Supplier<Instant> now) {
        this.guard = guard;
        this.requests = requests;
        this.users = users;
        this.mails = mails;
        this.now = now;
    }

    public List<Route> routes() {
        return List.of(
                guard.personalPage(PATH, this::list),
                guard.personalPage(ONE, context -> detail(context, 200, Problems.none())),
                guard.action(
                        ONE + "/approve", Permission.MANAGE_TEAM, this::before, OptionalReason.optional(this::approve)),
                guard.action(
                        ONE + "/reject", Permission.MANAGE_TEAM, this::before, OptionalReason.optional(this::reject)),
                guard.personalAction(ONE + "/withdraw", OptionalReason.optional(this::withdraw)));
    }

    private Answer list(PageContext context) {
        var me = context.visitor().user();
        var all = requests.list(me.organizationId(), SHOWN_MAX).stream()
                .filter(each -> maySee(context, each))
                .toList();
        return context.page(
                "dashboard/change/changes.jte",
                Section.CHANGES,
                context.texts(BUNDLE).get("title"),
                frame -> new All(frame, texts(context), all));
    }

    private Words texts(PageContext context) {
        return new Words(
                context.texts(BUNDLE),
                context.texts(ActionWords.BUNDLE),
                FieldWords.in(context.common()),
                context.formats(),
                users.emails(context.visitor().organizationId()));
    }

    private static boolean maySee(PageContext context, ChangeRequest request) {
        return context.may(Permission.MANAGE_TEAM)
                || request.isOf(context.visitor().user().id());
    }

    private ChangeRequest load(PageContext context) {
        return requests.find(
                        context.visitor().organizationId(), context.request().id("id", Refusal.NOT_FOUND))
                .filter(request -> maySee(context, request))
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private Answer detail(PageContext context, int status, Problems problems) {
        var request = load(context);
        var texts = context.texts(BUNDLE);
        var me = context.visitor().user().id();
        return context.page(
                status,
                "dashboard/change/change.jte",
                Section.CHANGES,
                texts.get("titleOne"),
                frame -> new ChangeRequestPage(
                        frame,
                        texts(context),
                        request,
                        context.may(Permission.MANAGE_TEAM) && request.mayBeDecidedBy(me),
                        waitsUntil(context),
                        request.proposed().requester().id().equals(me),
                        request.isOf(me),
                        OptionalReason.input(context),
                        problems));
    }

    /// Returns the time until the visitor may approve; null if they may already.
    private @Nullable Instant waitsUntil(PageContext context) {
        var from = requests.approvesFrom(context.visitor().user());
        return now.get().isBefore(from) ? from : null;
    }

    /// Returns the change under decision, for the audit log.
    private Map<String, String> before(PageContext context) {
        var proposed = load(context).proposed();
        return Map.of(
                "before.action", proposed.action(),
                "before.subject", proposed.subject() == null ? "" : proposed.subject(),
                "before.requester", texts(context).requester(proposed));
    }

    private Answer approve(PageContext context) {
        return decide(
                context,
                APPROVED,
                (id, reason) -> requests.approve(
                        context.visitor().organizationId(),
                        id,
                        context.visitor().user(),
                        reason));
    }

    private Answer reject(PageContext context) {
        return decide(
                context,
                "rejected",
                (id, reason) -> requests.reject(
                        context.visitor().organizationId(),
                        id,
                        context.visitor().user(),
                        reason));
    }

    private Answer decide(PageContext context, String done, BiFunction<UUID, String, ChangeRequest> decision) {
        var request = load(context);
        var texts = context.texts(BUNDLE);
        if (request.isTampered()) {
            return detail(context, 409, Problems.general(texts.get("tampered")));
        }
        if (request.isOf(context.visitor().user().id())) {
            return detail(context, 409, Problems.general(texts.get("yours")));
        }
        var from = waitsUntil(context);
        if (done.equals(APPROVED) && from != null) {
            return detail(
                    context,
                    409,
                    Problems.general(texts.get("notYet", context.formats().time(from))));
        }
        ChangeRequest decided;
        try {
            decided = decision.apply(request.id(), OptionalReason.input(context));
        } catch (Refused refused) {
            if (refused.refusal() != Refusal.CHANGED_MEANWHILE) {
                throw refused;
            }
            return detail(context, 409, Problems.general(texts.get("notWaiting")));
        }
        requester(decided).ifPresent(person -> mailOwners(context, decided, person, done));
        return context.redirect(PATH, texts.get(done));
    }

    /// Returns the person behind the request: the requester, or the creator of the requesting program's key or
    /// secret.
    private Optional<User> requester(ChangeRequest request) {
        var asked = request.proposed().requester();
        var organizationId = request.organizationId();
        return users.find(organizationId, asked.person() == null ? asked.id() : asked.person())
                .filter(user -> user.disabledAt().isEmpty());
    }

    private void mailOwners(PageContext context, ChangeRequest request, User person, String done) {
        mails.send(
                request.organizationId(),
                tx -> List.of(LocalizedMail.of(
                        tx,
                        person,
                        BUNDLE,
                        texts -> texts.get("mailSubject." + done, did(texts, request.proposed())),
                        texts -> texts.get(
                                "mailText." + done,
                                person.name(),
                                context.visitor().user().name(),
                                did(texts, request.proposed()),
                                OptionalReason.input(context),
                                guard.address(PATH + "/" + request.id())))));
    }

    private static String did(Texts texts, ProposedChange proposed) {
        return ActionWords.of(
                Texts.of(ActionWords.BUNDLE, texts.language(), Texts.LANGUAGES_OF_EVERY_PAGE),
                proposed.action(),
                proposed.values());
    }

    private Answer withdraw(PageContext context) {
        var texts = context.texts(BUNDLE);
        try {
            requests.withdraw(
                    context.visitor().organizationId(),
                    load(context).id(),
                    context.visitor().user());
        } catch (Refused refused) {
            if (refused.refusal() != Refusal.CHANGED_MEANWHILE) {
                throw refused;
            }
            return detail(context, 409, Problems.general(texts.get("notWithdrawn")));
        }
        return context.redirect(PATH, texts.get("withdrawn"));
    }

    /// Texts about changes on a page.
    ///
    /// @param actions names of actions, as the audit log has them
    /// @param emails addresses of the organization's people, by their ids
    /// @param fields labels of form fields
    public record Words(Texts texts, Texts actions, FieldWords fields, Formats formats, Map<UUID, String> emails) {
        public Words {
            emails = Map.copyOf(emails);
        }

        /// Returns the person, or the program with the creator of its key or secret: a person, or the server's
        /// administrator.
        public String requester(ProposedChange proposed) {
            var requester = proposed.requester();
            if (emails.containsKey(requester.id())) {
                return called(requester.id(), requester.name());
            }
            return requester.person() == null
                    ? texts.get("programOfServer", requester.name())
                    : texts.get("programOf", requester.name(), emails.getOrDefault(requester.person(), "–"));
        }

        /// Names a person, with the email address that distinguishes them from others of that name.
        public String called(UUID id, String name) {
            var email = emails.get(id);
            return email == null ? name : name + " (" + email + ")";
        }

        /// Names the affected person, program, endpoint or wallet; null if the change has none.
        public @Nullable String affected(ProposedChange proposed) {
            Map<String, String> values = proposed.values();
            return Stream.concat(
                            SUBJECT_FIELDS.stream()
                                    .map(field -> proposed.before().get("before." + field)),
                            SUBJECT_FIELDS.stream().map(values::get))
                    .filter(value -> value != null && !value.isBlank())
                    .findFirst()
                    .map(value -> fields.value("kind", value))
                    .orElse(null);
        }

        public String did(ProposedChange proposed) {
            return ActionWords.of(actions, proposed.action(), proposed.values());
        }

        public String state(ChangeRequest request) {
            return texts.get("state." + request.state().name());
        }
    }

    /// Requests visible to the visitor.
    public record All(Frame frame, Words texts, List<ChangeRequest> requests) {
        public All {
            requests = List.copyOf(requests);
        }
    }

    /// One request.
    ///
    /// @param mayDecide true if the visitor is a second person with the right to decide on it
    /// @param waitsUntil time until which the visitor may only reject; null if they may approve
    /// @param own true if the visitor requested it
    /// @param related true if the visitor requested it, or a program with their key or secret
    /// @param reason as it was typed
    public record ChangeRequestPage(
            Frame frame,
            Words texts,
            ChangeRequest request,
            boolean mayDecide,
            @Nullable Instant waitsUntil,
            boolean own,
            boolean related,
            String reason,
            Problems problems) {
        public boolean mayCarryOut() {
            return own && request.state() instanceof ChangeState.Approved;
        }

        public boolean mayWithdraw() {
            return related && request.state().isOpen();
        }

        public ChangeState.@Nullable Decision decision() {
            return switch (request.state()) {
                case ChangeState.Approved(var decision) -> decision;
                case ChangeState.Rejected(var decision) -> decision;
                case ChangeState.CarriedOut(var decision, var _) -> decision;
                case ChangeState.Expired(var approval) -> approval.orElse(null);
                case ChangeState.Waiting _, ChangeState.Withdrawn _, ChangeState.Tampered _ -> null;
            };
        }
    }
}
