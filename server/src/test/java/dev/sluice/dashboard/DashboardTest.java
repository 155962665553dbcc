package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import dev.sluice.app.Axe;
import dev.sluice.app.Chromium;
import dev.sluice.app.MerchantTest;
import dev.sluice.audit.AuditFilter;
import dev.sluice.audit.Audits;
import dev.sluice.audit.Entry;
import dev.sluice.change.ChangeRequests;
import dev.sluice.change.DualControl;
import dev.sluice.change.OwnerMail;
import dev.sluice.mail.Mails;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.SwiftUsers;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import dev.sluice.notification.Notifications;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.signin.Sessions;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;

/// Base of the dashboard's tests: requests pages as users of a merchant, over HTTP and in a real browser.
public abstract class DashboardTest extends MerchantTest {
    private static final double PATIENCE_MILLIS = 30_000;

    /// Errors that the browser reported during a test.
    protected final List<String> complaints = new ArrayList<>();

    @AfterAll
    static void shut() {
        Chromium.clear();
    }

    protected static Users users() {
        return SwiftUsers.of(service);
    }

    protected static Sessions sessions() {
        return Sessions.wire(
                service.connections(),
                service.vault(),
                service.clocks(),
                Organizations.wire(service.connections(), service.clocks()),
                users(),
                new SecureRandom(),
                true);
    }

    /// Mails of the service under test.
    protected static Mails mails() {
        return Mails.wire(service.connections(), service.vault(), service.clocks(), Optional.empty());
    }

    /// Audit log of the service under test.
    protected static Audits audits() {
        return Audits.wire(service.connections(), service.vault(), service.clocks());
    }

    /// Change requests of the service under test.
    protected static ChangeRequests changeRequests() {
        var notifications = Notifications.wire(service.connections(), service.vault(), service.clocks());
        var alarm = new TamperAlarm(
                new Alerts(service.connections(), service.clocks(), (_, _) -> {}), new SimpleMeterRegistry());
        return new ChangeRequests(
                service.connections(), service.vault(), service.clocks(), notifications, alarm, Duration.ZERO);
    }

    /// Sensitive forms of the service under test.
    static SensitiveForms sensitive() {
        return new SensitiveForms(
                changeRequests(),
                new DualControl(
                        Organizations.wire(service.connections(), service.clocks()),
                        users(),
                        service.clocks(),
                        true,
                        Duration.ZERO),
                new OwnerMail(Organizations.wire(service.connections(), service.clocks()), mails(), service::baseUrl),
                service.clocks()::realInstant);
    }

    /// Returns the newest audit entries of an organization.
    protected static List<Entry> deeds(UUID organizationId, int newest) {
        return audits().page(
                        organizationId,
                        AuditFilter.all(),
                        new dev.sluice.http.Page.Request(newest, 1, dev.sluice.http.Page.Sort.CREATED_DESCENDING))
                .docs();
    }

    /// Creates a user of the merchant with a password.
    protected User.WithPassword somebody(Role role) {
        var name = role.name().toLowerCase(java.util.Locale.ROOT);
        var unique = service.clocks().newId().toString();
        return users().create(merchant.organizationId(), name + "-" + unique + "@example.com", "Rani " + name, role);
    }

    /// Creates a signed-in user of the merchant.
    protected Person person(Role role) {
        var user = somebody(role).user();
        return new Person(service.baseUrl(), user, sessions().open(user, "127.0.0.1", "test", true));
    }

    /// Opens a browser window with a user's session.
    protected Page window(Person person, int width) {
        var context = context(width);
        context.addCookies(List.of(new com.microsoft.playwright.options.Cookie(DashboardGuard.SESSION, person.token())
                .setUrl(service.baseUrl().toString())));
        return page(context);
    }

    protected BrowserContext context(int width) {
        return Chromium.context(new Browser.NewContextOptions()
                .setViewportSize(width, 900)
                .setLocale("en")
                .setBaseURL(service.baseUrl().toString()));
    }

    protected Page page(BrowserContext context) {
        var page = context.newPage();
        page.setDefaultTimeout(PATIENCE_MILLIS);
        page.onConsoleMessage(message -> {
            if (message.type().equals("error")) {
                complaints.add(message.text());
            }
        });
        page.onPageError(complaints::add);
        return page;
    }

    /// Asserts that the page has no accessibility violations, is not wider than the window, and caused no browser
    /// errors.
    protected void assertWellMade(Page page) {
        page.waitForLoadState();
        assertThat(Axe.violations(page, List.of())).isEmpty();
        assertThat(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))
                .isEqualTo(true);
        assertThat(complaints).isEmpty();
    }
}
