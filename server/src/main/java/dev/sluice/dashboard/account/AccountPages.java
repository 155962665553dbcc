package dev.sluice.dashboard.account;

import dev.sluice.dashboard.Cookies;
import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.NewPassword;
import dev.sluice.dashboard.Pause;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.signin.Letters;
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
import dev.sluice.signin.SignInRoom;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;

/// Account page of a user: name, time zone, password, second factor, passkeys, and sessions.
public final class AccountPages {
    static final String PATH = Door.ACCOUNT;
    static final String BUNDLE = "dashboard.account";
    private static final String TIME_ZONE = "timeZone";

    private final Door door;
    private final Users users;
    private final SignInRoom room;
    private final Letters letters;
    private final NewPassword newPassword;

    public AccountPages(Door door, Users users, SignInRoom room, Letters letters, NewPassword newPassword) {
        this.door = door;
        this.users = users;
        this.room = room;
        this.letters = letters;
        this.newPassword = newPassword;
    }

    public List<Route> routes() {
        return List.of(
                door.personalPage(PATH, visit -> show(visit, 200, Problems.none())),
                door.personalAction(PATH + "/name", this::rename),
                door.personalAction(PATH + "/time-zone", this::setTimeZone),
                door.personalAction(PATH + "/password", this::changePassword),
                door.personalAction(PATH + "/sessions/end-others", this::endOthers),
                door.personalAction(PATH + "/sessions/{id}/end", this::end));
    }

    private Answer show(Visit visit, int status, Problems problems) {
        var texts = visit.texts(BUNDLE);
        var user = visit.visitor().user();
        return visit.page(
                status,
                "dashboard/account/account.jte",
                null,
                texts.get("title"),
                frame -> new Account(
                        frame,
                        texts,
                        visit.look(),
                        user,
                        typedZone(visit),
                        problems,
                        room.factors().isOn(user),
                        room.factors().recoveryCodesLeft(user),
                        visit.texts(PasskeyPages.BUNDLE),
                        room.passkeys().of(user),
                        room.sessions().of(user).stream()
                                .map(session -> shown(visit, texts, session))
                                .toList()));
    }

    private static Place shown(Visit visit, Texts texts, Session session) {
        var browser = Browser.of(session.agent());
        return new Place(
                session,
                texts.get(
                        "browser",
                        browser.name().orElse(texts.get("unknownBrowser")),
                        browser.system().orElse("–")),
                session.id().equals(visit.visitor().sessionId()));
    }

    private Answer rename(Visit visit) {
        var name = visit.form().text("name").orElse("");
        if (!Users.isName(name)) {
            return show(visit, 400, Problems.of("name", visit.texts(BUNDLE).get("nameLength", Users.NAME_LENGTH_MAX)));
        }
        users.rename(visit.visitor().user(), name);
        return visit.goTo(PATH, visit.texts(BUNDLE).get("renamed"));
    }

    /// Returns the value of the field: the refused zone, or else the stored one.
    private static String typedZone(Visit visit) {
        return visit.form()
                .text(TIME_ZONE)
                .orElseGet(() ->
                        visit.visitor().user().timeZone().map(ZoneId::getId).orElse(""));
    }

    private Answer setTimeZone(Visit visit) {
        var texts = visit.texts(BUNDLE);
        var name = visit.form().text(TIME_ZONE).orElse("");
        var zone = TimeZones.find(name);
        if (zone.isEmpty() && !name.isBlank()) {
            return show(visit, 400, Problems.of(TIME_ZONE, texts.get("zoneUnknown")));
        }
        users.setTimeZone(visit.visitor().user(), zone);
        return visit.goTo(
                visit.form().text("to").map(Links::own).orElse(PATH),
                texts.get("zoneSet", zone.orElse(TimeZones.UTC).getId()));
    }

    private Answer changePassword(Visit visit) {
        var texts = visit.texts(BUNDLE);
        var password = visit.form().secret("password").orElse("");
        var problems = newPassword.problems(
                texts,
                visit.visitor().user(),
                password,
                visit.form().secret("again").orElse(""));
        if (!problems.isEmpty()) {
            return show(visit, 400, problems);
        }
        var before = visit.form().secret("before").orElse("");
        return switch (room.links().change(visit.visitor(), before, password, visit.seat(), letters.changed(visit))) {
            case Attempt.Later(var pause) -> show(visit, 429, Problems.of("before", Pause.told(visit.common(), pause)));
            case Attempt.Wrong<String> _ -> show(visit, 400, Problems.of("before", texts.get("wrongPassword")));
            case Attempt.Right(var token) -> Cookies.withSession(visit.goTo(PATH, texts.get("passwordChanged")), token);
        };
    }

    private Answer endOthers(Visit visit) {
        int ended = room.sessions().endOthers(visit.visitor());
        return visit.goTo(PATH, visit.texts(BUNDLE).get("othersEnded", ended));
    }

    private Answer end(Visit visit) {
        UUID id = visit.request().id("id", Refusal.NOT_FOUND);
        room.sessions().end(visit.visitor().user(), id);
        return id.equals(visit.visitor().sessionId())
                ? Cookies.withoutSession(visit.goTo(Door.SIGN_IN))
                : visit.goTo(PATH, visit.texts(BUNDLE).get("sessionEnded"));
    }

    /// Account page.
    public record Account(
            Frame frame,
            Texts texts,
            Look look,
            User user,
            String timeZone,
            Problems problems,
            boolean secondFactor,
            int recoveryCodesLeft,
            Texts passkeyTexts,
            List<Passkey> passkeys,
            List<Place> places) {
        public List<ZoneId> timeZones() {
            return TimeZones.proposed();
        }
    }

    /// Session of the user with its browser.
    ///
    /// @param here true for the current session
    public record Place(Session session, String browser, boolean here) {}
}
