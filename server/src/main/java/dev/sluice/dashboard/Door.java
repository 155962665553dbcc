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

/// Whom the dashboard lets in, and where. Every page and every form goes through here: it finds the visitor, checks
/// what they may do and that a form is one of ours, and turns what fails into a page.
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

    /// The dashboard's languages; the first is for everybody else.
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

    /// @param api what pages ask, once all routes are there
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

    /// A page for who may see it.
    public Route page(String template, Permission permission, Function<Visit, Answer> handler) {
        return new Route(Method.GET, template, request -> admit(request, permission, handler));
    }

    /// A file of what an organization has, for who may have it: it is read and written in one of few places.
    /// That it was taken away, narrowed to what, goes into the audit log, unless its head alone was asked for.
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

    /// What a form does, for who may do it. It goes into the audit log, whatever comes of it: also where it is refused
    /// to who may not do it.
    public Route action(String template, Permission permission, Function<Visit, Answer> handler) {
        return action(template, permission, _ -> Map.of(), handler);
    }

    /// The same of a form that changes something.
    ///
    /// @param before what stands until then, for the audit log; by the names of fields, with `before.` in front
    public Route action(
            String template,
            Permission permission,
            Function<Visit, Map<String, String>> before,
            Function<Visit, Answer> handler) {
        return actionOn(template, permission, before, _ -> Optional.empty(), handler);
    }

    /// A form that may change who may do what in the organization. Where that widens, the handler asks for an approval
    /// ([Visit#requireApproval]); the owners get a mail of what was done.
    ///
    /// @param fields names of all that it sends, those of lists with an asterisk: a second person sees each of them
    public Route sensitive(
            String template,
            Permission permission,
            List<String> fields,
            Function<Visit, Map<String, String>> before,
            Function<Visit, Answer> handler) {
        return form(Form.of(template, permission).before(before).asSensitive(fields), handler);
    }

    /// A form by which an operator changes what an organization allows, of which its owners get a mail.
    public Route sensitiveOn(
            String template,
            Permission permission,
            Function<Visit, Map<String, String>> before,
            Function<Visit, Optional<UUID>> organization,
            Function<Visit, Answer> handler) {
        var form = Form.of(template, permission).before(before).concerning(organization);
        return form(form.asSensitive(), handler);
    }

    /// A sensitive form that makes something.
    public Route sensitive(
            String template, Permission permission, List<String> fields, Function<Visit, Answer> handler) {
        return sensitive(template, permission, fields, _ -> Map.of(), handler);
    }

    /// A form about its sender, of which the owners get a mail.
    public Route personalSensitive(String template, Function<Visit, Answer> handler) {
        return form(Form.of(template, null).asSensitive(), handler);
    }

    /// The same of a form by which somebody acts on an organization that is not theirs. It stands in the audit log of
    /// that one too, as [#concerning] has it.
    ///
    /// @param organization whom it concerns
    public Route actionOn(
            String template,
            Permission permission,
            Function<Visit, Map<String, String>> before,
            Function<Visit, Optional<UUID>> organization,
            Function<Visit, Answer> handler) {
        return form(Form.of(template, permission).before(before).concerning(organization), handler);
    }

    /// The same of a form on which some things are chosen, which its address does not name. It stands in the audit log
    /// by the id of the one thing, or by that of each, as [#toEach] has it.
    public Route actionOnEach(
            String template,
            Permission permission,
            Function<Visit, List<UUID>> things,
            Function<Visit, Answer> handler) {
        return form(Form.of(template, permission).about(things), handler);
    }

    /// What a form asks that changes nothing, such as whether what was typed would do. It is no deed, so the audit log
    /// does not have it.
    public Route question(String template, Permission permission, Function<Visit, Answer> handler) {
        return form(Form.of(template, permission).asking(), handler);
    }

    /// What a form does, or only asks.
    ///
    /// @param asks whether it only asks this time
    /// @param before as an [#action] has it
    public Route actionOrQuestion(
            String template,
            Permission permission,
            Predicate<Visit> asks,
            Function<Visit, Map<String, String>> before,
            Function<Visit, Answer> handler) {
        return form(Form.of(template, permission).asking(asks).before(before), handler);
    }

    /// A page for whoever has signed in, about themselves.
    public Route personalPage(String template, Function<Visit, Answer> handler) {
        return new Route(Method.GET, template, request -> admit(request, null, handler));
    }

    /// What a form does, for whoever has signed in. It goes into the audit log as all that people do.
    public Route personalAction(String template, Function<Visit, Answer> handler) {
        return form(Form.of(template, null), handler);
    }

    private Route form(Form form, Function<Visit, Answer> handler) {
        return new Route(
                Method.POST, form.template(), request -> admit(request, null, visit -> taken(visit, form, handler)));
    }

    /// What an entry tells is found first, so that nothing is done that it could not tell.
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

    /// Does for a person who has just proved to be one what is theirs alone: letting them in. It goes into the audit
    /// log too.
    ///
    /// @param action what, such as `sign-in`
    public Answer letIn(Visit visit, User user, String action, Supplier<Answer> work) {
        return audited(Deeds.of(visit.request().remoteAddress(), user, action, Map.of()), work);
    }

    /// Writes down that somebody was not let in, where it is known who was meant. It is done aside, so that the answer
    /// takes as long where nobody is; `who` keeps no visit, since what was sent is gone by then.
    ///
    /// @param step what did not prove them: `password`, `code`, `passkey`
    public void turnedAway(Visit visit, String step, Supplier<Optional<User>> who) {
        turnedAway.note(visit.request(), step, who);
    }

    /// An organization that somebody of another one does something to.
    ///
    /// @param subject what it is done to there, by its id
    /// @param fields what it is told of that
    public record Concern(UUID organizationId, @Nullable String subject, Map<String, String> fields) {
        public Concern {
            fields = Map.copyOf(fields);
        }
    }

    /// Does what concerns other organizations too: each of them has in its own audit log what was done, by whom and
    /// why, though not from where, and of what was refused nothing that was given. It is within an [#action], which
    /// whoever does it has in theirs.
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

    /// Does to several things what an [#actionOnEach] is for: each has an entry of its own, beside that of the form, so
    /// that its id finds it, and what came of it alone.
    ///
    /// @param work gives why those were refused that were
    public Map<UUID, Refused> toEach(
            Visit visit, String template, List<UUID> things, Supplier<Map<UUID, Refused>> work) {
        return audits.doingEach(
                Deeds.each(visit, template, things),
                work::get,
                (refused, thing) -> refused.containsKey(thing) ? Failures.statusOf(refused.get(thing)) : DONE,
                Failures::statusOf);
    }

    /// What somebody did last by a form to the thing that a visit is to, whatever others tried.
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

    /// A page for everybody, signed in or not.
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

    /// What a page asks for by itself is no sign that somebody sits there.
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

    /// The public address of a page, for a mail.
    public String address(String path) {
        return baseUrl.get() + path;
    }
}
