package dev.sluice.dashboard.signin;

import dev.sluice.dashboard.Cookies;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.NewPassword;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Pause;
import dev.sluice.dashboard.Problems;
import dev.sluice.http.Answer;
import dev.sluice.http.Method;
import dev.sluice.http.Route;
import dev.sluice.mail.Mails;
import dev.sluice.merchant.User;
import dev.sluice.page.Pages;
import dev.sluice.page.Texts;
import dev.sluice.signin.PasswordLinks;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Password reset by mail: requested by email address, completed with a link. The link's token is in the URL
/// fragment, which browsers do not send, so that no log contains it. A script or the user sends it in a form.
public final class PasswordPages {
    static final String FORGOTTEN = "/dashboard/password";
    static final String NEW = "/dashboard/password/new";

    private static final String LINK = "/dashboard/password/link";
    private static final String TOKEN = "token";

    private static final String BUNDLE = "dashboard.signin";

    private final DashboardGuard guard;
    private final PasswordLinks links;
    private final AccessMails accessMails;
    private final Mails mails;
    private final MailPages outbox;
    private final NewPassword newPassword;

    public PasswordPages(
            DashboardGuard guard,
            PasswordLinks links,
            AccessMails accessMails,
            Mails mails,
            MailPages outbox,
            NewPassword newPassword) {
        this.guard = guard;
        this.links = links;
        this.accessMails = accessMails;
        this.mails = mails;
        this.outbox = outbox;
        this.newPassword = newPassword;
    }

    public List<Route> routes() {
        return List.of(
                guard.open(Method.GET, FORGOTTEN, context -> forgotten(context, 200, false, null)),
                guard.open(Method.POST, FORGOTTEN, this::ask),
                guard.open(Method.GET, NEW, this::open),
                guard.open(Method.POST, LINK, context -> form(context, 200, token(context), Problems.none())),
                guard.open(Method.POST, NEW, this::set));
    }

    private Answer forgotten(PageContext context, int status, boolean asked, @Nullable String problem) {
        var texts = context.texts(BUNDLE);
        return context.plainPage(
                status,
                "dashboard/signin/forgotpassword.jte",
                texts.get("forgottenTitle"),
                frame -> new Forgotten(
                        frame,
                        texts,
                        asked,
                        problem,
                        mails.reachPeople() || context.sandbox(),
                        outbox.isOpen(context)));
    }

    private Answer ask(PageContext context) {
        var email = context.form().text("email").orElse("");
        var pause = links.sendReset(email, context.clientInfo(), accessMails.reset(context));
        return pause.map(time ->
                        SignInPages.later(forgotten(context, 429, false, Pause.message(context.common(), time)), time))
                .orElseGet(() -> forgotten(context, 200, true, null));
    }

    /// Returns the path of a link's page.
    static String address(String token) {
        return NEW + "#" + TOKEN + "=" + Links.encoded(token);
    }

    private Answer open(PageContext context) {
        var texts = context.texts(BUNDLE);
        return context.plainPage(
                200,
                "dashboard/signin/link.jte",
                texts.get("newTitle"),
                frame -> new OpenLink(frame, texts, LINK, TOKEN));
    }

    /// Returns the token of a link; users may paste the entire link.
    private static String token(PageContext context) {
        var pasted = context.form().text(TOKEN).orElse("").strip();
        return pasted.substring(pasted.lastIndexOf('=') + 1);
    }

    /// Shows the form for a new password.
    Answer form(PageContext context, int status, String token, Problems problems) {
        var texts = context.texts(BUNDLE);
        var user = links.find(token);
        return context.plainPage(
                user.isEmpty() ? 410 : status,
                "dashboard/signin/password.jte",
                texts.get("newTitle"),
                frame -> new SetPassword(
                        frame,
                        texts,
                        token,
                        user.map(User::email).orElse(null),
                        user.flatMap(User::firstPasswordUntil).isPresent(),
                        problems));
    }

    private Answer set(PageContext context) {
        var token = token(context);
        var password = context.form().secret("password").orElse("");
        var owner = links.find(token);
        if (owner.isEmpty()) {
            return form(context, 410, token, Problems.none());
        }
        var problems = newPassword.problems(
                context.texts(BUNDLE),
                owner.get(),
                password,
                context.form().secret("passwordConfirmation").orElse(""));
        if (!problems.isEmpty()) {
            return form(context, 400, token, problems);
        }
        return guard.auditSignIn(
                context,
                owner.get(),
                "password/new",
                () -> links.set(token, password, accessMails.changed(context))
                        .map(device -> Cookies.with(
                                Cookies.withoutSession(Pages.seeOther(DashboardGuard.SIGN_IN + "?done=password")),
                                SignInPages.DEVICE,
                                device,
                                SignInPages.DEVICE_AGE))
                        .orElseGet(() -> form(context, 410, token, Problems.none())));
    }

    /// @param asked true if the page confirms the request
    /// @param byMail true if mails reach users
    /// @param outbox true if the visitor may see the outbox
    public record Forgotten(
            Frame frame,
            Texts texts,
            boolean asked,
            @Nullable String problem,
            boolean byMail,
            boolean outbox) {}

    /// @param path path to which the token is sent
    /// @param name name of the token in the fragment and in the form
    public record OpenLink(Frame frame, Texts texts, String path, String name) {}

    /// @param email email address of the link's user; null if the link is no longer valid
    /// @param first true if someone else may know the current password
    public record SetPassword(
            Frame frame,
            Texts texts,
            String token,
            @Nullable String email,
            boolean first,
            Problems problems) {}
}
