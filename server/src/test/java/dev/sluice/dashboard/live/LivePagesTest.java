package dev.sluice.dashboard.live;

import static com.microsoft.playwright.options.WaitForSelectorState.ATTACHED;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator.WaitForOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.Cookie;
import com.microsoft.playwright.options.ReducedMotion;
import dev.sluice.app.Widths;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.merchant.Role;
import dev.sluice.webhook.TestReceiver;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of live pages in a real browser.
@Tag("slow")
class LivePagesTest extends DashboardTest {
    private static final String PAYEE = "1234567890";
    /// Account with payouts that are submitted one hour after their creation.
    private static final String PAYEE_OF_THE_CLEARING_WINDOW = "9999000032";
    private static final int LOOKS_MAX = 200;
    private static final Pattern EVENT = Pattern.compile("/dashboard/developers/events/[0-9a-f-]{36}");
    private static final String LISTENERS = "window.listeners = []; const Plain = EventSource;"
            + " window.EventSource = class extends Plain { constructor(a) { super(a); listeners.push(this); } };";

    /// Opens a page with a live feed, and records its own requests from then on.
    private Page listening(Role role, int width, String path, List<String> asked) {
        var page = window(person(role), width);
        page.addInitScript(LISTENERS);
        page.onRequest(request -> {
            if (request.headers().containsKey("x-live")) {
                asked.add(request.url());
            }
        });
        page.navigate(path);
        awaitConnection(page);
        return page;
    }

    /// Polls from the test, because the page's content security policy forbids waiting for an expression.
    private static void awaitConnection(Page page) {
        for (int look = 0; look < LOOKS_MAX; look++) {
            if (page.evaluate("listeners.some(each => each.readyState === 1)").equals(true)) {
                return;
            }
            page.waitForTimeout(100);
        }
        throw new AssertionError("the page does not listen");
    }

    private void everyPayoutIsApproved() {
        var rule = Map.of("kind", "PAYOUT_AMOUNT", "asset", "IDR", "amount", "0", "effect", "APPROVE");
        assertThat(person(Role.OWNER).post("/dashboard/policy/new", rule).statusCode())
                .isEqualTo(303);
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void a_payout_is_seen_to_complete_without_asking_in_between(int width) {
        everyPayoutIsApproved();
        var id = merchant.paid(PAYEE, "20000");
        pause(5_500);
        var asked = new ArrayList<String>();
        var page = listening(Role.VIEWER, width, "/dashboard/payouts/" + id, asked);
        page.waitForTimeout(6_000);
        assertThat(asked).isEmpty();
        var checker = person(Role.CHECKER);
        assertThat(checker.post("/dashboard/approvals/approve", Map.of("payout", id))
                        .statusCode())
                .isEqualTo(303);
        page.waitForSelector("#live .status-green >> text=Completed");
        page.waitForSelector("#ledger-part >> text=Paid out");
        assertThat(asked).isNotEmpty();
        assertWellMade(page);
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void a_message_of_success_ends_once_the_payout_failed(int width) {
        var page = window(person(Role.MAKER), width);
        var id = merchant.paid("9999000009", "20000");
        page.context()
                .addCookies(List.of(
                        new Cookie("sluice_notice", "Payout%20created.").setUrl(service.baseUrl() + "/dashboard")));
        page.navigate("/dashboard/payouts/" + id);
        page.waitForSelector("#live .status-red");
        page.waitForTimeout(500);
        assertThat(page.locator(".alert-success").count()).isZero();
    }

    /// Table cells use an inset shadow for their background, so the flash must stay at their edge at all times.
    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void a_cell_that_changed_is_marked_at_its_edge(int width) {
        var first = merchant.paid(PAYEE, "20000");
        var page = window(person(Role.VIEWER), width);
        page.emulateMedia(new Page.EmulateMediaOptions().setReducedMotion(ReducedMotion.NO_PREFERENCE));
        page.navigate("/dashboard/payouts");
        for (int millis : new int[] {0, 300, 750, 1_200, 1_490}) {
            var shadow = page.evaluate("""
                    ([row, time]) => { const cell = document.querySelector(`[data-row="${row}"] td:last-child`);
                    cell.classList.add("live-changed");
                    const flash = cell.getAnimations()[0];
                    flash.pause();
                    flash.currentTime = time;
                    return getComputedStyle(cell).boxShadow; }\
                    """, List.of(first, millis));
            assertThat(shadow.toString()).endsWith(" 4px 0px 0px 0px inset");
        }
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void a_list_says_what_is_new_and_changes_its_rows_in_place(int width) {
        everyPayoutIsApproved();
        var first = merchant.paid(PAYEE, "20000");
        var page = listening(Role.CHECKER, width, "/dashboard/payouts?sort=-createdAt", new ArrayList<>());
        var row = page.locator("[data-row='" + first + "']");
        assertThat(row.textContent()).contains("Pending");
        row.locator("a").focus();
        var second = merchant.paid(PAYEE, "30000");
        var note = page.locator("[data-live-note] button");
        note.waitFor();
        assertThat(note.textContent()).isEqualTo("1 new – show");
        assertThat(page.locator("[data-row]").count()).isEqualTo(1);
        assertThat(page.evaluate("document.activeElement.closest('[data-row]') !== null"))
                .isEqualTo(true);
        assertWellMade(page);
        person(Role.CHECKER).post("/dashboard/approvals/approve", Map.of("payout", first));
        row.getByText("Completed").waitFor();
        note.click();
        page.locator("[data-row='" + second + "']").waitFor();
        assertThat(page.locator("[data-row]").count()).isEqualTo(2);
        assertThat(note.count()).isZero();
        assertThat(page.evaluate("document.activeElement.id")).isEqualTo("found");
        assertWellMade(page);
    }

    @Test
    void approvals_that_somebody_else_decides_keep_what_is_ticked_and_written() {
        everyPayoutIsApproved();
        var ticked = merchant.paid(PAYEE, "20000");
        var gone = merchant.paid(PAYEE, "30000");
        var page = listening(Role.CHECKER, 1280, "/dashboard/approvals", new ArrayList<>());
        page.check("input[value='" + ticked + "']");
        page.fill("#reason", "I know them");
        person(Role.CHECKER).post("/dashboard/approvals/approve", Map.of("payout", gone));
        var note = page.locator("[data-live-note] button");
        note.waitFor();
        assertThat(note.textContent()).isEqualTo("The list has changed – show");
        assertThat(page.inputValue("#reason")).isEqualTo("I know them");
        note.click();
        page.locator("[data-row='" + gone + "']")
                .waitFor(new com.microsoft.playwright.Locator.WaitForOptions()
                        .setState(com.microsoft.playwright.options.WaitForSelectorState.DETACHED));
        assertThat(page.isChecked("input[value='" + ticked + "']")).isTrue();
        assertThat(page.inputValue("#reason")).isEqualTo("I know them");
    }

    @Test
    void what_somebody_writes_is_not_taken_from_them() {
        var id = merchant.createDeposit("014_TRANSFER", "150000");
        var page = listening(Role.OWNER, 1280, "/dashboard/deposits/" + id, new ArrayList<>());
        page.fill("#payAmount", "14");
        merchant.payIn(id, null);
        merchant.awaitDeposit(id, "completed");
        page.waitForTimeout(3_000);
        assertThat(page.inputValue("#payAmount")).isEqualTo("14");
        assertThat(page.evaluate("document.activeElement.id")).isEqualTo("payAmount");
        page.fill("#payAmount", "");
        page.locator("#payAmount").blur();
        page.waitForSelector("#deposit .status-green >> text=Completed");
    }

    @Test
    void the_first_page_and_the_bell_follow() {
        everyPayoutIsApproved();
        var page = listening(Role.CHECKER, 1280, "/dashboard", new ArrayList<>());
        assertThat(page.locator("#attention-part").textContent()).isBlank();
        merchant.paid(PAYEE, "20000");
        page.waitForSelector("#attention-part a[href='/dashboard/approvals'] >> text=1 payout needs your approval");
        page.waitForSelector("#payouts-part >> text=Siti Rahayu");
        page.waitForSelector("#bell .bell-count");
        assertThat(page.getAttribute("#bell", "aria-label")).isEqualTo("Notifications, 1 unread");
        assertWellMade(page);
    }

    @Test
    void a_payees_payouts_and_the_statement_follow() {
        var payee = merchant.storedInIndonesia();
        var page = listening(Role.VIEWER, 1280, "/dashboard/recipients/" + payee, new ArrayList<>());
        var payout = merchant.paidItem("{\"currency\":\"IDR\",\"recipientId\":\"" + payee + "\",\"amount\":20000}");
        page.waitForSelector("#payouts-part a[href='/dashboard/payouts/" + payout + "']");
        page = listening(Role.VIEWER, 1280, "/dashboard/balances/statement", new ArrayList<>());
        var newest = page.locator("[data-row]").first();
        var before = newest.getAttribute("data-row");
        merchant.paid(PAYEE_OF_THE_CLEARING_WINDOW, "30000");
        var note = page.locator("[data-live-note] button");
        note.waitFor();
        note.click();
        page.waitForSelector("[data-row]:first-child:not([data-row='" + before + "'])");
        assertThat(newest.textContent()).contains("Payout", "Pending");
        assertWellMade(page);
    }

    @Test
    void the_deliveries_of_an_event_follow() {
        try (var receiver = new TestReceiver(TestReceiver.answering(500))) {
            var developer = person(Role.DEVELOPER);
            merchant.client()
                    .post("/v1/webhook/endpoint", "{\"url\":\"" + receiver.url() + "\",\"types\":[\"*\"]}")
                    .expect(201);
            var payout = merchant.paid(PAYEE, "20000");
            var event = EVENT.matcher(
                            developer.get("/dashboard/payouts/" + payout).body())
                    .results()
                    .map(MatchResult::group)
                    .findFirst()
                    .orElseThrow();
            var page = listening(Role.DEVELOPER, 1280, event, new ArrayList<>());
            page.waitForSelector("#deliveries-part td >> text=500");
            receiver.becomes(TestReceiver.answering(200));
            var delivery = page.getAttribute("#deliveries-part td a", "href");
            assertThat(developer.post(delivery + "/resend", Map.of()).statusCode())
                    .isEqualTo(303);
            page.waitForSelector("#deliveries-part .status-green");
            assertWellMade(page);
        }
    }

    @Test
    void charts_are_drawn_anew() {
        merchant.await(merchant.paid(PAYEE, "20000"), "completed");
        var page = listening(Role.VIEWER, 1280, "/dashboard?currency=IDR", new ArrayList<>());
        page.waitForSelector("[data-chart=volume-data] svg");
        merchant.await(merchant.paid(PAYEE, "30000"), "completed");
        page.locator("#charts-part tbody").getByText("50,000").waitFor(new WaitForOptions().setState(ATTACHED));
        page.waitForSelector("[data-chart=volume-data] svg");
        page.waitForSelector("[data-chart=success-data] svg");
    }

    @Test
    void a_page_that_cannot_listen_asks() {
        var id = merchant.createDeposit("014_VA", "150000");
        var page = window(person(Role.VIEWER), 1280);
        page.route("**/dashboard/live**", Route::abort);
        page.navigate("/dashboard/deposits/" + id);
        merchant.payIn(id, null);
        page.waitForSelector("#deposit .status-green >> text=Completed");
    }

    /// Most of an operator's pages show no events, so the event feed alone would never update them.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/rails",
                "/rails/sandbox",
                "/exceptions",
                "/payouts",
                "/discrepancies",
                "/webhooks",
                "/ledger"
            })
    void what_operators_look_at_is_asked_for_though_nothing_is_heard(String path) {
        var page = window(person(Role.OPERATOR), 1280);
        page.route("**/dashboard/live**", Route::abort);
        page.addInitScript("window.asked = []; const plain = fetch;"
                + " window.fetch = (...given) => { asked.push(performance.now()); return plain(...given); };");
        page.navigate("/dashboard/operator" + path);
        for (int look = 0; look < LOOKS_MAX && page.evaluate("asked.length").equals(0); look++) {
            page.waitForTimeout(100);
        }
        assertThat(page.evaluate("asked.length")).isNotEqualTo(0);
    }

    @Test
    void a_page_that_nobody_sees_gives_up_its_connection_and_catches_up() {
        var id = merchant.createDeposit("014_VA", "150000");
        var page = listening(Role.VIEWER, 1280, "/dashboard/deposits/" + id, new ArrayList<>());
        page.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true });"
                + " document.dispatchEvent(new Event('visibilitychange'))");
        assertThat(page.evaluate("listeners.map(each => each.readyState)")).isEqualTo(List.of(2));
        merchant.payIn(id, null);
        merchant.awaitDeposit(id, "completed");
        page.waitForTimeout(3_000);
        assertThat(page.locator("#deposit .status-green").count()).isZero();
        page.evaluate("Object.defineProperty(document, 'hidden', { value: false, configurable: true });"
                + " document.dispatchEvent(new Event('visibilitychange'))");
        page.waitForSelector("#deposit .status-green >> text=Completed");
        // One new feed, and no third one for the feed with the lost connection.
        assertThat(page.evaluate("listeners[0].readyState")).isEqualTo(2);
        assertThat(page.evaluate("listeners.filter(each => each.readyState !== 2).length"))
                .isEqualTo(1);
    }

    @Test
    void whoever_is_signed_out_elsewhere_sees_nothing_any_more() {
        var person = person(Role.VIEWER);
        var page = window(person, 1280);
        page.navigate("/dashboard/payouts");
        var session = sessions().visitor(person.token()).orElseThrow().sessionId();
        page.waitForTimeout(1_500);
        sessions().end(person.user(), session);
        page.waitForURL(address -> address.contains("/dashboard/sign-in"));
    }

    /// A signed-out user has some minutes to copy unsaved input.
    @Test
    void what_somebody_writes_keeps_a_page_of_an_ended_session_for_five_minutes() {
        var deposit = merchant.createDeposit("014_TRANSFER", "150000");
        var person = person(Role.OWNER);
        var page = window(person, 1280);
        page.addInitScript(LISTENERS);
        page.clock().install();
        page.navigate("/dashboard/deposits/" + deposit);
        awaitConnection(page);
        page.fill("#payAmount", "14");
        var session = sessions().visitor(person.token()).orElseThrow().sessionId();
        sessions().end(person.user(), session);
        for (int look = 0; look < LOOKS_MAX; look++) {
            if (page.evaluate("listeners.every(each => each.readyState === 2)").equals(true)) {
                break;
            }
            page.waitForTimeout(100);
        }
        page.clock().runFor(4 * 60_000);
        assertThat(page.url()).contains("/dashboard/deposits/");
        page.clock().runFor(61_000);
        page.waitForURL(address -> address.contains("/dashboard/sign-in"));
    }
}
