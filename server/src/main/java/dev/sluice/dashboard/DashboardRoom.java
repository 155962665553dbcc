package dev.sluice.dashboard;

import dev.sluice.audit.Audits;
import dev.sluice.http.ErrorPages;
import dev.sluice.http.Handler;
import dev.sluice.http.Inward;
import dev.sluice.http.Route;
import dev.sluice.ledger.Ground;
import dev.sluice.notice.Bell;
import dev.sluice.refusal.Refusal;
import dev.sluice.signin.Sessions;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// The frame, wired: the door that the sections' pages stand behind, and the routes that belong to none of them.
public record DashboardRoom(Door door, List<Route> routes) {
    /// @param api what pages ask, once all routes are there
    public static DashboardRoom wire(
            Sessions sessions,
            Audits audits,
            Bell bell,
            Tokens tokens,
            SensitiveForms sensitive,
            Supplier<Inward> api,
            Ground ground) {
        var door = new Door(sessions, audits, bell, tokens, sensitive, api, ground.baseUrl(), ground.sandbox());
        return new DashboardRoom(door, Assets.routes());
    }

    /// What people are told at an address of the dashboard where nothing is, and of a file that is too large for any.
    public ErrorPages errorPages() {
        return new ErrorPages(
                Door.HOME,
                Map.of(Refusal.NOT_FOUND, told("notFound", 404), Refusal.BODY_TOO_LARGE, told("tooLarge", 413)));
    }

    private Handler told(String key, int status) {
        return door.personalPage(Door.HOME, visit -> visit.problem(status, key)).handler();
    }
}
