package dev.sluice.dashboard.signin;

import dev.sluice.dashboard.Cookies;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Pause;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
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
import dev.sluice.signin.SignInModule;
import dev.sluice.signin.SignIns;
import dev.sluice.signin.SignIns.Entry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Sign-in and sign-out. Between the first and the second factor, the browser has a ticket but no session yet.
public final class SignInPages {
    static final String CODE = DashboardGuard.SIGN_IN + "/code";

    /// Cookie with the ticket for the second factor.
    private static final String TICKET = "sluice_half";

    /// Cookie that marks a browser as used before by a user.
    static final String DEVICE = "sluice_device";

    private static final Duration TICKET_AGE = Duration.ofMinutes(10);
    static final Duration DEVICE_AGE = Duration.ofDays(365);
    static final String BUNDLE = "dashboard.signin";

    private static final String PASSKEY_BUNDLE = "dashboard.passkey";

    private final DashboardGuard guard;
    private final SignInModule module;
    private final SignIns signIns;
    private final Mails mails;
    private final MailPages outbox;
    private final PasswordPages passwords;

    public SignInPages(
            DashboardGuard guard, SignInModule module, Mails mails, MailPages outbox, PasswordPages passwords) {
        this.guard = guard;
        this.module = module;
        this.signIns = module.signIns();
        this.mails = mails;
        this.outbox = outbox;
        this.passwords = passwords;
    }

    public List<Route> routes() {
        return List.of(
                guard.open(Method.GET, DashboardGuard.SIGN_IN, this::show),
                guard.open(Method.POST, DashboardGuard.SIGN_IN, this::signIn),
                guard.open(Method.GET, CODE, this::showCode),
                guard.open(Method.POST, CODE, this::code),
                guard.open(Method.POST, "/dashboard/sign-out", this::signOut));
    }

    private Answer show(PageContext context) {
        return context.isSignedIn() ? context.redirect(DashboardGuard.HOME) : form(context, 200, "", null);
    }

    Answer form(PageContext context, int status, String email, @Nullable String problem) {
        var texts = context.texts(BUNDLE);
        var done = context.request().query().text("done").filter("password"::equals);
        return context.plainPage(
                status,
                "dashboard/signin/signin.jte",
                texts.get("title"),
                frame -> new SignIn(
                        frame,
                        texts,
                        wanted(context),
                        email,
                        problem,
                        done.map(_ -> texts.get("passwordSet")).orElse(null),
                        mails.reachPeople() || context.sandbox(),
                        outbox.isOpen(context),
                        passkeyOrigin(),
                        context.texts(PASSKEY_BUNDLE)));
    }

    private Answer signIn(PageContext context) {
        var email = context.form().text("email").orElse("");
        var password = context.form().secret("password").orElse("");
        var device = context.request().cookie(DEVICE).orElse("");
        var texts = context.texts(BUNDLE);
        return switch (signIns.withPassword(email, password, context.clientInfo(), device)) {
            case Attempt.Later(var pause) ->
                later(form(context, 429, email, Pause.message(context.common(), pause)), pause);
            case Attempt.Wrong<Entry> _ -> {
                guard.failedSignIns(context, "password", () -> signIns.named(email));
                yield form(context, 401, email, texts.get("wrong"));
            }
            case Attempt.Right(Entry.SignedIn signedIn) -> enter(context, signedIn, "sign-in");
            case Attempt.Right(Entry.MustChangePassword mustChange) ->
                guard.auditSignIn(
                        context,
                        mustChange.user(),
                        "sign-in/first-password",
                        () -> passwords.form(context, 200, mustChange.link(), Problems.none()));
            case Attempt.Right(Entry.AwaitingSecondFactor awaiting) ->
                Cookies.with(
                        Pages.seeOther(Links.of(CODE, Map.of("to", wanted(context)))),
                        TICKET,
                        awaiting.ticket(),
                        TICKET_AGE);
        };
    }

    /// Signs a user in.
    ///
    /// @param action action for the audit log
    Answer enter(PageContext context, Entry.SignedIn signedIn, String action) {
        return guard.auditSignIn(context, signedIn.user(), action, () -> enter(context, signedIn));
    }

    private Answer enter(PageContext context, Entry.SignedIn signedIn) {
        if (context.isSignedIn()) {
            module.sessions().end(context.visitor().user(), context.visitor().sessionId());
        }
        var there = wanted(context);
        var answer = Pages.seeOther(there.equals(DashboardGuard.HOME) ? home(signedIn.user()) : there);
        return Cookies.with(
                Cookies.with(
                        Cookies.withSession(answer, signedIn.sessionToken()), DEVICE, signedIn.device(), DEVICE_AGE),
                TICKET,
                "",
                Duration.ZERO);
    }

    private Answer showCode(PageContext context) {
        return signIns.awaitsSecondFactor(ticket(context))
                ? codeForm(context, 200, null)
                : Pages.seeOther(DashboardGuard.SIGN_IN);
    }

    Answer codeForm(PageContext context, int status, @Nullable String problem) {
        var texts = context.texts(BUNDLE);
        return context.plainPage(
                status,
                "dashboard/signin/code.jte",
                texts.get("codeTitle"),
                frame -> new Code(
                        frame,
                        texts,
                        wanted(context),
                        problem,
                        signIns.hasCodes(ticket(context)),
                        signIns.hasPasskey(ticket(context)) ? passkeyOrigin() : null,
                        context.texts(PASSKEY_BUNDLE)));
    }

    private @Nullable String passkeyOrigin() {
        return module.passkeys().party().map(RelyingParty::origin).orElse(null);
    }

    private Answer code(PageContext context) {
        var texts = context.texts(BUNDLE);
        var attempt =
                signIns.withCode(ticket(context), context.form().text("code").orElse(""), context.clientInfo());
        if (attempt.isEmpty()) {
            return form(context, 401, "", texts.get("tooLate"));
        }
        return switch (attempt.get()) {
            case Attempt.Later(var pause) ->
                later(codeForm(context, 429, Pause.message(context.common(), pause)), pause);
            case Attempt.Right(Entry.SignedIn signedIn) -> enter(context, signedIn, "sign-in/code");
            case Attempt.Right(Entry.AwaitingSecondFactor _),
                    Attempt.Right(Entry.MustChangePassword _),
                    Attempt.Wrong<Entry> _ -> {
                var ticket = ticket(context);
                guard.failedSignIns(context, "code", () -> signIns.awaitingSecondFactor(ticket));
                yield codeForm(context, 401, texts.get("wrongCode"));
            }
        };
    }

    private Answer signOut(PageContext context) {
        if (context.isSignedIn()) {
            module.sessions().end(context.visitor().user(), context.visitor().sessionId());
        }
        return Cookies.withoutSession(Pages.seeOther(DashboardGuard.SIGN_IN));
    }

    private static String home(User user) {
        return user.role().may(Permission.VIEW) ? DashboardGuard.HOME : Section.OPERATIONS.path();
    }

    static String ticket(PageContext context) {
        return context.request().cookie(TICKET).orElse("");
    }

    /// Returns the page to open after sign-in; only pages of the dashboard.
    private static String wanted(PageContext context) {
        return context.form()
                .text("to")
                .or(() -> context.request().query().text("to"))
                .map(Links::own)
                .orElse(DashboardGuard.HOME);
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
