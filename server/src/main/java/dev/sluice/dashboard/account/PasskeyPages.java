package dev.sluice.dashboard.account;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Pause;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.signin.AccessMails;
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

    private final DashboardGuard guard;
    private final Passkeys passkeys;
    private final AccessMails mails;

    public PasskeyPages(DashboardGuard guard, Passkeys passkeys, AccessMails mails) {
        this.guard = guard;
        this.passkeys = passkeys;
        this.mails = mails;
    }

    public List<Route> routes() {
        return List.of(
                guard.personalPage(NEW, context -> form(context, 200, Problems.none())),
                guard.personalAction(NEW, this::begin),
                guard.personalAction(NEW + "/confirm", this::add),
                guard.personalPage(PATH + "/{id}", context -> detail(context, 200, passkey(context), Problems.none())),
                guard.personalAction(PATH + "/{id}/name", this::rename),
                guard.personalSensitive(PATH + "/{id}/remove", this::remove));
    }

    private Answer form(PageContext context, int status, Problems problems) {
        var texts = context.texts(BUNDLE);
        return context.page(
                status,
                "dashboard/account/passkeynew.jte",
                null,
                texts.get("addTitle"),
                frame -> new New(frame, texts, problems, name(context), unavailable(context, texts)));
    }

    /// Returns the reason why no further passkey can be added, if any.
    private @Nullable String unavailable(PageContext context, Texts texts) {
        if (passkeys.party().isEmpty()) {
            return texts.get("needsName");
        }
        if (passkeys.owesProof(context.visitor())) {
            return texts.get("proveFirst");
        }
        return passkeys.of(context.visitor().user()).size() >= Passkeys.PASSKEYS_MAX
                ? texts.get("tooMany", Passkeys.PASSKEYS_MAX)
                : null;
    }

    private Answer begin(PageContext context) {
        var texts = context.texts(BUNDLE);
        if (!Passkey.isName(name(context))) {
            return form(context, 400, Problems.of("name", texts.get("nameLength", Passkey.NAME_LENGTH_MAX)));
        }
        if (unavailable(context, texts) != null) {
            return form(context, 409, Problems.none());
        }
        return switch (passkeys.begin(context.visitor(), proof(context))) {
            case Attempt.Later(var pause) -> form(context, 429, later(context, pause));
            case Attempt.Wrong<PasskeyAsk> _ -> form(context, 400, Problems.of(PROOF, texts.get("wrongProof")));
            case Attempt.Right(var ask) -> PasskeyOptions.withCookie(guard, create(context, texts, ask), ask);
        };
    }

    private Answer create(PageContext context, Texts texts, PasskeyAsk ask) {
        var options = PasskeyOptions.creation(ask, Objects.requireNonNull(ask.user()));
        return context.page(
                "dashboard/account/passkeycreate.jte",
                null,
                texts.get("addTitle"),
                frame -> new Make(frame, texts, name(context).strip(), options, ask.party()));
    }

    private Answer add(PageContext context) {
        var texts = context.texts(BUNDLE);
        if (!Passkey.isName(name(context))) {
            return form(context, 400, Problems.of("name", texts.get("nameLength", Passkey.NAME_LENGTH_MAX)));
        }
        var answer = context.form().text(PasskeyOptions.ANSWER).orElse("");
        var added = passkeys.add(
                context.visitor(), PasskeyOptions.cookie(context), name(context), answer, mails.passkeyAdded(context));
        return switch (added) {
            case DONE -> context.redirect(AccountPages.PATH, texts.get("added"));
            case WRONG -> form(context, 400, Problems.general(texts.get("wrongAnswer")));
            case TAKEN -> form(context, 409, Problems.general(texts.get("taken")));
            case TOO_MANY, UNPROVED -> form(context, 409, Problems.none());
        };
    }

    private Answer detail(PageContext context, int status, Passkey passkey, Problems problems) {
        var texts = context.texts(BUNDLE);
        return context.page(
                status,
                "dashboard/account/passkey.jte",
                null,
                passkey.name(),
                frame -> new PasskeyPage(frame, texts, context.formats(), problems, passkey));
    }

    private Answer rename(PageContext context) {
        var texts = context.texts(BUNDLE);
        var passkey = passkey(context);
        if (!Passkey.isName(name(context))) {
            return detail(context, 400, passkey, Problems.of("name", texts.get("nameLength", Passkey.NAME_LENGTH_MAX)));
        }
        passkeys.rename(context.visitor().user(), passkey.id(), name(context));
        return context.redirect(AccountPages.PATH, texts.get("renamed"));
    }

    private Answer remove(PageContext context) {
        var texts = context.texts(BUNDLE);
        var passkey = passkey(context);
        if (passkeys.owesProof(context.visitor())) {
            return detail(context, 409, passkey, Problems.of(PROOF, texts.get("proveFirst")));
        }
        return switch (passkeys.remove(context.visitor(), passkey, proof(context), mails.passkeyRemoved(context))) {
            case Attempt.Later(var pause) -> detail(context, 429, passkey, later(context, pause));
            case Attempt.Wrong<Boolean> _ -> detail(context, 400, passkey, Problems.of(PROOF, texts.get("wrongProof")));
            case Attempt.Right<Boolean> _ -> context.redirect(AccountPages.PATH, texts.get("removed"));
        };
    }

    private Passkey passkey(PageContext context) {
        return passkeys.find(context.visitor().user(), context.request().id("id", Refusal.NOT_FOUND))
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private static String name(PageContext context) {
        return context.request().method() == Method.POST
                ? context.form().text("name").orElse("")
                : "";
    }

    private static String proof(PageContext context) {
        return context.form().text(PROOF).orElse("");
    }

    private static Problems later(PageContext context, Duration pause) {
        return Problems.of(PROOF, Pause.message(context.common(), pause));
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

    public record PasskeyPage(Frame frame, Texts texts, Formats formats, Problems problems, Passkey passkey) {}
}
