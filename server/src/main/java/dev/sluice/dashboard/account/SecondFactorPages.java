package dev.sluice.dashboard.account;

import dev.sluice.dashboard.Cookies;
import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Pause;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.signin.Letters;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.page.Texts;
import dev.sluice.qr.QrCode;
import dev.sluice.qr.QrImage;
import dev.sluice.signin.Attempt;
import dev.sluice.signin.SecondFactors;
import dev.sluice.signin.SecondFactors.Started;
import dev.sluice.signin.Totp;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Two-factor authentication: turns it on with an authenticator app and off again, and renews recovery codes.
public final class SecondFactorPages {
    static final String PATH = Door.SECOND_FACTOR;

    private static final String ISSUER = "Sluice";

    private final Door door;
    private final SecondFactors factors;
    private final Letters letters;

    public SecondFactorPages(Door door, SecondFactors factors, Letters letters) {
        this.door = door;
        this.factors = factors;
        this.letters = letters;
    }

    public List<Route> routes() {
        return List.of(
                door.personalPage(PATH, visit -> show(visit, 200, Problems.none())),
                door.personalAction(PATH, this::begin),
                door.personalAction(PATH + "/confirm", this::confirm),
                door.personalAction(PATH + "/codes", this::renewCodes),
                door.personalSensitive(PATH + "/off", this::turnOff));
    }

    private Answer show(Visit visit, int status, Problems problems) {
        var texts = texts(visit);
        var user = visit.visitor().user();
        return visit.page(
                status,
                "dashboard/account/factor.jte",
                null,
                texts.get("factorTitle"),
                frame -> new Factor(
                        frame,
                        texts,
                        problems,
                        factors.isOn(user),
                        factors.enrolling(visit.visitor())
                                .map(totp -> new Enrolment(totp, qr(totp, user.email(), texts)))
                                .orElse(null),
                        factors.recoveryCodesLeft(user),
                        isRequired(visit),
                        visit.visitor().isProved(),
                        factors.owesProof(visit.visitor())));
    }

    private static boolean isRequired(Visit visit) {
        return visit.visitor().secondFactorWanted();
    }

    private static String qr(Totp totp, String email, Texts texts) {
        return QrImage.svg(QrCode.of(totp.address(ISSUER, email)), texts.get("qrTitle"));
    }

    private Answer begin(Visit visit) {
        if (factors.owesProof(visit.visitor())) {
            return show(visit, 409, Problems.none());
        }
        var attempt =
                factors.begin(visit.visitor(), visit.form().secret("password").orElse(""));
        return switch (attempt) {
            case Attempt.Later(var pause) -> later(visit, "password", pause);
            case Attempt.Wrong<Boolean> _ ->
                show(visit, 400, Problems.of("password", texts(visit).get("wrongPassword")));
            case Attempt.Right<Boolean> _ -> visit.goTo(PATH);
        };
    }

    private Answer confirm(Visit visit) {
        if (factors.owesProof(visit.visitor())) {
            return show(visit, 409, Problems.none());
        }
        if (!factors.isOn(visit.visitor().user())
                && factors.enrolling(visit.visitor()).isEmpty()) {
            return show(visit, 409, Problems.whole(texts(visit).get("beginAgain")));
        }
        var attempt = factors.confirm(
                visit.visitor(), visit.form().text("code").orElse(""), visit.seat(), letters.factorOn(visit));
        return switch (attempt) {
            case Attempt.Later(var pause) -> later(visit, "code", pause);
            case Attempt.Wrong<Started> _ ->
                show(visit, 400, Problems.of("code", texts(visit).get("wrongCode")));
            case Attempt.Right(var started) ->
                Cookies.withSession(codes(visit, started.recoveryCodes()), started.sessionToken());
        };
    }

    private Answer renewCodes(Visit visit) {
        var attempt = factors.renewCodes(
                visit.visitor(), visit.form().text("codeForCodes").orElse(""), letters.codesRenewed(visit));
        return switch (attempt) {
            case Attempt.Later(var pause) -> later(visit, "codeForCodes", pause);
            case Attempt.Wrong<List<String>> _ ->
                show(visit, 400, Problems.of("codeForCodes", texts(visit).get("wrongCode")));
            case Attempt.Right(var codes) -> codes(visit, codes);
        };
    }

    private Answer turnOff(Visit visit) {
        if (isRequired(visit)) {
            return show(visit, 409, Problems.whole(texts(visit).get("factorRequired")));
        }
        var attempt = factors.turnOff(
                visit.visitor(),
                visit.form().secret("password").orElse(""),
                visit.form().text("code").orElse(""),
                letters.factorOff(visit));
        return switch (attempt) {
            case Attempt.Later(var pause) -> later(visit, "code", pause);
            case Attempt.Wrong<Boolean> _ ->
                show(visit, 400, Problems.of("code", texts(visit).get("wrongBoth")));
            case Attempt.Right<Boolean> _ ->
                visit.goTo(AccountPages.PATH, texts(visit).get("factorOff"));
        };
    }

    private Answer codes(Visit visit, List<String> codes) {
        var texts = texts(visit);
        return visit.page(
                "dashboard/account/codes.jte", null, texts.get("codesTitle"), frame -> new Codes(frame, texts, codes));
    }

    private Answer later(Visit visit, String field, Duration pause) {
        return show(visit, 429, Problems.of(field, Pause.told(visit.common(), pause)));
    }

    private static Texts texts(Visit visit) {
        return visit.texts(AccountPages.BUNDLE);
    }

    /// @param enrolment secret that is not confirmed yet
    /// @param required true if the visitor must have a second factor
    /// @param proved true if the visitor may open the rest of the dashboard
    /// @param owesProof true if the visitor must first prove an existing factor
    public record Factor(
            Frame frame,
            Texts texts,
            Problems problems,
            boolean on,
            @Nullable Enrolment enrolment,
            int recoveryCodesLeft,
            boolean required,
            boolean proved,
            boolean owesProof) {}

    /// @param qr QR code as SVG
    public record Enrolment(Totp totp, String qr) {
        /// Returns the secret in groups of characters, for manual entry.
        public String typed() {
            return totp.text().replaceAll("(.{4})(?=.)", "$1 ");
        }
    }

    /// @param codes codes, shown only this once
    public record Codes(Frame frame, Texts texts, List<String> codes) {}
}
