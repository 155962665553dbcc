package dev.sluice.dashboard;

import dev.sluice.auth.Caller;
import dev.sluice.auth.Scope;
import dev.sluice.client.RetryPolicy;
import dev.sluice.client.SluiceClient;
import dev.sluice.http.Answer;
import dev.sluice.http.Ids;
import dev.sluice.http.InternalApi;
import dev.sluice.http.Method;
import dev.sluice.http.Query;
import dev.sluice.http.Request;
import dev.sluice.merchant.Consent;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.TimeZones;
import dev.sluice.notification.UnreadCount;
import dev.sluice.page.Pages;
import dev.sluice.page.Texts;
import dev.sluice.refusal.Refusal;
import dev.sluice.signin.ClientInfo;
import dev.sluice.signin.Visitor;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Context of one page request: the visitor, their input, an API client with their permissions, and the response.
public final class PageContext {
    /// Field with the idempotency key of a form.
    public static final String FORM_KEY = "formKey";

    /// Field with the language of the numbers in a form or link.
    public static final String FORM_LANGUAGE = Amounts.LANGUAGE;

    private static final int FORBIDDEN = 403;
    private static final int ID_VERSION = 7;

    private final Request request;
    private final @Nullable Visitor visitor;
    private final Setting setting;
    private @Nullable Query form;
    private @Nullable FlashMessage flash;
    private @Nullable String createdId;
    private @Nullable UUID approval;

    PageContext(Request request, @Nullable Visitor visitor, Setting setting) {
        this.request = request;
        this.visitor = visitor;
        this.setting = setting;
    }

    /// Dependencies and settings for rendering.
    record Setting(
            Pages pages,
            Supplier<InternalApi> api,
            UnreadCount unread,
            Tokens tokens,
            Texts texts,
            String language,
            String theme,
            Predicate<UUID> dualControl,
            boolean sandbox) {}

    public Request request() {
        return request;
    }

    /// @throws IllegalStateException on an open page if no user is signed in
    public Visitor visitor() {
        if (visitor == null) {
            throw new IllegalStateException("nobody has signed in");
        }
        return visitor;
    }

    /// Returns the client's address and browser.
    public ClientInfo clientInfo() {
        return new ClientInfo(
                request.remoteAddress(), request.header("User-Agent").orElse(""));
    }

    public boolean isSignedIn() {
        return visitor != null;
    }

    public boolean may(Permission permission) {
        return visitor != null && visitor.may(permission);
    }

    /// Reports whether the menu has a section for the visitor. The one of bank accounts needs an account.
    public boolean shows(Section section) {
        return may(section.permission())
                && (section != Section.BANKS || setting.api().get().isPage(section.path()));
    }

    public boolean sandbox() {
        return setting.sandbox();
    }

    /// Returns the query parameters, with amounts in the notation of the page's form.
    public Query query() {
        return Amounts.in(locale(), request.query());
    }

    /// Returns the fields of the sent form, each once.
    public Query form() {
        var sent = form;
        if (sent == null) {
            sent = Amounts.in(locale(), request.form()).reading(OptionalReason.FIELD, OptionalReason::plain);
            form = sent;
        }
        return sent;
    }

    /// Returns an uploaded file of the form.
    public Optional<Request.Upload> upload(String field) {
        return request.upload(field);
    }

    /// Returns the visitor as the caller of a module.
    public Caller caller() {
        var visitor = visitor();
        var caller = new Caller(
                visitor.organizationId(),
                visitor.organization().name(),
                visitor.user().id(),
                visitor.user().name(),
                Scope.of(visitor::may),
                visitor.user().role());
        return approval == null ? caller : caller.approved(approval);
    }

    /// Marks the form as approved by a second person.
    ///
    /// @param changeRequest id of the change request
    void approved(UUID changeRequest) {
        approval = changeRequest;
    }

    /// Returns the consent to the form's action.
    public Consent consent() {
        return Consent.of(approval != null);
    }

    /// Refuses with `APPROVAL_REQUIRED` if the action needs an approval of a second person and has none. The form
    /// then becomes a change request.
    public void requireApproval() {
        if (approval == null && setting.dualControl().test(visitor().organizationId())) {
            throw Refusal.APPROVAL_REQUIRED.refused();
        }
    }

    /// Reports whether a script of the page requests a part of it.
    public boolean isFragment() {
        return request.header("HX-Request").isPresent()
                && request.header("HX-Boosted").isEmpty()
                && request.header("HX-History-Restore-Request").isEmpty();
    }

    /// Returns an API client with the visitor's permissions in their own organization.
    public SluiceClient client() {
        return clientBuilder(FormVersion.NOTHING).build();
    }

    /// Returns an API client for a form that may be sent twice: actions under one key run once.
    ///
    /// @param formKey idempotency key that was rendered into the form
    public SluiceClient client(String formKey) {
        return clientBuilder(FormVersion.NOTHING).idempotencyKeys(() -> formKey).build();
    }

    /// Returns an API client for many successive requests, such as those of an export. It waits and retries,
    /// because a failure would break the file off.
    public SluiceClient patientClient() {
        return clientBuilder(FormVersion.NOTHING)
                .retries(RetryPolicy.standard())
                .build();
    }

    /// Returns an API client that changes a resource only in the version that the form showed.
    ///
    /// @param version version of the resource
    public SluiceClient client(String formKey, FormVersion version) {
        return clientBuilder(version).idempotencyKeys(() -> formKey).build();
    }

    /// Returns the key of the sent form, or a new one if it has none.
    public String formKey() {
        return form().text(FORM_KEY).orElseGet(this::newFormKey);
    }

    /// Returns the id of the resource that the form creates, if it was rendered as the form's key. A form that is
    /// sent twice creates one resource.
    public Optional<UUID> formId() {
        return form().text(FORM_KEY).flatMap(Ids::parse).filter(given -> given.version() == ID_VERSION);
    }

    /// Returns a new key for a form to render.
    public String newFormKey() {
        return UUID.randomUUID().toString();
    }

    private SluiceClient.Builder clientBuilder(FormVersion version) {
        return InProcessClient.of(this, setting.api(), version);
    }

    /// Returns the texts of a part of the dashboard, such as `dashboard.payouts`.
    public Texts texts(String bundle) {
        return Texts.of(bundle, setting.language(), DashboardGuard.LANGUAGES);
    }

    /// Returns the texts that all pages share.
    public Texts common() {
        return setting.texts();
    }

    /// Returns the translations of the service's messages. Responses to `client()` are already translated.
    public Wording wording() {
        return Wording.of(setting.texts());
    }

    /// Returns the visitor's formats of amounts and times.
    public Formats formats() {
        return Formats.of(setting.texts(), setting.tokens(), zone());
    }

    /// Returns the visitor's time zone, for times and for the borders of days.
    public ZoneId zone() {
        return visitor == null ? TimeZones.UTC : visitor.user().timeZone().orElse(TimeZones.UTC);
    }

    public Locale locale() {
        return setting.texts().locale();
    }

    /// Renders a page in its frame.
    ///
    /// @param section menu section; null for a page outside the menu
    /// @param model builds the template's model from the frame
    public Answer page(String template, @Nullable Section section, String title, Function<Frame, ?> model) {
        return page(200, template, section, title, model);
    }

    /// Renders a page with another status, for a form that is shown again.
    public Answer page(int status, String template, @Nullable Section section, String title, Function<Frame, ?> model) {
        var answer = setting.pages().page(status, template, model.apply(frame(section, title, unread())));
        return request.cookie(DashboardGuard.NOTICE).isPresent() && !RequestOrigin.isByItself(request)
                ? answer.withCookie(DashboardGuard.NOTICE + "=; Path=/dashboard; Max-Age=0; SameSite=Lax")
                : answer;
    }

    /// Renders a page without the menu, such as for visitors who have not signed in.
    public Answer plainPage(int status, String template, String title, Function<Frame, ?> model) {
        return setting.pages().page(status, template, model.apply(frame(null, title, null)));
    }

    /// Renders a fragment that needs data of the frame, such as the CSRF token.
    public Answer part(String template, Function<Frame, ?> model) {
        return fragment(template, model.apply(frame(null, "", null)));
    }

    /// Renders the bell with the number of unread notifications.
    public Answer unreadBadge() {
        return fragment("dashboard/unreadnotifications.jte", frame(null, "", unread()));
    }

    /// Returns the response for a fragment that has not changed.
    public Answer unchanged() {
        return new Answer(204, "text/html; charset=utf-8", new byte[0]).with("Cache-Control", "no-store");
    }

    /// Renders a fragment of a page.
    public Answer fragment(String template, Object model) {
        return setting.pages().page(200, template, model);
    }

    /// Renders a page for an `iframe` of the dashboard.
    public Answer framed(String template, Object model) {
        return setting.pages().framed(template, model);
    }

    /// Returns the language of the page.
    public String language() {
        return setting.texts().language();
    }

    /// Renders an error page by the key of its text in `dashboard.frame`.
    public Answer problem(int status, String key, Object... values) {
        var title = setting.texts().get(key + "Title");
        var text = setting.texts().get(key + "Text", values);
        var above = visitor == null || status == FORBIDDEN
                ? null
                : UnknownOutcomePage.pageAbove(request, setting.api().get()::isPage)
                        .orElse(null);
        return setting.pages()
                .page(status, "dashboard/problem.jte", new Problem(frame(null, title, null), text, above));
    }

    /// Model of an error page.
    ///
    /// @param above page to go back to; null if only the home page remains
    public record Problem(
            Frame frame, String text, @Nullable String above) {}

    /// Records the id of the resource that the form created, so that the audit log can be searched for it.
    public void recordCreated(String madeId) {
        createdId = madeId;
    }

    Optional<String> createdId() {
        return Optional.ofNullable(createdId);
    }

    /// Redirects to another page after an action.
    public Answer redirect(String path) {
        return request.header("HX-Request").isPresent()
                ? new Answer(200, "text/plain; charset=utf-8", new byte[0]).with("HX-Redirect", path)
                : Pages.seeOther(path);
    }

    /// Redirects with a flash message of success.
    public Answer redirect(String path, String notice) {
        return redirect(path, FlashMessage.done(notice));
    }

    /// Redirects with a flash message that the action had only part of its effect or none.
    public Answer redirectWithWarning(String path, String notice) {
        return redirect(path, FlashMessage.warning(notice));
    }

    private Answer redirect(String path, FlashMessage what) {
        return redirect(path)
                .withCookie(DashboardGuard.NOTICE + "=" + what.cookie()
                        + "; Path=/dashboard; Max-Age=60; HttpOnly; SameSite=Lax");
    }

    /// Shows a message at the top of this visit's pages.
    void show(FlashMessage what) {
        flash = what;
    }

    private @Nullable FlashMessage flashMessage() {
        return flash == null
                ? request.cookie(DashboardGuard.NOTICE).map(FlashMessage::of).orElse(null)
                : flash;
    }

    private @Nullable Integer unread() {
        if (visitor == null) {
            return null;
        }
        var unread = setting.unread().unread(visitor.user(), setting.texts().language());
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
                        : new Frame.SignedInUser(
                                who.user().name(),
                                who.user().email(),
                                texts.get("role." + who.user().role()),
                                who.organization().name(),
                                who.user().timeZone().isPresent()),
                who == null ? null : who.formToken(),
                who == null ? List.of() : menu(here),
                unread,
                Stream.of(Permission.values()).filter(this::may).collect(Collectors.toSet()),
                who != null && who.organization().switches().frozen(),
                flashMessage(),
                request.method() == Method.GET);
    }

    private List<Frame.Item> menu(@Nullable Section here) {
        return Stream.of(Section.values())
                .filter(this::shows)
                .map(section -> new Frame.Item(
                        setting.texts().get("section." + section), section.path(), section.icon(), section == here))
                .toList();
    }
}
