package dev.sluice.dashboard.account;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import dev.sluice.app.Widths;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.merchant.Role;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Tests of passkeys in a real browser with a virtual authenticator.
@Tag("slow")
class PasskeyJourneyTest extends DashboardTest {
    private static final String PROBLEM = "[data-passkey-problem]";

    /// Returns a URL with a host name, because browsers do not support passkeys for IP addresses.
    private static String at(String path) {
        return "http://localhost:" + service.baseUrl().getPort() + path;
    }

    /// Adds a virtual authenticator to a browser window; its user either verifies or never responds.
    private static CDPSession device(BrowserContext context, Page page) {
        var devices = context.newCDPSession(page);
        devices.send("WebAuthn.enable");
        add(devices);
        return devices;
    }

    private static String add(CDPSession devices) {
        var device = new JsonObject();
        device.addProperty("protocol", "ctap2");
        device.addProperty("transport", "internal");
        device.addProperty("hasResidentKey", true);
        device.addProperty("hasUserVerification", true);
        device.addProperty("isUserVerified", true);
        device.addProperty("automaticPresenceSimulation", true);
        var options = new JsonObject();
        options.add("options", device);
        return devices.send("WebAuthn.addVirtualAuthenticator", options)
                .get("authenticatorId")
                .getAsString();
    }

    private static void signIn(Page page, String email, String password) {
        page.navigate(at("/dashboard/sign-in?to=/dashboard/account"));
        page.fill("#email", email);
        page.fill("#password", password);
        page.click("button[type=submit]");
        page.waitForURL("**/dashboard/account");
    }

    private static void signOut(Page page) {
        page.locator(".topbar .dropdown > button").click();
        page.locator("form[action='/dashboard/sign-out'] button").click();
        page.waitForURL("**/dashboard/sign-in");
    }

    private void addPasskey(Page page, String name, String password) {
        page.click("a[href='/dashboard/account/passkeys/new']");
        page.waitForSelector("#proof");
        assertWellMade(page);
        page.fill("#name", name);
        page.fill("#proof", password);
        page.click("main button[type=submit]");
        page.waitForSelector("form[data-passkey]");
        assertWellMade(page);
        page.click("form[data-passkey] button");
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void somebody_adds_a_passkey_signs_in_with_it_and_removes_it(int width) {
        var somebody = somebody(Role.OWNER);
        var email = somebody.user().email();
        try (var context = context(width)) {
            var page = page(context);
            device(context, page);
            signIn(page, email, somebody.password());
            addPasskey(page, "My phone", somebody.password());
            page.waitForURL("**/dashboard/account");
            assertThat(page.locator(".alert-success")).containsText("Passkey added");
            assertThat(page.locator("section[aria-labelledby=passkeys]")).containsText("My phone");
            assertWellMade(page);

            signOut(page);
            assertWellMade(page);
            page.click("form[data-passkey] button");
            page.waitForURL("**/dashboard");
            page.navigate(at("/dashboard/account"));
            assertThat(page.locator("main")).containsText(email);

            page.click("section[aria-labelledby=passkeys] .list-group a");
            page.waitForSelector("#proof");
            assertWellMade(page);
            page.fill("#proof", somebody.password());
            page.click("form[action$='/remove'] button");
            page.waitForURL("**/dashboard/account");
            assertThat(page.locator(".alert-success")).containsText("Passkey removed");

            signOut(page);
            page.click("form[data-passkey] button");
            assertThat(page.locator(".alert-danger:not([hidden])")).containsText("The passkey was not accepted");
            // The response has the address of its form.
            assertThat(page.evaluate("location.pathname")).isEqualTo("/dashboard/sign-in");
            // The browser itself reports a page with the status 401.
            complaints.removeIf(each -> each.contains("401"));
            assertWellMade(page);
        }
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void a_passkey_takes_the_place_of_the_code(int width) {
        var somebody = somebody(Role.OWNER);
        var email = somebody.user().email();
        try (var context = context(width)) {
            var page = page(context);
            device(context, page);
            signIn(page, email, somebody.password());
            addPasskey(page, "My phone", somebody.password());
            page.waitForURL("**/dashboard/account");
            new Phone(service.baseUrl()).turnOn(somebody);
            page.navigate(at("/dashboard/sign-in?to=/dashboard/account"));
            page.fill("#email", email);
            page.fill("#password", somebody.password());
            page.click("button[type=submit]");
            page.waitForSelector("#code");
            assertWellMade(page);
            page.click("form[data-passkey] button");
            page.waitForURL("**/dashboard/account");
        }
    }

    @Test
    void who_says_no_is_told_and_tries_again() {
        var somebody = somebody(Role.OWNER);
        try (var context = context(1280)) {
            var page = page(context);
            var devices = device(context, page);
            signIn(page, somebody.user().email(), somebody.password());
            addPasskey(page, "First", somebody.password());
            page.waitForURL("**/dashboard/account");
            addPasskey(page, "Second", somebody.password());
            assertThat(page.locator(PROBLEM)).containsText("This device already has a passkey for your account");
            waitForTheButton(page);
            assertWellMade(page);
            signOut(page);
            // Another authenticator without user verification.
            devices.send("WebAuthn.disable");
            devices.send("WebAuthn.enable");
            unverified(devices);
            page.click("form[data-passkey] button");
            assertThat(page.locator(PROBLEM)).containsText("the request was cancelled or took too long");
            waitForTheButton(page);
            assertWellMade(page);
        }
    }

    /// Waits until the transition of the enabled button has ended.
    private static void waitForTheButton(Page page) {
        assertThat(page.locator("form[data-passkey] button")).isEnabled();
        page.evaluate("Promise.allSettled(document.getAnimations().map((each) => each.finished)).then(() => true)");
    }

    private static void unverified(CDPSession devices) {
        var user = new JsonObject();
        user.addProperty("authenticatorId", add(devices));
        user.addProperty("isUserVerified", false);
        devices.send("WebAuthn.setUserVerified", user);
    }

    @Test
    void where_there_can_be_no_passkeys_nobody_is_offered_one() {
        var somebody = somebody(Role.OWNER);
        try (var context = context(1280)) {
            var page = page(context);
            page.navigate(service.baseUrl() + "/dashboard/sign-in");
            assertThat(page.locator("form[data-passkey]")).isHidden();
            page.addInitScript("delete window.PublicKeyCredential");
            page.navigate(at("/dashboard/sign-in"));
            assertThat(page.locator("form[data-passkey]")).isHidden();
            signIn(page, somebody.user().email(), somebody.password());
            page.click("a[href='/dashboard/account/passkeys/new']");
            page.fill("#name", "Phone");
            page.fill("#proof", somebody.password());
            page.click("main button[type=submit]");
            assertThat(page.locator(PROBLEM)).containsText("This browser or device does not support passkeys");
            assertThat(page.locator("form[data-passkey] button")).isDisabled();
            assertWellMade(page);
        }
    }
}
