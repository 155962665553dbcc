package dev.sluice.dashboard.account;

import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Pause;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.signin.Letters;
import dev.sluice.dashboard.signin.PasskeyOptions;
import dev.sluice.http.Answer;
import dev.sluice.http.Method;
import dev.sluice.http.Route;
import dev.sluice.page.Texts;
import dev.sluice.refusal.Refusal;
import dev.sluice.signin.Attempt;
import dev.sluice.signin.Passkey;
import dev.sluice.signin.PasskeyAsk;
import dev.sluice.signin.Passkeys;
import dev.sluice.signin.RelyingParty;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Passkeys of a user: creation in two steps (proof of identity, then the device's response), renaming and removal.
public final class PasskeyPages {
    static final String PATH = AccountPages.PATH + "/passkeys";
    static final String BUNDLE = "dashboard.passkey";

    private static final String NEW = PATH + "/new";
    private static final String PROOF = "proof";

    private final Door door;
    private final Passkeys passkeys;
    private final Letters letters;

    public PasskeyPages(Door door, Passkeys passkeys, Letters letters) {
        this.door = door;
        this.passkeys = passkeys;
        this.letters = letters;
    }

    public List<Route> routes() {
        return List.of(
                door.personalPage(NEW, visit -> form(visit, 200, Problems.none())),
                door.personalAction(NEW, this::begin),
                door.personalAction(NEW + "/confirm", this::add),
                door.personalPage(PATH + "/{id}", visit -> one(visit, 200, passkey(visit), Problems.none())),
                door.personalAction(PATH + "/{id}/name", this::rename),
                door.personalSensitive(PATH + "/{id}/remove", this::remove));
    }

    private Answer form(Visit visit, int status, Problems problems) {
        var texts = visit.texts(BUNDLE);
        return visit.page(
                status,
                "dashboard/account/passkeynew.jte",
                null,
                texts.get("addTitle"),
                frame -> new New(frame, texts, problems, name(visit), unavailable(visit, texts)));
    }

    /// Returns the reason why no further passkey can be added, if any.
    private @Nullable String unavailable(Visit visit, Texts texts) {
        if (passkeys.party().isEmpty()) {
            return texts.get("needsName");
        }
        if (passkeys.owesProof(visit.visitor())) {
            return texts.get("proveFirst");
        }
        return passkeys.of(visit.visitor().user()).size() >= Passkeys.PASSKEYS_MAX
                ? texts.get("tooMany", Passkeys.PASSKEYS_MAX)
                : null;
    }

    private Answer begin(Visit visit) {
        var texts = visit.texts(BUNDLE);
        if (!Passkey.isName(name(visit))) {
            return form(visit, 400, Problems.of("name", texts.get("nameLength", Passkey.NAME_LENGTH_MAX)));
        }
        if (unavailable(visit, texts) != null) {
            return form(visit, 409, Problems.none());
        }
        return switch (passkeys.begin(visit.visitor(), proof(visit))) {
            case Attempt.Later(var pause) -> form(visit, 429, later(visit, pause));
            case Attempt.Wrong<PasskeyAsk> _ -> form(visit, 400, Problems.of(PROOF, texts.get("wrongProof")));
            case Attempt.Right(var ask) -> PasskeyOptions.withCookie(door, make(visit, texts, ask), ask);
        };
    }

    private Answer make(Visit visit, Texts texts, PasskeyAsk ask) {
        var options = PasskeyOptions.creation(ask, Objects.requireNonNull(ask.person()));
        return visit.page(
                "dashboard/account/passkeymake.jte",
                null,
                texts.get("addTitle"),
                frame -> new Make(frame, texts, name(visit).strip(), options, ask.party()));
    }

    private Answer add(Visit visit) {
        var texts = visit.texts(BUNDLE);
        if (!Passkey.isName(name(visit))) {
            return form(visit, 400, Problems.of("name", texts.get("nameLength", Passkey.NAME_LENGTH_MAX)));
        }
        var answer = visit.form().text(PasskeyOptions.ANSWER).orElse("");
        var added = passkeys.add(
                visit.visitor(), PasskeyOptions.cookie(visit), name(visit), answer, letters.passkeyAdded(visit));
        return switch (added) {
            case DONE -> visit.goTo(AccountPages.PATH, texts.get("added"));
            case WRONG -> form(visit, 400, Problems.whole(texts.get("wrongAnswer")));
            case TAKEN -> form(visit, 409, Problems.whole(texts.get("taken")));
            case TOO_MANY, UNPROVED -> form(visit, 409, Problems.none());
        };
    }

    private Answer one(Visit visit, int status, Passkey passkey, Problems problems) {
        var texts = visit.texts(BUNDLE);
        return visit.page(
                status,
                "dashboard/account/passkey.jte",
                null,
                passkey.name(),
                frame -> new One(frame, texts, visit.look(), problems, passkey));
    }

    private Answer rename(Visit visit) {
        var texts = visit.texts(BUNDLE);
        var passkey = passkey(visit);
        if (!Passkey.isName(name(visit))) {
            return one(visit, 400, passkey, Problems.of("name", texts.get("nameLength", Passkey.NAME_LENGTH_MAX)));
        }
        passkeys.rename(visit.visitor().user(), passkey.id(), name(visit));
        return visit.goTo(AccountPages.PATH, texts.get("renamed"));
    }

    private Answer remove(Visit visit) {
        var texts = visit.texts(BUNDLE);
        var passkey = passkey(visit);
        if (passkeys.owesProof(visit.visitor())) {
            return one(visit, 409, passkey, Problems.of(PROOF, texts.get("proveFirst")));
        }
        return switch (passkeys.remove(visit.visitor(), passkey, proof(visit), letters.passkeyRemoved(visit))) {
            case Attempt.Later(var pause) -> one(visit, 429, passkey, later(visit, pause));
            case Attempt.Wrong<Boolean> _ -> one(visit, 400, passkey, Problems.of(PROOF, texts.get("wrongProof")));
            case Attempt.Right<Boolean> _ -> visit.goTo(AccountPages.PATH, texts.get("removed"));
        };
    }

    private Passkey passkey(Visit visit) {
        return passkeys.find(visit.visitor().user(), visit.request().id("id", Refusal.NOT_FOUND))
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private static String name(Visit visit) {
        return visit.request().method() == Method.POST
                ? visit.form().text("name").orElse("")
                : "";
    }

    private static String proof(Visit visit) {
        return visit.form().text(PROOF).orElse("");
    }

    private static Problems later(Visit visit, Duration pause) {
        return Problems.of(PROOF, Pause.told(visit.common(), pause));
    }

    /// @param unavailable reason why no further passkey can be added, if any
    public record New(
            Frame frame,
            Texts texts,
            Problems problems,
            String name,
            @Nullable String unavailable) {}

    /// @param options options for the browser, as JSON
    public record Make(Frame frame, Texts texts, String name, String options, RelyingParty party) {}

    public record One(Frame frame, Texts texts, Look look, Problems problems, Passkey passkey) {}
}
