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

/// Module of the dashboard's frame: wires the door that guards the pages of all sections, and the routes that belong
/// to no section.
public record DashboardRoom(Door door, List<Route> routes) {
    /// @param api in-process API of the service; available only after all routes are registered
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

    /// Error pages for an unknown address of the dashboard and for a file that exceeds every limit.
    public ErrorPages errorPages() {
        return new ErrorPages(
                Door.HOME,
                Map.of(Refusal.NOT_FOUND, told("notFound", 404), Refusal.BODY_TOO_LARGE, told("tooLarge", 413)));
    }

    private Handler told(String key, int status) {
        return door.personalPage(Door.HOME, visit -> visit.problem(status, key)).handler();
    }
}
