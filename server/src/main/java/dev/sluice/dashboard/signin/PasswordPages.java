package dev.sluice.dashboard.signin;

import dev.sluice.dashboard.Cookies;
import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.NewPassword;
import dev.sluice.dashboard.Pause;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Visit;
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

    private final Door door;
    private final PasswordLinks links;
    private final Letters letters;
    private final Mails mails;
    private final OutboxPages outbox;
    private final NewPassword newPassword;

    public PasswordPages(
            Door door, PasswordLinks links, Letters letters, Mails mails, OutboxPages outbox, NewPassword newPassword) {
        this.door = door;
        this.links = links;
        this.letters = letters;
        this.mails = mails;
        this.outbox = outbox;
        this.newPassword = newPassword;
    }

    public List<Route> routes() {
        return List.of(
                door.open(Method.GET, FORGOTTEN, visit -> forgotten(visit, 200, false, null)),
                door.open(Method.POST, FORGOTTEN, this::ask),
                door.open(Method.GET, NEW, this::open),
                door.open(Method.POST, LINK, visit -> form(visit, 200, token(visit), Problems.none())),
                door.open(Method.POST, NEW, this::set));
    }

    private Answer forgotten(Visit visit, int status, boolean asked, @Nullable String problem) {
        var texts = visit.texts(BUNDLE);
        return visit.plainPage(
                status,
                "dashboard/signin/forgotten.jte",
                texts.get("forgottenTitle"),
                frame -> new Forgotten(
                        frame, texts, asked, problem, mails.reachPeople() || visit.sandbox(), outbox.isOpen(visit)));
    }

    private Answer ask(Visit visit) {
        var email = visit.form().text("email").orElse("");
        var pause = links.forgotten(email, visit.seat(), letters.reset(visit));
        return pause.map(time ->
                        SignInPages.later(forgotten(visit, 429, false, Pause.told(visit.common(), time)), time))
                .orElseGet(() -> forgotten(visit, 200, true, null));
    }

    /// Returns the path of a link's page.
    static String address(String token) {
        return NEW + "#" + TOKEN + "=" + Links.encoded(token);
    }

    private Answer open(Visit visit) {
        var texts = visit.texts(BUNDLE);
        return visit.plainPage(
                200,
                "dashboard/signin/link.jte",
                texts.get("newTitle"),
                frame -> new OpenLink(frame, texts, LINK, TOKEN));
    }

    /// Returns the token of a link; users may paste the entire link.
    private static String token(Visit visit) {
        var pasted = visit.form().text(TOKEN).orElse("").strip();
        return pasted.substring(pasted.lastIndexOf('=') + 1);
    }

    /// Shows the form for a new password.
    Answer form(Visit visit, int status, String token, Problems problems) {
        var texts = visit.texts(BUNDLE);
        var user = links.find(token);
        return visit.plainPage(
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

    private Answer set(Visit visit) {
        var token = token(visit);
        var password = visit.form().secret("password").orElse("");
        var owner = links.find(token);
        if (owner.isEmpty()) {
            return form(visit, 410, token, Problems.none());
        }
        var problems = newPassword.problems(
                visit.texts(BUNDLE),
                owner.get(),
                password,
                visit.form().secret("again").orElse(""));
        if (!problems.isEmpty()) {
            return form(visit, 400, token, problems);
        }
        return door.letIn(
                visit,
                owner.get(),
                "password/new",
                () -> links.set(token, password, letters.changed(visit))
                        .map(device -> Cookies.with(
                                Cookies.withoutSession(Pages.seeOther(Door.SIGN_IN + "?done=password")),
                                SignInPages.DEVICE,
                                device,
                                SignInPages.DEVICE_AGE))
                        .orElseGet(() -> form(visit, 410, token, Problems.none())));
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
