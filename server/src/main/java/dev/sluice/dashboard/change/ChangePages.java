package dev.sluice.dashboard.change;

import dev.sluice.change.ChangeRequest;
import dev.sluice.change.ChangeRequests;
import dev.sluice.change.ChangeState;
import dev.sluice.change.ProposedChange;
import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.SensitiveForms;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.Why;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.mail.Mails;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import dev.sluice.notice.LocalizedMail;
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

    private final Door door;
    private final ChangeRequests requests;
    private final Users users;
    private final Mails mails;
    private final Supplier<Instant> now;

    /// @param now real time
    public ChangePages(Door door, ChangeRequests requests, Users users, Mails mails, Supplier<Instant> now) {
        this.door = door;
        this.requests = requests;
        this.users = users;
        this.mails = mails;
        this.now = now;
    }

    public List<Route> routes() {
        return List.of(
                door.personalPage(PATH, this::list),
                door.personalPage(ONE, visit -> one(visit, 200, Problems.none())),
                door.action(ONE + "/approve", Permission.MANAGE_TEAM, this::before, Why.optional(this::approve)),
                door.action(ONE + "/reject", Permission.MANAGE_TEAM, this::before, Why.optional(this::reject)),
                door.personalAction(ONE + "/withdraw", Why.optional(this::withdraw)));
    }

    private Answer list(Visit visit) {
        var me = visit.visitor().user();
        var all = requests.list(me.organizationId(), SHOWN_MAX).stream()
                .filter(each -> maySee(visit, each))
                .toList();
        return visit.page(
                "dashboard/change/changes.jte",
                Section.CHANGES,
                visit.texts(BUNDLE).get("title"),
                frame -> new All(frame, words(visit), all));
    }

    private Words words(Visit visit) {
        return new Words(
                visit.texts(BUNDLE),
                visit.texts(ActionWords.BUNDLE),
                FieldWords.in(visit.common()),
                visit.look(),
                users.emails(visit.visitor().organizationId()));
    }

    private static boolean maySee(Visit visit, ChangeRequest request) {
        return visit.may(Permission.MANAGE_TEAM)
                || request.isOf(visit.visitor().user().id());
    }

    private ChangeRequest found(Visit visit) {
        return requests.find(visit.visitor().organizationId(), visit.request().id("id", Refusal.NOT_FOUND))
                .filter(request -> maySee(visit, request))
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private Answer one(Visit visit, int status, Problems problems) {
        var request = found(visit);
        var texts = visit.texts(BUNDLE);
        var me = visit.visitor().user().id();
        return visit.page(
                status,
                "dashboard/change/change.jte",
                Section.CHANGES,
                texts.get("titleOne"),
                frame -> new One(
                        frame,
                        words(visit),
                        request,
                        visit.may(Permission.MANAGE_TEAM) && request.mayBeDecidedBy(me),
                        waitsUntil(visit),
                        request.wish().requester().id().equals(me),
                        request.isOf(me),
                        Why.typed(visit),
                        problems));
    }

    /// Returns the time until the visitor may approve; null if they may already.
    private @Nullable Instant waitsUntil(Visit visit) {
        var from = requests.approvesFrom(visit.visitor().user());
        return now.get().isBefore(from) ? from : null;
    }

    /// Returns the change under decision, for the audit log.
    private Map<String, String> before(Visit visit) {
        var wish = found(visit).wish();
        return Map.of(
                "before.action", wish.action(),
                "before.subject", wish.subject() == null ? "" : wish.subject(),
                "before.requester", words(visit).requester(wish));
    }

    private Answer approve(Visit visit) {
        return decide(
                visit,
                APPROVED,
                (id, reason) -> requests.approve(
                        visit.visitor().organizationId(), id, visit.visitor().user(), reason));
    }

    private Answer reject(Visit visit) {
        return decide(
                visit,
                "rejected",
                (id, reason) -> requests.reject(
                        visit.visitor().organizationId(), id, visit.visitor().user(), reason));
    }

    private Answer decide(Visit visit, String done, BiFunction<UUID, String, ChangeRequest> decision) {
        var request = found(visit);
        var texts = visit.texts(BUNDLE);
        if (request.isTampered()) {
            return one(visit, 409, Problems.whole(texts.get("tampered")));
        }
        if (request.isOf(visit.visitor().user().id())) {
            return one(visit, 409, Problems.whole(texts.get("yours")));
        }
        var from = waitsUntil(visit);
        if (done.equals(APPROVED) && from != null) {
            return one(
                    visit, 409, Problems.whole(texts.get("notYet", visit.look().time(from))));
        }
        ChangeRequest decided;
        try {
            decided = decision.apply(request.id(), Why.typed(visit));
        } catch (Refused refused) {
            if (refused.refusal() != Refusal.CHANGED_MEANWHILE) {
                throw refused;
            }
            return one(visit, 409, Problems.whole(texts.get("notWaiting")));
        }
        requester(decided).ifPresent(person -> tell(visit, decided, person, done));
        return visit.goTo(PATH, texts.get(done));
    }

    /// Returns the person behind the request: the requester, or the creator of the requesting program's key or
    /// secret.
    private Optional<User> requester(ChangeRequest request) {
        var asked = request.wish().requester();
        var organizationId = request.organizationId();
        return users.find(organizationId, asked.person() == null ? asked.id() : asked.person())
                .filter(user -> user.disabledAt().isEmpty());
    }

    private void tell(Visit visit, ChangeRequest request, User person, String done) {
        mails.send(
                request.organizationId(),
                tx -> List.of(LocalizedMail.of(
                        tx,
                        person,
                        BUNDLE,
                        texts -> texts.get("mailSubject." + done, did(texts, request.wish())),
                        texts -> texts.get(
                                "mailText." + done,
                                person.name(),
                                visit.visitor().user().name(),
                                did(texts, request.wish()),
                                Why.typed(visit),
                                door.address(PATH + "/" + request.id())))));
    }

    private static String did(Texts texts, ProposedChange wish) {
        return ActionWords.of(
                Texts.of(ActionWords.BUNDLE, texts.language(), Texts.LANGUAGES_OF_EVERY_PAGE),
                wish.action(),
                wish.values());
    }

    private Answer withdraw(Visit visit) {
        var texts = visit.texts(BUNDLE);
        try {
            requests.withdraw(
                    visit.visitor().organizationId(),
                    found(visit).id(),
                    visit.visitor().user());
        } catch (Refused refused) {
            if (refused.refusal() != Refusal.CHANGED_MEANWHILE) {
                throw refused;
            }
            return one(visit, 409, Problems.whole(texts.get("notWithdrawn")));
        }
        return visit.goTo(PATH, texts.get("withdrawn"));
    }

    /// Texts about changes on a page.
    ///
    /// @param actions names of actions, as the audit log has them
    /// @param emails addresses of the organization's people, by their ids
    /// @param fields labels of form fields
    public record Words(Texts texts, Texts actions, FieldWords fields, Look look, Map<UUID, String> emails) {
        public Words {
            emails = Map.copyOf(emails);
        }

        /// Returns the person, or the program with the creator of its key or secret: a person, or the server's
        /// administrator.
        public String requester(ProposedChange wish) {
            var requester = wish.requester();
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
        public @Nullable String affected(ProposedChange wish) {
            Map<String, String> values = wish.values();
            return Stream.concat(
                            SUBJECT_FIELDS.stream().map(field -> wish.before().get("before." + field)),
                            SUBJECT_FIELDS.stream().map(values::get))
                    .filter(value -> value != null && !value.isBlank())
                    .findFirst()
                    .map(value -> fields.value("kind", value))
                    .orElse(null);
        }

        public String did(ProposedChange wish) {
            return ActionWords.of(actions, wish.action(), wish.values());
        }

        public String state(ChangeRequest request) {
            return texts.get("state." + request.state().name());
        }
    }

    /// Requests visible to the visitor.
    public record All(Frame frame, Words words, List<ChangeRequest> requests) {
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
    public record One(
            Frame frame,
            Words words,
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
