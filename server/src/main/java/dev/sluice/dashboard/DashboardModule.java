package dev.sluice.dashboard;

import dev.sluice.audit.Audits;
import dev.sluice.http.ErrorPages;
import dev.sluice.http.Handler;
import dev.sluice.http.InternalApi;
import dev.sluice.http.Route;
import dev.sluice.ledger.CoreServices;
import dev.sluice.notification.UnreadCount;
import dev.sluice.refusal.Refusal;
import dev.sluice.signin.Sessions;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// Module of the dashboard's frame: wires the door that guards the pages of all sections, and the routes that belong
/// to no section.
public record DashboardModule(DashboardGuard guard, List<Route> routes) {
    /// @param api in-process API of the service; available only after all routes are registered
    public static DashboardModule wire(
            Sessions sessions,
            Audits audits,
            UnreadCount unread,
            Tokens tokens,
            SensitiveForms sensitive,
            Supplier<InternalApi> api,
            CoreServices core) {
        var guard =
                new DashboardGuard(sessions, audits, unread, tokens, sensitive, api, core.baseUrl(), core.sandbox());
        return new DashboardModule(guard, Assets.routes());
    }

    /// Error pages for an unknown address of the dashboard and for a file that exceeds every limit.
    public ErrorPages errorPages() {
        return new ErrorPages(
                DashboardGuard.HOME,
                Map.of(
                        Refusal.NOT_FOUND,
                        problemPage("notFound", 404),
                        Refusal.BODY_TOO_LARGE,
                        problemPage("tooLarge", 413)));
    }

    private Handler problemPage(String key, int status) {
        return guard.personalPage(DashboardGuard.HOME, context -> context.problem(status, key))
                .handler();
    }
}
