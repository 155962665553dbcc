package dev.sluice.dashboard.signin;

import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Pause;
import dev.sluice.dashboard.Visit;
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
    static final String PATH = Door.SIGN_IN + "/passkey";
    static final String SECOND_STEP = SignInPages.CODE + "/passkey";

    private static final String OPTIONS = "/options";

    private final Door door;
    private final SignIns signIns;
    private final SignInPages pages;

    public PasskeySignInPages(Door door, SignIns signIns, SignInPages pages) {
        this.door = door;
        this.signIns = signIns;
        this.pages = pages;
    }

    public List<Route> routes() {
        return List.of(
                door.open(Method.POST, PATH + OPTIONS, _ -> options(signIns.askForPasskey())),
                door.open(Method.POST, PATH, this::signIn),
                door.open(
                        Method.POST,
                        SECOND_STEP + OPTIONS,
                        visit -> options(signIns.askForPasskey(SignInPages.ticket(visit)))),
                door.open(Method.POST, SECOND_STEP, this::secondStep));
    }

    private Answer options(Optional<PasskeyAsk> ask) {
        return PasskeyOptions.request(door, ask.orElseThrow(Refusal.NOT_FOUND::refused));
    }

    private Answer signIn(Visit visit) {
        var texts = visit.texts(SignInPages.BUNDLE);
        return switch (signIns.withPasskey(PasskeyOptions.cookie(visit), answer(visit), visit.seat())) {
            case Attempt.Later(var pause) ->
                SignInPages.later(pages.form(visit, 429, "", Pause.told(visit.common(), pause)), pause);
            case Attempt.Right(Entry.Full full) -> pages.enter(visit, full, "sign-in/passkey");
            case Attempt.Right(Entry.Half _), Attempt.Right(Entry.Owing _), Attempt.Wrong<Entry> _ -> {
                var answer = answer(visit);
                door.turnedAway(visit, "passkey", () -> signIns.claimed(answer));
                yield pages.form(visit, 401, "", texts.get("wrongPasskey"));
            }
        };
    }

    private Answer secondStep(Visit visit) {
        var texts = visit.texts(SignInPages.BUNDLE);
        var attempt = signIns.withPasskey(
                SignInPages.ticket(visit), PasskeyOptions.cookie(visit), answer(visit), visit.seat());
        if (attempt.isEmpty()) {
            return pages.form(visit, 401, "", texts.get("tooLate"));
        }
        return switch (attempt.get()) {
            case Attempt.Later(var pause) ->
                SignInPages.later(pages.codeForm(visit, 429, Pause.told(visit.common(), pause)), pause);
            case Attempt.Right(Entry.Full full) -> pages.enter(visit, full, "sign-in/code/passkey");
            case Attempt.Right(Entry.Half _), Attempt.Right(Entry.Owing _), Attempt.Wrong<Entry> _ -> {
                var ticket = SignInPages.ticket(visit);
                door.turnedAway(visit, "passkey", () -> signIns.halfIn(ticket));
                yield pages.codeForm(visit, 401, texts.get("wrongPasskey"));
            }
        };
    }

    private static String answer(Visit visit) {
        return visit.form().text(PasskeyOptions.ANSWER).orElse("");
    }
}
