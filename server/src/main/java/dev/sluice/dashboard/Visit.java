package dev.sluice.dashboard;

import dev.sluice.auth.Caller;
import dev.sluice.auth.Scope;
import dev.sluice.client.RetryPolicy;
import dev.sluice.client.SluiceClient;
import dev.sluice.http.Answer;
import dev.sluice.http.Ids;
import dev.sluice.http.IfMatch;
import dev.sluice.http.Inward;
import dev.sluice.http.Method;
import dev.sluice.http.Query;
import dev.sluice.http.Request;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.TimeZones;
import dev.sluice.notice.Bell;
import dev.sluice.page.Pages;
import dev.sluice.page.Texts;
import dev.sluice.refusal.Refusal;
import dev.sluice.signin.Seat;
import dev.sluice.signin.Visitor;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One request of a person at the dashboard: who they are, what they sent, what they may ask of the service, and how
/// they are answered.
public final class Visit {
    /// The field of a form that has the key under which it is done once.
    public static final String FORM_KEY = "formKey";

    /// The field that says in which language the numbers of a form, or of a link, are written.
    public static final String FORM_LANGUAGE = Amounts.LANGUAGE;

    private static final int FORBIDDEN = 403;
    private static final int ID_VERSION = 7;

    private final Request request;
    private final @Nullable Visitor visitor;
    private final Setting setting;
    private @Nullable Query form;
    private @Nullable Saying saying;
    private @Nullable String made;
    private @Nullable UUID approval;

    Visit(Request request, @Nullable Visitor visitor, Setting setting) {
        this.request = request;
        this.visitor = visitor;
        this.setting = setting;
    }

    /// What a page is rendered with.
    record Setting(
            Pages pages,
            Supplier<Inward> api,
            Bell bell,
            Tokens tokens,
            Texts texts,
            String language,
            String theme,
            Predicate<UUID> dualControl,
            boolean sandbox) {}

    public Request request() {
        return request;
    }

    /// @throws IllegalStateException on a page for everybody, where nobody has signed in
    public Visitor visitor() {
        if (visitor == null) {
            throw new IllegalStateException("nobody has signed in");
        }
        return visitor;
    }

    /// Where they sit.
    public Seat seat() {
        return new Seat(request.remoteAddress(), request.header("User-Agent").orElse(""));
    }

    public boolean isSignedIn() {
        return visitor != null;
    }

    public boolean may(Permission permission) {
        return visitor != null && visitor.may(permission);
    }

    public boolean sandbox() {
        return setting.sandbox();
    }

    /// What stands in the address, as the form of a page put it there.
    public Query query() {
        return Amounts.in(locale(), request.query());
    }

    /// What was sent in the form, each field once.
    public Query form() {
        var sent = form;
        if (sent == null) {
            sent = Amounts.in(locale(), request.form()).reading(Why.FIELD, Why::plain);
            form = sent;
        }
        return sent;
    }

    /// A file that was sent with the form.
    public Optional<Request.Upload> upload(String field) {
        return request.upload(field);
    }

    /// Who asks, as rooms know them.
    public Caller caller() {
        var who = visitor();
        var caller = new Caller(
                who.organizationId(),
                who.organization().name(),
                who.user().id(),
                who.user().name(),
                Scope.of(who::may),
                who.user().role());
        return approval == null ? caller : caller.approved(approval);
    }

    /// Notes that a second person has approved what the form does.
    ///
    /// @param changeRequest the id of the request
    void approved(UUID changeRequest) {
        approval = changeRequest;
    }

    /// Goes on where what the form does needs no approval of a second person, or has it. Otherwise it is refused as
    /// `APPROVAL_REQUIRED`, and the form becomes a change request.
    public void requireApproval() {
        if (approval == null && setting.dualControl().test(visitor().organizationId())) {
            throw Refusal.APPROVAL_REQUIRED.refused();
        }
    }

    /// Whether a part of a page is asked for, by a script of the page.
    public boolean isFragment() {
        return request.header("HX-Request").isPresent()
                && request.header("HX-Boosted").isEmpty()
                && request.header("HX-History-Restore-Request").isEmpty();
    }

    /// The service, as this person may use it. It knows their organization alone.
    public SluiceClient client() {
        return clientBuilder().build();
    }

    /// The same for a form that may be sent twice: what is done under one key is done once.
    ///
    /// @param formKey stood in the form when it was shown
    public SluiceClient client(String formKey) {
        return clientBuilder().idempotencyKeys(() -> formKey).build();
    }

    /// The same for what asks for many pages, such as a file: it waits and asks once more where it may not be answered
    /// now, since it would break off.
    public SluiceClient patientClient() {
        return clientBuilder().retries(RetryPolicy.standard()).build();
    }

    /// The same for a form that changes what its sender has seen, and nothing else.
    ///
    /// @param seen the state of it that was shown
    public SluiceClient client(String formKey, Seen seen) {
        return clientBuilder(seen).idempotencyKeys(() -> formKey).build();
    }

    /// The key that the sent form was shown with; without one, the request is one of its own.
    public String formKey() {
        return form().text(FORM_KEY).orElseGet(this::newFormKey);
    }

    /// The id that the thing will have which the sent form makes, where it was given out as the form's key: so it
    /// makes one however often it is sent.
    public Optional<UUID> formId() {
        return form().text(FORM_KEY).flatMap(Ids::parse).filter(given -> given.version() == ID_VERSION);
    }

    /// A key for a form that is shown now.
    public String newFormKey() {
        return UUID.randomUUID().toString();
    }

    private SluiceClient.Builder clientBuilder() {
        return clientBuilder(Seen.NOTHING);
    }

    private SluiceClient.Builder clientBuilder(Seen seen) {
        var caller = caller();
        return SluiceClient.builder()
                .retries(RetryPolicy.none())
                .carrier((method, target, body, headers) -> new InwardResponse(wording()
                        .of(setting.api()
                                .get()
                                .ask(caller, request, Method.valueOf(method), target, body, spoken(headers, seen)))));
    }

    /// What the service writes for people, such as a proof of a payout, is in the language of the page.
    private Map<String, String> spoken(Map<String, String> headers, Seen seen) {
        var all = new HashMap<>(headers);
        seen.tag().ifPresent(tag -> all.put(IfMatch.HEADER, tag));
        all.put("Accept-Language", language());
        return all;
    }

    /// The texts of a part of the dashboard, such as `dashboard.payouts`.
    public Texts texts(String bundle) {
        return Texts.of(bundle, setting.language(), Door.LANGUAGES);
    }

    /// The texts that pages of all parts have in common.
    public Texts common() {
        return setting.texts();
    }

    /// What the service says, as this person reads it. What they ask of it by `client()` is answered so already.
    public Wording wording() {
        return Wording.of(setting.texts());
    }

    /// Sums and times as this person reads them.
    public Look look() {
        return Look.of(setting.texts(), setting.tokens(), zone());
    }

    /// In which this person reads times, and begins and ends days.
    public ZoneId zone() {
        return visitor == null ? TimeZones.UTC : visitor.user().timeZone().orElse(TimeZones.UTC);
    }

    public Locale locale() {
        return setting.texts().locale();
    }

    /// A page in its frame.
    ///
    /// @param section nothing for a page that the menu does not have
    /// @param model makes what the template shows, of the frame around it
    public Answer page(String template, @Nullable Section section, String title, Function<Frame, ?> model) {
        return page(200, template, section, title, model);
    }

    /// The same with another status, for a form that is shown again.
    public Answer page(int status, String template, @Nullable Section section, String title, Function<Frame, ?> model) {
        var answer = setting.pages().page(status, template, model.apply(frame(section, title, unread())));
        return request.cookie(Door.NOTICE).isPresent() && !Asking.isByItself(request)
                ? answer.withCookie(Door.NOTICE + "=; Path=/dashboard; Max-Age=0; SameSite=Lax")
                : answer;
    }

    /// A page without the menu, such as for who has not signed in.
    public Answer plainPage(int status, String template, String title, Function<Frame, ?> model) {
        return setting.pages().page(status, template, model.apply(frame(null, title, null)));
    }

    /// The same of a part that needs what stands around a page, such as the token of its forms.
    public Answer part(String template, Function<Frame, ?> model) {
        return fragment(template, model.apply(frame(null, "", null)));
    }

    /// What stands in the bar of every page: how much the visitor has not read.
    public Answer bell() {
        return fragment("dashboard/bell.jte", frame(null, "", unread()));
    }

    /// A part of a page that has not changed since it was shown.
    public Answer unchanged() {
        return new Answer(204, "text/html; charset=utf-8", new byte[0]).with("Cache-Control", "no-store");
    }

    /// A part of a page.
    public Answer fragment(String template, Object model) {
        return setting.pages().page(200, template, model);
    }

    /// A page that stands in a frame of another one of ours.
    public Answer framed(String template, Object model) {
        return setting.pages().framed(template, model);
    }

    /// The language in which the visitor reads.
    public String language() {
        return setting.texts().language();
    }

    /// A page that says what is wrong, by the key of its text in `dashboard.frame`.
    public Answer problem(int status, String key, Object... values) {
        var title = setting.texts().get(key + "Title");
        var text = setting.texts().get(key + "Text", values);
        var above = visitor == null || status == FORBIDDEN
                ? null
                : Unsettled.pageAbove(request, setting.api().get()::isPage).orElse(null);
        return setting.pages()
                .page(status, "dashboard/problem.jte", new Problem(frame(null, title, null), text, above));
    }

    /// What is wrong, on a page of its own.
    ///
    /// @param above the page to go back to; nothing where there is none but the first
    public record Problem(
            Frame frame, String text, @Nullable String above) {}

    /// Notes what a form has made, by whose id the audit log finds who did.
    public void note(String madeId) {
        made = madeId;
    }

    Optional<String> made() {
        return Optional.ofNullable(made);
    }

    /// To another page, once something is done.
    public Answer goTo(String path) {
        return request.header("HX-Request").isPresent()
                ? new Answer(200, "text/plain; charset=utf-8", new byte[0]).with("HX-Redirect", path)
                : Pages.seeOther(path);
    }

    /// The same; the other page says what was done.
    public Answer goTo(String path, String notice) {
        return goTo(path, Saying.done(notice));
    }

    /// The same; the other page says that not all of it was done, or nothing.
    public Answer goToWarned(String path, String notice) {
        return goTo(path, Saying.warning(notice));
    }

    private Answer goTo(String path, Saying what) {
        return goTo(path)
                .withCookie(
                        Door.NOTICE + "=" + what.cookie() + "; Path=/dashboard; Max-Age=60; HttpOnly; SameSite=Lax");
    }

    /// Has the pages of this visit say something at their top.
    void say(Saying what) {
        saying = what;
    }

    private @Nullable Saying saying() {
        return saying == null ? request.cookie(Door.NOTICE).map(Saying::of).orElse(null) : saying;
    }

    private @Nullable Integer unread() {
        if (visitor == null) {
            return null;
        }
        var unread = setting.bell().unread(visitor.user(), setting.texts().language());
        return unread.isPresent() ? unread.getAsInt() : null;
    }

    private Frame frame(@Nullable Section here, String title, @Nullable Integer unread) {
        var texts = setting.texts();
        var who = visitor;
        return new Frame(
                title,
                texts,
                setting.theme(),
                setting.sandbox(),
                who == null
                        ? null
                        : new Frame.Person(
                                who.user().name(),
                                who.user().email(),
                                texts.get("role." + who.user().role()),
                                who.organization().name(),
                                who.user().timeZone().isPresent()),
                who == null ? null : who.formToken(),
                who == null ? List.of() : menu(who, here),
                unread,
                Stream.of(Permission.values()).filter(this::may).collect(Collectors.toSet()),
                who != null && who.organization().switches().frozen(),
                saying(),
                request.method() == Method.GET);
    }

    private List<Frame.Item> menu(Visitor who, @Nullable Section here) {
        return Stream.of(Section.values())
                .filter(section -> who.may(section.permission()))
                .map(section -> new Frame.Item(
                        setting.texts().get("section." + section), section.path(), section.icon(), section == here))
                .toList();
    }
}
