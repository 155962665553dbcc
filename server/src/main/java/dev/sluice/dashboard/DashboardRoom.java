package dev.sluice.dashboard;

import dev.sluice.audit.Audits;
import dev.sluice.http.Inward;
import dev.sluice.http.Route;
import dev.sluice.notice.Bell;
import dev.sluice.signin.Sessions;
import java.net.URI;
import java.util.List;
import java.util.function.Supplier;

/// The frame, wired: the door that the sections' pages stand behind, and the routes that belong to none of them.
public record DashboardRoom(Door door, List<Route> routes) {
    /// @param api what pages ask, once all routes are there
    public static DashboardRoom wire(
            Sessions sessions,
            Audits audits,
            Bell bell,
            Tokens tokens,
            Supplier<Inward> api,
            Supplier<URI> baseUrl,
            boolean sandbox) {
        var door = new Door(sessions, audits, bell, tokens, api, baseUrl, sandbox);
        return new DashboardRoom(door, Assets.routes());
    }

    /// What people are told at an address of the dashboard where nothing is.
    public Route lost() {
        return door.personalPage(Door.HOME, visit -> visit.problem(404, "notFound"));
    }
}
