package dev.sluice.dashboard.account;

import dev.sluice.dashboard.Cookies;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Pause;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.signin.AccessMails;
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
    static final String PATH = DashboardGuard.SECOND_FACTOR;

    private static final String ISSUER = "Sluice";

    private final DashboardGuard guard;
    private final SecondFactors factors;
    private final AccessMails mails;

    public SecondFactorPages(DashboardGuard guard, SecondFactors factors, AccessMails mails) {
        this.guard = guard;
        this.factors = factors;
        this.mails = mails;
    }

    public List<Route> routes() {
        return List.of(
                guard.personalPage(PATH, context -> show(context, 200, Problems.none())),
                guard.personalAction(PATH, this::begin),
                guard.personalAction(PATH + "/confirm", this::confirm),
                guard.personalAction(PATH + "/codes", this::renewCodes),
                guard.personalSensitive(PATH + "/off", this::turnOff));
    }

    private Answer show(PageContext context, int status, Problems problems) {
        var texts = texts(context);
        var user = context.visitor().user();
        return context.page(
                status,
                "dashboard/account/factor.jte",
                null,
                texts.get("factorTitle"),
                frame -> new Factor(
                        frame,
                        texts,
                        problems,
                        factors.isOn(user),
                        factors.enrolling(context.visitor())
                                .map(totp -> new Enrolment(totp, qr(totp, user.email(), texts)))
                                .orElse(null),
                        factors.recoveryCodesLeft(user),
                        isRequired(context),
                        context.visitor().isProved(),
                        factors.owesProof(context.visitor())));
    }

    private static boolean isRequired(PageContext context) {
        return context.visitor().secondFactorWanted();
    }

    private static String qr(Totp totp, String email, Texts texts) {
        return QrImage.svg(QrCode.of(totp.address(ISSUER, email)), texts.get("qrTitle"));
    }

    private Answer begin(PageContext context) {
        if (factors.owesProof(context.visitor())) {
            return show(context, 409, Problems.none());
        }
        var attempt = factors.begin(
                context.visitor(), context.form().secret("password").orElse(""));
        return switch (attempt) {
            case Attempt.Later(var pause) -> later(context, "password", pause);
            case Attempt.Wrong<Boolean> _ ->
                show(context, 400, Problems.of("password", texts(context).get("wrongPassword")));
            case Attempt.Right<Boolean> _ -> context.redirect(PATH);
        };
    }

    private Answer confirm(PageContext context) {
        if (factors.owesProof(context.visitor())) {
            return show(context, 409, Problems.none());
        }
        if (!factors.isOn(context.visitor().user())
                && factors.enrolling(context.visitor()).isEmpty()) {
            return show(context, 409, Problems.general(texts(context).get("beginAgain")));
        }
        var attempt = factors.confirm(
                context.visitor(),
                context.form().text("code").orElse(""),
                context.clientInfo(),
                mails.factorOn(context));
        return switch (attempt) {
            case Attempt.Later(var pause) -> later(context, "code", pause);
            case Attempt.Wrong<Started> _ ->
                show(context, 400, Problems.of("code", texts(context).get("wrongCode")));
            case Attempt.Right(var started) ->
                Cookies.withSession(codes(context, started.recoveryCodes()), started.sessionToken());
        };
    }

    private Answer renewCodes(PageContext context) {
        var attempt = factors.renewCodes(
                context.visitor(), context.form().text("codeForCodes").orElse(""), mails.codesRenewed(context));
        return switch (attempt) {
            case Attempt.Later(var pause) -> later(context, "codeForCodes", pause);
            case Attempt.Wrong<List<String>> _ ->
                show(context, 400, Problems.of("codeForCodes", texts(context).get("wrongCode")));
            case Attempt.Right(var codes) -> codes(context, codes);
        };
    }

    private Answer turnOff(PageContext context) {
        if (isRequired(context)) {
            return show(context, 409, Problems.general(texts(context).get("factorRequired")));
        }
        var attempt = factors.turnOff(
                context.visitor(),
                context.form().secret("password").orElse(""),
                context.form().text("code").orElse(""),
                mails.factorOff(context));
        return switch (attempt) {
            case Attempt.Later(var pause) -> later(context, "code", pause);
            case Attempt.Wrong<Boolean> _ ->
                show(context, 400, Problems.of("code", texts(context).get("wrongBoth")));
            case Attempt.Right<Boolean> _ ->
                context.redirect(AccountPages.PATH, texts(context).get("factorOff"));
        };
    }

    private Answer codes(PageContext context, List<String> codes) {
        var texts = texts(context);
        return context.page(
                "dashboard/account/codes.jte", null, texts.get("codesTitle"), frame -> new Codes(frame, texts, codes));
    }

    private Answer later(PageContext context, String field, Duration pause) {
        return show(context, 429, Problems.of(field, Pause.message(context.common(), pause)));
    }

    private static Texts texts(PageContext context) {
        return context.texts(AccountPages.BUNDLE);
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
