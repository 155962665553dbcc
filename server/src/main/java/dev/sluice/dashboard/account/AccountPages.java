package dev.sluice.dashboard.account;

import dev.sluice.dashboard.Cookies;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.NewPassword;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Pause;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.signin.AccessMails;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.TimeZones;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import dev.sluice.page.Texts;
import dev.sluice.refusal.Refusal;
import dev.sluice.signin.Attempt;
import dev.sluice.signin.Passkey;
import dev.sluice.signin.Session;
import dev.sluice.signin.SignInModule;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;

/// Account page of a user: name, time zone, password, second factor, passkeys, and sessions.
public final class AccountPages {
    static final String PATH = DashboardGuard.ACCOUNT;
    static final String BUNDLE = "dashboard.account";
    private static final String TIME_ZONE = "timeZone";

    private final DashboardGuard guard;
    private final Users users;
    private final SignInModule module;
    private final AccessMails mails;
    private final NewPassword newPassword;

    public AccountPages(
            DashboardGuard guard, Users users, SignInModule module, AccessMails mails, NewPassword newPassword) {
        this.guard = guard;
        this.users = users;
        this.module = module;
        this.mails = mails;
        this.newPassword = newPassword;
    }

    public List<Route> routes() {
        return List.of(
                guard.personalPage(PATH, context -> show(context, 200, Problems.none())),
                guard.personalAction(PATH + "/name", this::rename),
                guard.personalAction(PATH + "/time-zone", this::setTimeZone),
                guard.personalAction(PATH + "/password", this::changePassword),
                guard.personalAction(PATH + "/sessions/end-others", this::endOthers),
                guard.personalAction(PATH + "/sessions/{id}/end", this::end));
    }

    private Answer show(PageContext context, int status, Problems problems) {
        var texts = context.texts(BUNDLE);
        var user = context.visitor().user();
        return context.page(
                status,
                "dashboard/account/account.jte",
                null,
                texts.get("title"),
                frame -> new Account(
                        frame,
                        texts,
                        context.formats(),
                        user,
                        typedZone(context),
                        problems,
                        module.factors().isOn(user),
                        module.factors().recoveryCodesLeft(user),
                        context.texts(PasskeyPages.BUNDLE),
                        module.passkeys().of(user),
                        module.sessions().of(user).stream()
                                .map(session -> shown(context, texts, session))
                                .toList()));
    }

    private static UserSession shown(PageContext context, Texts texts, Session session) {
        var browser = Browser.of(session.agent());
        return new UserSession(
                session,
                texts.get(
                        "browser",
                        browser.name().orElse(texts.get("unknownBrowser")),
                        browser.system().orElse("–")),
                session.id().equals(context.visitor().sessionId()));
    }

    private Answer rename(PageContext context) {
        var name = context.form().text("name").orElse("");
        if (!Users.isName(name)) {
            return show(
                    context, 400, Problems.of("name", context.texts(BUNDLE).get("nameLength", Users.NAME_LENGTH_MAX)));
        }
        users.rename(context.visitor().user(), name);
        return context.redirect(PATH, context.texts(BUNDLE).get("renamed"));
    }

    /// Returns the value of the field: the refused zone, or else the stored one.
    private static String typedZone(PageContext context) {
        return context.form()
                .text(TIME_ZONE)
                .orElseGet(() ->
                        context.visitor().user().timeZone().map(ZoneId::getId).orElse(""));
    }

    private Answer setTimeZone(PageContext context) {
        var texts = context.texts(BUNDLE);
        var name = context.form().text(TIME_ZONE).orElse("");
        var zone = TimeZones.find(name);
        if (zone.isEmpty() && !name.isBlank()) {
            return show(context, 400, Problems.of(TIME_ZONE, texts.get("zoneUnknown")));
        }
        users.setTimeZone(context.visitor().user(), zone);
        return context.redirect(
                context.form().text("to").map(Links::own).orElse(PATH),
                texts.get("zoneSet", zone.orElse(TimeZones.UTC).getId()));
    }

    private Answer changePassword(PageContext context) {
        var texts = context.texts(BUNDLE);
        var password = context.form().secret("password").orElse("");
        var problems = newPassword.problems(
                texts,
                context.visitor().user(),
                password,
                context.form().secret("passwordConfirmation").orElse(""));
        if (!problems.isEmpty()) {
            return show(context, 400, problems);
        }
        var before = context.form().secret("before").orElse("");
        return switch (module.links()
                .change(context.visitor(), before, password, context.clientInfo(), mails.changed(context))) {
            case Attempt.Later(var pause) ->
                show(context, 429, Problems.of("before", Pause.message(context.common(), pause)));
            case Attempt.Wrong<String> _ -> show(context, 400, Problems.of("before", texts.get("wrongPassword")));
            case Attempt.Right(var token) ->
                Cookies.withSession(context.redirect(PATH, texts.get("passwordChanged")), token);
        };
    }

    private Answer endOthers(PageContext context) {
        int ended = module.sessions().endOthers(context.visitor());
        return context.redirect(PATH, context.texts(BUNDLE).get("othersEnded", ended));
    }

    private Answer end(PageContext context) {
        UUID id = context.request().id("id", Refusal.NOT_FOUND);
        module.sessions().end(context.visitor().user(), id);
        return id.equals(context.visitor().sessionId())
                ? Cookies.withoutSession(context.redirect(DashboardGuard.SIGN_IN))
                : context.redirect(PATH, context.texts(BUNDLE).get("sessionEnded"));
    }

    /// Account page.
    public record Account(
            Frame frame,
            Texts texts,
            Formats formats,
            User user,
            String timeZone,
            Problems problems,
            boolean secondFactor,
            int recoveryCodesLeft,
            Texts passkeyTexts,
            List<Passkey> passkeys,
            List<UserSession> sessions) {
        public List<ZoneId> timeZones() {
            return TimeZones.proposed();
        }
    }

    /// Session of the user with its browser.
    ///
    /// @param here true for the current session
    public record UserSession(Session session, String browser, boolean here) {}
}
