package dev.sluice.dashboard.signin;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Pause;
import dev.sluice.http.Answer;
import dev.sluice.http.Method;
import dev.sluice.http.Route;
import dev.sluice.refusal.Refusal;
import dev.sluice.signin.Attempt;
import dev.sluice.signin.PasskeyAsk;
import dev.sluice.signin.SignIns;
import dev.sluice.signin.SignIns.Entry;
import java.util.List;
import java.util.Optional;

/// Sign-in with a passkey: alone, or as the second factor after a password.
public final class PasskeySignInPages {
    static final String PATH = DashboardGuard.SIGN_IN + "/passkey";
    static final String SECOND_STEP = SignInPages.CODE + "/passkey";

    private static final String OPTIONS = "/options";

    private final DashboardGuard guard;
    private final SignIns signIns;
    private final SignInPages pages;

    public PasskeySignInPages(DashboardGuard guard, SignIns signIns, SignInPages pages) {
        this.guard = guard;
        this.signIns = signIns;
        this.pages = pages;
    }

    public List<Route> routes() {
        return List.of(
                guard.open(Method.POST, PATH + OPTIONS, _ -> options(signIns.askForPasskey())),
                guard.open(Method.POST, PATH, this::signIn),
                guard.open(
                        Method.POST,
                        SECOND_STEP + OPTIONS,
                        context -> options(signIns.askForPasskey(SignInPages.ticket(context)))),
                guard.open(Method.POST, SECOND_STEP, this::secondStep));
    }

    private Answer options(Optional<PasskeyAsk> ask) {
        return PasskeyOptions.request(guard, ask.orElseThrow(Refusal.NOT_FOUND::refused));
    }

    private Answer signIn(PageContext context) {
        var texts = context.texts(SignInPages.BUNDLE);
        return switch (signIns.withPasskey(PasskeyOptions.cookie(context), answer(context), context.clientInfo())) {
            case Attempt.Later(var pause) ->
                SignInPages.later(pages.form(context, 429, "", Pause.message(context.common(), pause)), pause);
            case Attempt.Right(Entry.SignedIn signedIn) -> pages.enter(context, signedIn, "sign-in/passkey");
            case Attempt.Right(Entry.AwaitingSecondFactor _),
                    Attempt.Right(Entry.MustChangePassword _),
                    Attempt.Wrong<Entry> _ -> {
                var answer = answer(context);
                guard.failedSignIns(context, "passkey", () -> signIns.claimed(answer));
                yield pages.form(context, 401, "", texts.get("wrongPasskey"));
            }
        };
    }

    private Answer secondStep(PageContext context) {
        var texts = context.texts(SignInPages.BUNDLE);
        var attempt = signIns.withPasskey(
                SignInPages.ticket(context), PasskeyOptions.cookie(context), answer(context), context.clientInfo());
        if (attempt.isEmpty()) {
            return pages.form(context, 401, "", texts.get("tooLate"));
        }
        return switch (attempt.get()) {
            case Attempt.Later(var pause) ->
                SignInPages.later(pages.codeForm(context, 429, Pause.message(context.common(), pause)), pause);
            case Attempt.Right(Entry.SignedIn signedIn) -> pages.enter(context, signedIn, "sign-in/code/passkey");
            case Attempt.Right(Entry.AwaitingSecondFactor _),
                    Attempt.Right(Entry.MustChangePassword _),
                    Attempt.Wrong<Entry> _ -> {
                var ticket = SignInPages.ticket(context);
                guard.failedSignIns(context, "passkey", () -> signIns.awaitingSecondFactor(ticket));
                yield pages.codeForm(context, 401, texts.get("wrongPasskey"));
            }
        };
    }

    private static String answer(PageContext context) {
        return context.form().text(PasskeyOptions.ANSWER).orElse("");
    }
}
