package dev.sluice.dashboard;

import dev.sluice.audit.AuditFilter;
import dev.sluice.audit.Audits;
import dev.sluice.audit.Deed;
import dev.sluice.audit.Entry;
import dev.sluice.client.SluiceException;
import dev.sluice.http.Answer;
import dev.sluice.http.Inward;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.User;
import dev.sluice.notice.Bell;
import dev.sluice.page.Pages;
import dev.sluice.page.Texts;
import dev.sluice.refusal.Refused;
import dev.sluice.signin.Sessions;
import dev.sluice.signin.Visitor;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Guard of the dashboard: every page and form passes through it. It authenticates the visitor, checks permissions
/// and CSRF tokens, writes the audit log, and renders failures as pages.
public final class Door {
    public static final String HOME = "/dashboard";
    public static final String SIGN_IN = "/dashboard/sign-in";
    public static final String ACCOUNT = HOME + "/account";
    public static final String SECOND_FACTOR = ACCOUNT + "/second-factor";
    public static final String SESSION = "sluice_session";
    static final String NOTICE = "sluice_notice";

    private static final String LANGUAGE = "sluice_language";
    private static final String THEME = "sluice_theme";
    private static final int DONE = 200;
    private static final int LAST_AMONG = 20;
    static final String FRAME = "dashboard.frame";

    private static final List<String> THEMES = List.of("light", "dark");

    /// Languages of the dashboard; the first is the default.
    public static final List<Locale> LANGUAGES = Texts.LANGUAGES_OF_EVERY_PAGE;

    private final Sessions sessions;
    private final Audits audits;
    private final TurnedAway turnedAway;
    private final Bell bell;
    private final Tokens tokens;
    private final Pages pages = new Pages();
    private final Downloads downloads = new Downloads();
    private final Pace pace = new Pace();
    private final Supplier<Inward> api;
    private final Supplier<URI> baseUrl;
    private final SensitiveForms sensitive;
    private final boolean sandbox;

    /// @param api in-process API of the service; available only after all routes are registered
    Door(
            Sessions sessions,
            Audits audits,
            Bell bell,
            Tokens tokens,
            SensitiveForms sensitive,
            Supplier<Inward> api,
            Supplier<URI> baseUrl,
            boolean sandbox) {
        this.sensitive = sensitive;
        this.sessions = sessions;
        this.audits = audits;
        this.turnedAway = new TurnedAway(audits);
        this.bell = bell;
        this.tokens = tokens;
        this.api = api;
        this.baseUrl = baseUrl;
        this.sandbox = sandbox;
    }

    /// Returns the route of a page that requires a permission.
    public Route page(String template, Permission permission, Function<Visit, Answer> handler) {
        return new Route(Method.GET, template, request -> admit(request, permission, handler));
    }

    /// Returns the route of a file export that requires a permission. The number of concurrent exports is limited.
    /// The audit log records each export with its filters, except for HEAD requests.
    public Route export(String template, Permission permission, Function<Visit, Answer> handler) {
        return new Route(
                Method.GET,
                template,
                request -> admitted(
                        request,
                        permission,
                        visit -> downloads.inPlace(visit, () -> takenAway(visit, template, handler))));
    }

    private Answer takenAway(Visit visit, String template, Function<Visit, Answer> handler) {
        var did = Deeds.of(visit, template, Form.Told.asked(visit));
        return visit.request().isHead() ? handler.apply(visit) : audited(pace.counted(did), () -> handler.apply(visit));
    }

    /// Returns the route of a form that requires a permission. The audit log records every attempt, including
    /// refused ones.
    public Route action(String template, Permission permission, Function<Visit, Answer> handler) {
        return action(template, permission, _ -> Map.of(), handler);
    }

    /// Returns the route of a form that changes something.
    ///
    /// @param before previous values for the audit log, by field name with the prefix `before.`
    public Route action(
            String template,
            Permission permission,
            Function<Visit, Map<String, String>> before,
            Function<Visit, Answer> handler) {
        return actionOn(template, permission, before, _ -> Optional.empty(), handler);
    }

    /// Returns the route of a form that may change permissions in the organization. If it widens them, the handler
    /// requires an approval ([Visit#requireApproval]). The owners get a mail about the change.
    ///
    /// @param fields names of all fields that it sends, list fields with an asterisk; the approver sees each of
    ///     them
    public Route sensitive(
            String template,
            Permission permission,
            List<String> fields,
            Function<Visit, Map<String, String>> before,
            Function<Visit, Answer> handler) {
        return form(Form.of(template, permission).before(before).asSensitive(fields), handler);
    }

    /// Returns the route of a form with which an operator changes an organization's limits. The owners get a mail.
    public Route sensitiveOn(
            String template,
            Permission permission,
            Function<Visit, Map<String, String>> before,
            Function<Visit, Optional<UUID>> organization,
            Function<Visit, Answer> handler) {
        var form = Form.of(template, permission).before(before).concerning(organization);
        return form(form.asSensitive(), handler);
    }

    /// Returns the route of a sensitive form that creates something.
    public Route sensitive(
            String template, Permission permission, List<String> fields, Function<Visit, Answer> handler) {
        return sensitive(template, permission, fields, _ -> Map.of(), handler);
    }

    /// Returns the route of a form that changes its sender's own settings. The owners get a mail.
    public Route personalSensitive(String template, Function<Visit, Answer> handler) {
        return form(Form.of(template, null).asSensitive(), handler);
    }

    /// Returns the route of a form that acts on another organization, whose audit log also records it, as in
    /// [#concerning].
    ///
    /// @param organization organization that the form concerns
    public Route actionOn(
            String template,
            Permission permission,
            Function<Visit, Map<String, String>> before,
            Function<Visit, Optional<UUID>> organization,
            Function<Visit, Answer> handler) {
        return form(Form.of(template, permission).before(before).concerning(organization), handler);
    }

    /// Returns the route of a form with a selection of resources that its path does not name. The audit log
    /// records the id of a single resource, or one entry per resource as in [#toEach].
    public Route actionOnEach(
            String template,
            Permission permission,
            Function<Visit, List<UUID>> things,
            Function<Visit, Answer> handler) {
        return form(Form.of(template, permission).about(things), handler);
    }

    /// Returns the route of a form that only asks, such as a dry run. It changes nothing, so it has no audit
    /// entry.
    public Route question(String template, Permission permission, Function<Visit, Answer> handler) {
        return form(Form.of(template, permission).asking(), handler);
    }

    /// Returns the route of a form that either acts or only asks.
    ///
    /// @param asks true if the form only asks this time
    /// @param before previous values, as in [#action]
    public Route actionOrQuestion(
            String template,
            Permission permission,
            Predicate<Visit> asks,
            Function<Visit, Map<String, String>> before,
            Function<Visit, Answer> handler) {
        return form(Form.of(template, permission).asking(asks).before(before), handler);
    }

    /// Returns the route of a page that every signed-in user may see.
    public Route personalPage(String template, Function<Visit, Answer> handler) {
        return new Route(Method.GET, template, request -> admit(request, null, handler));
    }

    /// Returns the route of a form that every signed-in user may send. The audit log records it like any other
    /// form.
    public Route personalAction(String template, Function<Visit, Answer> handler) {
        return form(Form.of(template, null), handler);
    }

    private Route form(Form form, Function<Visit, Answer> handler) {
        return new Route(
                Method.POST, form.template(), request -> admit(request, null, visit -> taken(visit, form, handler)));
    }

    /// Builds the audit data before the handler runs, so that nothing is done that an entry could not record.
    private Answer taken(Visit visit, Form form, Function<Visit, Answer> handler) {
        Optional<Form.Told> told;
        try {
            requireRole(visit, form.permission());
            OwnForm.require(visit);
            told = form.told(visit);
        } catch (Forbidden | Refused | SluiceException refused) {
            if (form.question()) {
                throw refused;
            }
            return audited(pace.counted(Deeds.refused(visit, form.template(), refused)), () -> {
                throw refused;
            });
        }
        return told.isEmpty()
                ? handler.apply(visit)
                : Unsettled.told(visit, () -> done(visit, form, told.get(), handler));
    }

    private Answer done(Visit visit, Form form, Form.Told told, Function<Visit, Answer> handler) {
        return form.sensitive()
                ? sensitive.done(visit, form, told, () -> done(visit, form.template(), told, handler))
                : done(visit, form.template(), told, handler);
    }

    private Answer done(Visit visit, String template, Form.Told told, Function<Visit, Answer> handler) {
        var concerned = told.organization().stream()
                .map(id -> Deeds.concern(visit, id, told.given(), told.before()))
                .toList();
        return audits.making(
                pace.counted(Deeds.of(visit, template, told)),
                () -> concerning(visit, template, concerned, () -> handler.apply(visit)),
                Answer::status,
                _ -> visit.made(),
                Failures::statusOf);
    }

    /// Runs a sign-in for a user who has just authenticated, and records it in the audit log.
    ///
    /// @param action name of the action, such as `sign-in`
    public Answer letIn(Visit visit, User user, String action, Supplier<Answer> work) {
        return audited(Deeds.of(visit.request().remoteAddress(), user, action, Map.of()), work);
    }

    /// Records a failed sign-in if the intended user is known. It runs in the background, so that the response
    /// takes as long for an unknown user. The supplier must not capture the visit, because the request body is
    /// released by then.
    ///
    /// @param step failed credential: `password`, `code` or `passkey`
    public void turnedAway(Visit visit, String step, Supplier<Optional<User>> who) {
        turnedAway.note(visit.request(), step, who);
    }

    /// Organization that is affected by an action of another organization's user.
    ///
    /// @param subject id of the affected resource
    /// @param fields form data for the organization's audit log
    public record Concern(UUID organizationId, @Nullable String subject, Map<String, String> fields) {
        public Concern {
            fields = Map.copyOf(fields);
        }
    }

    /// Runs an action that concerns other organizations. Their audit logs record the action, its user and its
    /// reason, but not the network address. A refused action is recorded without its form data. The caller is an
    /// [#action], which records the entry of the user's own organization.
    public Answer concerning(Visit visit, String template, List<Concern> concerned, Supplier<Answer> work) {
        var whole = work;
        for (var each : concerned) {
            if (!each.organizationId().equals(visit.visitor().organizationId())) {
                var inner = whole;
                whole = () ->
                        audits.doingTo(Deeds.of(visit, template, each), inner::get, Answer::status, Failures::statusOf);
            }
        }
        return whole.get();
    }

    /// Runs an [#actionOnEach] for several resources. Each gets an entry of its own besides the form's, so that a
    /// search for its id finds the entry and its own outcome.
    ///
    /// @param work returns the refusals by resource
    public Map<UUID, Refused> toEach(
            Visit visit, String template, List<UUID> things, Supplier<Map<UUID, Refused>> work) {
        return audits.doingEach(
                Deeds.each(visit, template, things),
                work::get,
                (refused, thing) -> refused.containsKey(thing) ? Failures.statusOf(refused.get(thing)) : DONE,
                Failures::statusOf);
    }

    /// Returns the last successful use of a form on the resource of this visit. Failed attempts do not count.
    public Optional<Entry> last(Visit visit, String template) {
        var deed = Deeds.of(visit, template, Form.Told.NOTHING);
        var subject = Optional.ofNullable(deed.subject()).stream().toList();
        return audits.all(visit.visitor().organizationId(), new AuditFilter(null, deed.action(), subject, null, null))
                .limit(LAST_AMONG)
                .filter(entry -> entry.isDone() && entry.deed().action().equals(deed.action()))
                .findFirst();
    }

    private Answer audited(Deed deed, Supplier<Answer> work) {
        return audits.doing(deed, work::get, Answer::status, Failures::statusOf);
    }

    /// Returns the route of a page that is open to everyone, signed in or not.
    public Route open(Method method, String template, Function<Visit, Answer> handler) {
        return new Route(method, template, request -> {
            var visit = visit(request, visitor(request).orElse(null));
            return Failures.shown(visit, () -> {
                if (method != Method.GET) {
                    OwnForm.requireOpen(request);
                }
                return handler.apply(visit);
            });
        });
    }

    private Answer admit(Request request, @Nullable Permission permission, Function<Visit, Answer> handler) {
        return admitted(request, permission, visit -> downloads.bounded(visit, handler.apply(visit)));
    }

    private Answer admitted(Request request, @Nullable Permission permission, Function<Visit, Answer> handler) {
        var visitor = visitor(request);
        if (visitor.isEmpty()) {
            return Asking.toSignIn(request);
        }
        if (!visitor.get().isProved() && !request.path().startsWith(ACCOUNT)) {
            return Asking.elsewhere(request, SECOND_FACTOR);
        }
        var visit = visit(request, visitor.get());
        return Failures.shown(visit, () -> {
            requireRole(visit, permission);
            return handler.apply(visit);
        });
    }

    private static void requireRole(Visit visit, @Nullable Permission permission) {
        if (permission != null && !visit.may(permission)) {
            throw new Forbidden(Forbidden.BY_ROLE);
        }
    }

    /// Finds the visitor. Requests that a page sends by itself do not extend the session.
    private Optional<Visitor> visitor(Request request) {
        return request.cookie(SESSION).flatMap(Asking.isByItself(request) ? sessions::onlooker : sessions::visitor);
    }

    private Visit visit(Request request, @Nullable Visitor visitor) {
        var language = request.cookie(LANGUAGE)
                .or(() -> request.header("Accept-Language"))
                .orElse("");
        var theme = request.cookie(THEME).filter(THEMES::contains).orElse("");
        return new Visit(
                request,
                visitor,
                new Visit.Setting(
                        pages,
                        api,
                        bell,
                        tokens,
                        Texts.of(FRAME, language, LANGUAGES),
                        language,
                        theme,
                        sensitive.dualControl()::isOn,
                        sandbox));
    }

    /// Reports whether dual control is on in an organization.
    public boolean hasDualControl(UUID organizationId) {
        return sensitive.dualControl().isOn(organizationId);
    }

    /// Returns the public URL of a page, for a mail.
    public String address(String path) {
        return baseUrl.get() + path;
    }
}
