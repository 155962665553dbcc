package dev.sluice.dashboard.signin;

import dev.sluice.dashboard.Cookies;
import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.Pause;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
import dev.sluice.http.Answer;
import dev.sluice.http.Method;
import dev.sluice.http.Route;
import dev.sluice.mail.Mails;
import dev.sluice.merchant.Permission;
import dev.sluice.merchant.User;
import dev.sluice.page.Pages;
import dev.sluice.page.Texts;
import dev.sluice.signin.Attempt;
import dev.sluice.signin.RelyingParty;
import dev.sluice.signin.SignInRoom;
import dev.sluice.signin.SignIns;
import dev.sluice.signin.SignIns.Entry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Sign-in and sign-out. Between the first and the second factor, the browser has a ticket but no session yet.
public final class SignInPages {
    static final String CODE = Door.SIGN_IN + "/code";

    /// Cookie with the ticket for the second factor.
    private static final String TICKET = "sluice_half";

    /// Cookie that marks a browser as used before by a user.
    static final String DEVICE = "sluice_device";

    private static final Duration TICKET_AGE = Duration.ofMinutes(10);
    static final Duration DEVICE_AGE = Duration.ofDays(365);
    static final String BUNDLE = "dashboard.signin";

    private static final String PASSKEY_BUNDLE = "dashboard.passkey";

    private final Door door;
    private final SignInRoom room;
    private final SignIns signIns;
    private final Mails mails;
    private final OutboxPages outbox;
    private final PasswordPages passwords;

    public SignInPages(Door door, SignInRoom room, Mails mails, OutboxPages outbox, PasswordPages passwords) {
        this.door = door;
        this.room = room;
        this.signIns = room.signIns();
        this.mails = mails;
        this.outbox = outbox;
        this.passwords = passwords;
    }

    public List<Route> routes() {
        return List.of(
                door.open(Method.GET, Door.SIGN_IN, this::show),
                door.open(Method.POST, Door.SIGN_IN, this::signIn),
                door.open(Method.GET, CODE, this::showCode),
                door.open(Method.POST, CODE, this::code),
                door.open(Method.POST, "/dashboard/sign-out", this::signOut));
    }

    private Answer show(Visit visit) {
        return visit.isSignedIn() ? visit.goTo(Door.HOME) : form(visit, 200, "", null);
    }

    Answer form(Visit visit, int status, String email, @Nullable String problem) {
        var texts = visit.texts(BUNDLE);
        var done = visit.request().query().text("done").filter("password"::equals);
        return visit.plainPage(
                status,
                "dashboard/signin/signin.jte",
                texts.get("title"),
                frame -> new SignIn(
                        frame,
                        texts,
                        wanted(visit),
                        email,
                        problem,
                        done.map(_ -> texts.get("passwordSet")).orElse(null),
                        mails.reachPeople() || visit.sandbox(),
                        outbox.isOpen(visit),
                        passkeyOrigin(),
                        visit.texts(PASSKEY_BUNDLE)));
    }

    private Answer signIn(Visit visit) {
        var email = visit.form().text("email").orElse("");
        var password = visit.form().secret("password").orElse("");
        var device = visit.request().cookie(DEVICE).orElse("");
        var texts = visit.texts(BUNDLE);
        return switch (signIns.withPassword(email, password, visit.seat(), device)) {
            case Attempt.Later(var pause) -> later(form(visit, 429, email, Pause.told(visit.common(), pause)), pause);
            case Attempt.Wrong<Entry> _ -> {
                door.turnedAway(visit, "password", () -> signIns.named(email));
                yield form(visit, 401, email, texts.get("wrong"));
            }
            case Attempt.Right(Entry.Full full) -> enter(visit, full, "sign-in");
            case Attempt.Right(Entry.Owing owing) ->
                door.letIn(
                        visit,
                        owing.user(),
                        "sign-in/first-password",
                        () -> passwords.form(visit, 200, owing.link(), Problems.none()));
            case Attempt.Right(Entry.Half half) ->
                Cookies.with(
                        Pages.seeOther(Links.of(CODE, Map.of("to", wanted(visit)))), TICKET, half.ticket(), TICKET_AGE);
        };
    }

    /// Signs a user in.
    ///
    /// @param action action for the audit log
    Answer enter(Visit visit, Entry.Full full, String action) {
        return door.letIn(visit, full.user(), action, () -> enter(visit, full));
    }

    private Answer enter(Visit visit, Entry.Full full) {
        if (visit.isSignedIn()) {
            room.sessions().end(visit.visitor().user(), visit.visitor().sessionId());
        }
        var there = wanted(visit);
        var answer = Pages.seeOther(there.equals(Door.HOME) ? home(full.user()) : there);
        return Cookies.with(
                Cookies.with(Cookies.withSession(answer, full.sessionToken()), DEVICE, full.device(), DEVICE_AGE),
                TICKET,
                "",
                Duration.ZERO);
    }

    private Answer showCode(Visit visit) {
        return signIns.isHalf(ticket(visit)) ? codeForm(visit, 200, null) : Pages.seeOther(Door.SIGN_IN);
    }

    Answer codeForm(Visit visit, int status, @Nullable String problem) {
        var texts = visit.texts(BUNDLE);
        return visit.plainPage(
                status,
                "dashboard/signin/code.jte",
                texts.get("codeTitle"),
                frame -> new Code(
                        frame,
                        texts,
                        wanted(visit),
                        problem,
                        signIns.hasCodes(ticket(visit)),
                        signIns.hasPasskey(ticket(visit)) ? passkeyOrigin() : null,
                        visit.texts(PASSKEY_BUNDLE)));
    }

    private @Nullable String passkeyOrigin() {
        return room.passkeys().party().map(RelyingParty::origin).orElse(null);
    }

    private Answer code(Visit visit) {
        var texts = visit.texts(BUNDLE);
        var attempt = signIns.withCode(ticket(visit), visit.form().text("code").orElse(""), visit.seat());
        if (attempt.isEmpty()) {
            return form(visit, 401, "", texts.get("tooLate"));
        }
        return switch (attempt.get()) {
            case Attempt.Later(var pause) -> later(codeForm(visit, 429, Pause.told(visit.common(), pause)), pause);
            case Attempt.Right(Entry.Full full) -> enter(visit, full, "sign-in/code");
            case Attempt.Right(Entry.Half _), Attempt.Right(Entry.Owing _), Attempt.Wrong<Entry> _ -> {
                var ticket = ticket(visit);
                door.turnedAway(visit, "code", () -> signIns.halfIn(ticket));
                yield codeForm(visit, 401, texts.get("wrongCode"));
            }
        };
    }

    private Answer signOut(Visit visit) {
        if (visit.isSignedIn()) {
            room.sessions().end(visit.visitor().user(), visit.visitor().sessionId());
        }
        return Cookies.withoutSession(Pages.seeOther(Door.SIGN_IN));
    }

    private static String home(User user) {
        return user.role().may(Permission.VIEW) ? Door.HOME : Section.OPERATIONS.path();
    }

    static String ticket(Visit visit) {
        return visit.request().cookie(TICKET).orElse("");
    }

    /// Returns the page to open after sign-in; only pages of the dashboard.
    private static String wanted(Visit visit) {
        return visit.form()
                .text("to")
                .or(() -> visit.request().query().text("to"))
                .map(Links::own)
                .orElse(Door.HOME);
    }

    static Answer later(Answer answer, Duration pause) {
        return answer.with("Retry-After", String.valueOf(Pause.seconds(pause)));
    }

    /// @param to page to open after sign-in
    /// @param done message about a completed action
    /// @param byMail true if a forgotten password can be reset by mail
    /// @param outbox true if the visitor may see the outbox
    /// @param passkeyOrigin origin for passkeys; null if they are unavailable
    public record SignIn(
            Frame frame,
            Texts texts,
            String to,
            String email,
            @Nullable String problem,
            @Nullable String done,
            boolean byMail,
            boolean outbox,
            @Nullable String passkeyOrigin,
            Texts passkeyTexts) {}

    /// @param to page to open after sign-in
    /// @param codes true if a code is accepted
    /// @param passkeyOrigin origin for passkeys; null if the user has none
    public record Code(
            Frame frame,
            Texts texts,
            String to,
            @Nullable String problem,
            boolean codes,
            @Nullable String passkeyOrigin,
            Texts passkeyTexts) {}
}
