package dev.sluice.dashboard;

import dev.sluice.audit.AuditAction;
import dev.sluice.audit.AuditFilter;
import dev.sluice.audit.Audits;
import dev.sluice.audit.Entry;
import dev.sluice.client.SluiceException;
import dev.sluice.http.Answer;
import dev.sluice.http.InternalApi;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.User;
import dev.sluice.notification.UnreadCount;
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
public final class DashboardGuard {
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
    private final FailedSignInAudit failedSignIns;
    private final UnreadCount unread;
    private final Tokens tokens;
    private final Pages pages = new Pages();
    private final Downloads downloads = new Downloads();
    private final AuditRateLimit limit = new AuditRateLimit();
    private final Supplier<InternalApi> api;
    private final Supplier<URI> baseUrl;
    private final SensitiveForms sensitive;
    private final boolean sandbox;

    /// @param api in-process API of the service; available only after all routes are registered
    DashboardGuard(
            Sessions sessions,
            Audits audits,
            UnreadCount unread,
            Tokens tokens,
            SensitiveForms sensitive,
            Supplier<InternalApi> api,
            Supplier<URI> baseUrl,
            boolean sandbox) {
        this.sensitive = sensitive;
        this.sessions = sessions;
        this.audits = audits;
        this.failedSignIns = new FailedSignInAudit(audits);
        this.unread = unread;
        this.tokens = tokens;
        this.api = api;
        this.baseUrl = baseUrl;
        this.sandbox = sandbox;
    }

    /// Returns the route of a page that requires a permission.
    public Route page(String template, Permission permission, Function<PageContext, Answer> handler) {
        return new Route(Method.GET, template, request -> admit(request, permission, handler));
    }

    /// Returns the route of a file export that requires a permission. The number of concurrent exports is limited.
    /// The audit log records each export with its filters, except for HEAD requests.
    public Route export(String template, Permission permission, Function<PageContext, Answer> handler) {
        Function<PageContext, Answer> limited =
                context -> downloads.inPlace(context, () -> takenAway(context, template, handler));
        return new Route(Method.GET, template, request -> admitted(request, permission, limited));
    }

    private Answer takenAway(PageContext context, String template, Function<PageContext, Answer> handler) {
        var did = AuditEntries.of(context, template, Form.AuditData.fromQuery(context));
        return context.request().isHead()
                ? handler.apply(context)
                : audited(limit.counted(did), () -> handler.apply(context));
    }

    /// Returns the route of a form that requires a permission. The audit log records every attempt, including
    /// refused ones.
    public Route action(String template, Permission permission, Function<PageContext, Answer> handler) {
        return action(template, permission, _ -> Map.of(), handler);
    }

    /// Returns the route of a form that changes something.
    ///
    /// @param before previous values for the audit log, by field name with the prefix `before.`
    public Route action(
            String template,
            Permission permission,
            Function<PageContext, Map<String, String>> before,
            Function<PageContext, Answer> handler) {
        return actionOn(template, permission, before, _ -> Optional.empty(), handler);
    }

    /// Returns the route of a form that may change permissions in the organization. If it widens them, the handler
    /// requires an approval ([PageContext#requireApproval]). The owners get a mail about the change.
    ///
    /// @param fields names of all fields that it sends, list fields with an asterisk; the approver sees each of
    ///     them
    public Route sensitive(
            String template,
            Permission permission,
            List<String> fields,
            Function<PageContext, Map<String, String>> before,
            Function<PageContext, Answer> handler) {
        return form(Form.of(template, permission).before(before).asSensitive(fields), handler);
    }

    /// Returns the route of a form with which an operator changes an organization's limits. The owners get a mail.
    public Route sensitiveOn(
            String template,
            Permission permission,
            Function<PageContext, Map<String, String>> before,
            Function<PageContext, Optional<UUID>> organization,
            Function<PageContext, Answer> handler) {
        var form = Form.of(template, permission).before(before).concerning(organization);
        return form(form.asSensitive(), handler);
    }

    /// Returns the route of a sensitive form that creates something.
    public Route sensitive(
            String template, Permission permission, List<String> fields, Function<PageContext, Answer> handler) {
        return sensitive(template, permission, fields, _ -> Map.of(), handler);
    }

    /// Returns the route of a form that changes its sender's own settings. The owners get a mail.
    public Route personalSensitive(String template, Function<PageContext, Answer> handler) {
        return form(Form.of(template, null).asSensitive(), handler);
    }

    /// Returns the route of a form that acts on another organization, whose audit log also records it, as in
    /// [#concerning].
    ///
    /// @param organization organization that the form concerns
    public Route actionOn(
            String template,
            Permission permission,
            Function<PageContext, Map<String, String>> before,
            Function<PageContext, Optional<UUID>> organization,
            Function<PageContext, Answer> handler) {
        return form(Form.of(template, permission).before(before).concerning(organization), handler);
    }

    /// Returns the route of a form with a selection of resources that its path does not name. The audit log
    /// records the id of a single resource, or one entry per resource as in [#toEach].
    public Route actionOnEach(
            String template,
            Permission permission,
            Function<PageContext, List<UUID>> things,
            Function<PageContext, Answer> handler) {
        return form(Form.of(template, permission).about(things), handler);
    }

    /// Returns the route of a form that only asks, such as a dry run. It changes nothing, so it has no audit
    /// entry.
    public Route question(String template, Permission permission, Function<PageContext, Answer> handler) {
        return form(Form.of(template, permission).asking(), handler);
    }

    /// Returns the route of a form that either acts or only asks.
    ///
    /// @param asks true if the form only asks this time
    /// @param before previous values, as in [#action]
    public Route actionOrQuestion(
            String template,
            Permission permission,
            Predicate<PageContext> asks,
            Function<PageContext, Map<String, String>> before,
            Function<PageContext, Answer> handler) {
        return form(Form.of(template, permission).asking(asks).before(before), handler);
    }

    /// Returns the route of a page that every signed-in user may see.
    public Route personalPage(String template, Function<PageContext, Answer> handler) {
        return new Route(Method.GET, template, request -> admit(request, null, handler));
    }

    /// Returns the route of a form that every signed-in user may send. The audit log records it like any other
    /// form.
    public Route personalAction(String template, Function<PageContext, Answer> handler) {
        return form(Form.of(template, null), handler);
    }

    private Route form(Form form, Function<PageContext, Answer> handler) {
        return new Route(
                Method.POST,
                form.template(),
                request -> admit(request, null, context -> taken(context, form, handler)));
    }

    /// Builds the audit data before the handler runs, so that nothing is done that an entry could not record.
    private Answer taken(PageContext context, Form form, Function<PageContext, Answer> handler) {
        Optional<Form.AuditData> data;
        try {
            requireRole(context, form.permission());
            CsrfCheck.require(context);
            data = form.auditData(context);
        } catch (Forbidden | Refused | SluiceException refused) {
            if (form.question()) {
                throw refused;
            }
            return audited(limit.counted(AuditEntries.refused(context, form.template(), refused)), () -> {
                throw refused;
            });
        }
        return data.isEmpty()
                ? handler.apply(context)
                : UnknownOutcomePage.run(context, () -> done(context, form, data.get(), handler));
    }

    private Answer done(PageContext context, Form form, Form.AuditData data, Function<PageContext, Answer> handler) {
        return form.sensitive()
                ? sensitive.done(context, form, data, () -> done(context, form.template(), data, handler))
                : done(context, form.template(), data, handler);
    }

    private Answer done(
            PageContext context, String template, Form.AuditData data, Function<PageContext, Answer> handler) {
        var concerned = data.organization().stream()
                .map(id -> AuditEntries.concern(context, id, data.fields(), data.before()))
                .toList();
        return audits.runCreating(
                limit.counted(AuditEntries.of(context, template, data)),
                () -> concerning(context, template, concerned, () -> handler.apply(context)),
                Answer::status,
                _ -> context.createdId(),
                Failures::statusOf);
    }

    /// Runs a sign-in for a user who has just authenticated, and records it in the audit log.
    ///
    /// @param action name of the action, such as `sign-in`
    public Answer auditSignIn(PageContext context, User user, String action, Supplier<Answer> work) {
        return audited(AuditEntries.of(context.request().remoteAddress(), user, action, Map.of()), work);
    }

    /// Records a failed sign-in if the intended user is known. It runs in the background, so that the response
    /// takes as long for an unknown user. The supplier must not capture the visit, because the request body is
    /// released by then.
    ///
    /// @param step failed credential: `password`, `code` or `passkey`
    public void failedSignIns(PageContext context, String step, Supplier<Optional<User>> user) {
        failedSignIns.note(context.request(), step, user);
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
    public Answer concerning(PageContext context, String template, List<Concern> concerned, Supplier<Answer> work) {
        var whole = work;
        for (var each : concerned) {
            if (!each.organizationId().equals(context.visitor().organizationId())) {
                var inner = whole;
                whole = () -> audits.runOnOther(
                        AuditEntries.of(context, template, each), inner::get, Answer::status, Failures::statusOf);
            }
        }
        return whole.get();
    }

    /// Runs an [#actionOnEach] for several resources. Each gets an entry of its own besides the form's, so that a
    /// search for its id finds the entry and its own outcome.
    ///
    /// @param work returns the refusals by resource
    public Map<UUID, Refused> toEach(
            PageContext context, String template, List<UUID> things, Supplier<Map<UUID, Refused>> work) {
        return audits.runEach(
                AuditEntries.each(context, template, things),
                work::get,
                (refused, thing) -> refused.containsKey(thing) ? Failures.statusOf(refused.get(thing)) : DONE,
                Failures::statusOf);
    }

    /// Returns the last successful use of a form on the resource of this visit. Failed attempts do not count.
    public Optional<Entry> last(PageContext context, String template) {
        var kind = AuditEntries.of(context, template, Form.AuditData.NOTHING);
        var subject = Optional.ofNullable(kind.subject()).stream().toList();
        return audits.all(context.visitor().organizationId(), new AuditFilter(null, kind.action(), subject, null, null))
                .limit(LAST_AMONG)
                .filter(entry -> entry.isDone() && entry.action().action().equals(kind.action()))
                .findFirst();
    }

    private Answer audited(AuditAction action, Supplier<Answer> work) {
        return audits.run(action, work::get, Answer::status, Failures::statusOf);
    }

    /// Returns the route of a page that is open to everyone, signed in or not.
    public Route open(Method method, String template, Function<PageContext, Answer> handler) {
        return new Route(method, template, request -> {
            var context = context(request, visitor(request).orElse(null));
            return Failures.shown(context, () -> {
                if (method != Method.GET) {
                    CsrfCheck.requireOpen(request);
                }
                return handler.apply(context);
            });
        });
    }

    private Answer admit(Request request, @Nullable Permission permission, Function<PageContext, Answer> handler) {
        return admitted(request, permission, context -> downloads.bounded(context, handler.apply(context)));
    }

    private Answer admitted(Request request, @Nullable Permission permission, Function<PageContext, Answer> handler) {
        var visitor = visitor(request);
        if (visitor.isEmpty()) {
            return RequestOrigin.toSignIn(request);
        }
        if (!visitor.get().isProved() && !request.path().startsWith(ACCOUNT)) {
            return RequestOrigin.elsewhere(request, SECOND_FACTOR);
        }
        var context = context(request, visitor.get());
        return Failures.shown(context, () -> {
            requireRole(context, permission);
            return handler.apply(context);
        });
    }

    private static void requireRole(PageContext context, @Nullable Permission permission) {
        if (permission != null && !context.may(permission)) {
            throw new Forbidden(Forbidden.BY_ROLE);
        }
    }

    /// Finds the visitor. Requests that a page sends by itself do not extend the session.
    private Optional<Visitor> visitor(Request request) {
        return request.cookie(SESSION)
                .flatMap(RequestOrigin.isByItself(request) ? sessions::onlooker : sessions::visitor);
    }

    private PageContext context(Request request, @Nullable Visitor visitor) {
        var language = request.cookie(LANGUAGE)
                .or(() -> request.header("Accept-Language"))
                .orElse("");
        var theme = request.cookie(THEME).filter(THEMES::contains).orElse("");
        return new PageContext(
                request,
                visitor,
                new PageContext.Setting(
                        pages,
                        api,
                        unread,
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
