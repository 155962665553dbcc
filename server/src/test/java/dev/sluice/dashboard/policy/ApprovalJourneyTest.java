package dev.sluice.dashboard.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Dialog;
import com.microsoft.playwright.Page;
import dev.sluice.app.Merchant;
import dev.sluice.app.Widths;
import dev.sluice.dashboard.ByHand;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Tests of payout rules from the first rule to approved, rejected and refused payouts.
@Tag("slow")
class ApprovalJourneyTest extends DashboardTest {
    private static final String POLICY = "/dashboard/policy";
    private static final String APPROVALS = "/dashboard/approvals";
    private static final String PAYEE = "1234567890";

    /// A confirmation question before a refusal would be useless.
    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void nothing_is_asked_before_something_is_ticked_and_a_rejection_has_its_reason(int width) {
        approvalOver("50000");
        var large = merchant.paid(PAYEE, "60000");
        var asked = new ArrayList<String>();
        var page = window(person(Role.CHECKER), width);
        page.onDialog(dialog -> {
            asked.add(dialog.message());
            dialog.dismiss();
        });
        page.navigate(APPROVALS);
        page.click("main form button:has-text('Approve')");
        assertThat(page.locator("[data-chosen]").textContent()).isEqualTo("Select at least one payout.");
        page.click("main form button:has-text('Reject')");
        assertThat(asked).isEmpty();
        page.mouse().move(0, 0);
        page.waitForTimeout(500);
        assertWellMade(page);
        page.check("input[value='" + large + "']");
        assertThat(page.locator("[data-chosen]").textContent()).startsWith("Selected: 1.");
        page.click("main form button:has-text('Reject')");
        assertThat(asked).isEmpty();
        assertThat(page.evaluate("document.querySelector('#reason').validity.valueMissing"))
                .isEqualTo(true);
        page.click("main form button:has-text('Approve')");
        assertThat(asked).singleElement().asString().contains("They are sent immediately.", "60,000");
    }

    private void rule(Map<String, String> form) {
        assertThat(person(Role.OWNER).post(POLICY + "/new", form).statusCode()).isEqualTo(303);
    }

    private void approvalOver(String amount) {
        rule(Map.of("kind", "PAYOUT_AMOUNT", "asset", "IDR", "amount", amount, "effect", "APPROVE"));
    }

    private String status(String id) {
        var payout = merchant.payout(id);
        return payout.path("status").stringValue() + " "
                + payout.path("statusDetail").asString("");
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void an_owner_sets_a_rule_and_a_checker_decides(int width) {
        var page = window(person(Role.OWNER), width);
        page.onDialog(Dialog::accept);
        page.navigate(POLICY);
        assertWellMade(page);
        page.click("a[href='/dashboard/policy/new']");
        assertWellMade(page);
        page.selectOption("#asset", "IDR");
        page.fill("#amount", "50000");
        page.check("input[value=APPROVE]");
        page.click("main form button[type=submit]");
        page.waitForURL("**" + POLICY + "/new/review?**");
        tried(page, POLICY + "/new/review");
        assertThat(person(Role.OWNER).get(POLICY).body()).doesNotContain("Payout is more than 50,000");
        page.click("form[action='" + POLICY + "/new'] button");
        page.waitForURL("**" + POLICY);
        tried(page, POLICY + "/test");

        var small = merchant.paid(PAYEE, "50000");
        var large = merchant.paid(PAYEE, "60000");
        var other = merchant.paid(PAYEE, "70000");
        merchant.await(small, "completed");
        assertThat(status(large)).isEqualTo("pending needs_approval");

        var checker = window(person(Role.CHECKER), width);
        checker.onDialog(Dialog::accept);
        checker.navigate("/dashboard/notifications");
        assertThat(checker.textContent("main"))
                .contains("60,000", "70,000", "Siti Rahayu")
                .doesNotContain("50,000");
        checker.navigate(APPROVALS);
        assertWellMade(checker);
        assertThat(checker.locator("tbody tr").count()).isEqualTo(2);
        checker.check("input[value='" + large + "']");
        checker.click("main form button:has-text('Approve')");
        checker.waitForSelector("text=Payout approved");
        merchant.await(large, "completed");
        checker.navigate("/dashboard/payouts/" + other);
        assertWellMade(checker);
        checker.fill("#reason", "Nobody knows them");
        checker.click("main form button:has-text('Reject')");
        checker.waitForSelector("text=Nobody knows them");
        assertWellMade(checker);
        assertThat(status(other)).isEqualTo("cancelled ");
        assertThat(person(Role.MAKER).get("/dashboard/notifications").body())
                .contains("Rejected payouts: 1", "70,000")
                .doesNotContain("60,000");
        checker.navigate(APPROVALS);
        assertThat(checker.textContent("main")).contains("Nothing to approve");
        assertWellMade(checker);
    }

    private void tried(Page page, String at) {
        assertThat(page.textContent("main")).contains("Payout is more than 50,000");
        page.selectOption("#payoutAsset", "IDR");
        page.fill("#payoutAmount", "50001");
        page.click("form[action='" + at + "'] button");
        page.waitForSelector("#verdict");
        assertThat(page.textContent("#verdict")).contains("would wait for approval by another person");
        assertWellMade(page);
    }

    @Test
    void nobody_approves_their_own_and_nobody_decides_twice() {
        approvalOver("0");
        var own = person(Role.ADMIN);
        var created = ByHand.send(own, ByHand.typed(PAYEE, "20000"));
        assertThat(created.statusCode()).as(created.body()).isEqualTo(303);
        var id = created.headers().firstValue("Location").orElseThrow().replaceAll(".*/", "");
        assertThat(own.get("/dashboard/payouts/" + id).body())
                .contains("The creator of a payout cannot approve it")
                .doesNotContain("/dashboard/approvals/approve");
        var refused = own.post(APPROVALS + "/approve", Map.of("payout", id));
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("You cannot approve a payout that you");
        assertThat(status(id)).isEqualTo("pending needs_approval");
        var checker = person(Role.CHECKER);
        assertThat(checker.get(APPROVALS).body()).contains("data-listen=");
        var withoutReason = checker.post(APPROVALS + "/reject", Map.of("payout", id));
        assertThat(withoutReason.statusCode()).isEqualTo(400);
        // The response to a POST has an address that does not support GET, so the page does not subscribe to
        // updates.
        assertThat(withoutReason.body()).doesNotContain("data-listen=");
        assertThat(checker.post(APPROVALS + "/approve", Map.of("reason", "all")).statusCode())
                .isEqualTo(400);
        assertThat(checker.post(APPROVALS + "/approve", Map.of("payout", id)).statusCode())
                .isEqualTo(303);
        assertThat(checker.post(APPROVALS + "/approve", Map.of("payout", id)).statusCode())
                .isEqualTo(409);
        var again = person(Role.ADMIN).post(APPROVALS + "/reject", Map.of("payout", id, "reason", "Too late"));
        assertThat(again.statusCode()).isEqualTo(409);
        assertThat(again.body())
                .contains("Decided: 0. Not decided: 1. Someone else has already decided")
                .containsPattern("href=\"/dashboard/payouts/" + id + "\">20,000\u00a0IDR, Siti Rahayu</a>: "
                        + "approved by Rani checker, [^<]+ UTC</li>");
        merchant.await(id, "completed");
    }

    @Test
    void all_that_wait_are_paged_through_the_oldest_first() {
        approvalOver("0");
        var items = IntStream.range(0, 53)
                .mapToObj(_ -> Merchant.item(PAYEE, "10000"))
                .toArray(String[]::new);
        merchant.pay(Merchant.idr(items)).expect(201);
        var checker = person(Role.CHECKER);
        var first = checker.get(APPROVALS).body();
        var second = checker.get(APPROVALS + "?page=2").body();
        assertThat(first).contains("1–50 of 53", "href=\"" + APPROVALS + "?page=2\"");
        assertThat(second).contains("51–53 of 53", "href=\"" + APPROVALS + "?page=1\"");
        var ids = Stream.of(first, second).flatMap(page -> ids(page).stream()).toList();
        assertThat(ids).hasSize(53).doesNotHaveDuplicates().isSorted();
        assertThat(ids(checker.get(APPROVALS + "?page=9").body())).isEqualTo(ids(second));

        var nothing = checker.post(APPROVALS + "/approve", Map.of("page", "2"));
        assertThat(nothing.statusCode()).isEqualTo(400);
        assertThat(ids(nothing.body())).isEqualTo(ids(second));
        for (var id : ids(second)) {
            assertThat(checker.post(APPROVALS + "/approve", Map.of("payout", id, "page", "2"))
                            .headers()
                            .firstValue("Location"))
                    .contains(APPROVALS + "?page=2");
        }
        // The second page is empty, so the first one is shown.
        var left = checker.get(APPROVALS + "?page=2").body();
        assertThat(left).contains("1–50 of 50").doesNotContain("rel=\"next\"");
        assertThat(ids(left)).isEqualTo(ids(first));
    }

    private static List<String> ids(String page) {
        return Pattern.compile("data-row=\"([0-9a-f-]+)\"")
                .matcher(page)
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"VIEWER", "MAKER", "DEVELOPER", "OPERATOR", "CHECKER"})
    void who_may_not_sees_and_changes_nothing(Role role) {
        approvalOver("0");
        var id = merchant.paid(PAYEE, "20000");
        var somebody = person(role);
        boolean checks = role == Role.CHECKER;
        boolean reads = checks || role == Role.MAKER;
        for (var path : List.of(POLICY, POLICY + "/test?payoutAsset=IDR&payoutAmount=1&payoutMaker=API")) {
            assertThat(somebody.get(path).statusCode()).as(path).isEqualTo(reads ? 200 : 403);
        }
        assertThat(somebody.get(POLICY + "/new").statusCode()).isEqualTo(403);
        assertThat(somebody.get(APPROVALS).statusCode()).isEqualTo(checks ? 200 : 403);
        for (var path : List.of("/new", "/wallets", "/rules/" + id + "/remove", "/wallets/" + id + "/remove")) {
            assertThat(somebody.postAsIs(POLICY + path, Map.of("payout", id)).statusCode())
                    .as(path)
                    .isEqualTo(403);
        }
        if (!checks) {
            for (var path : List.of("/approve", "/reject")) {
                assertThat(somebody.postAsIs(APPROVALS + path, Map.of("payout", id, "reason", "x"))
                                .statusCode())
                        .isEqualTo(403);
            }
        }
        assertThat(status(id)).isEqualTo("pending needs_approval");
    }

    @Test
    void another_organizations_payouts_and_rules_are_not_there() {
        approvalOver("0");
        var id = merchant.paid(PAYEE, "20000");
        try (var other = Merchant.at(service)) {
            var user = users().create(other.organizationId(), "owner@other.example", "Budi", Role.OWNER)
                    .user();
            var stranger = new Person(service.baseUrl(), user, sessions().open(user, "127.0.0.1", "test", true));
            assertThat(stranger.get(APPROVALS).body()).doesNotContain(id);
            assertThat(stranger.post(APPROVALS + "/approve", Map.of("payout", id))
                            .statusCode())
                    .isEqualTo(409);
            assertThat(stranger.get(POLICY).body()).doesNotContain("more than 0");
        }
        assertThat(status(id)).isEqualTo("pending needs_approval");
    }

    @Test
    void a_rule_refuses_programs_too_and_says_which_item() {
        rule(Map.of("kind", "PAYOUT_COUNT", "payouts", "1", "span", "1", "unit", "days", "effect", "REFUSE"));
        merchant.paid(PAYEE, "20000");
        var reply = merchant.pay(Merchant.idr(Merchant.item(PAYEE, "20000"))).expect(403);
        assertThat(reply.code()).isEqualTo("POLICY_REFUSED");
        var detail = reply.json().path("details").get(0);
        assertThat(detail.path("field").stringValue()).isEqualTo("disburseData[0].amount");
        assertThat(detail.path("message").stringValue()).isEqualTo("is number 2 within 1 day, more than 1");
    }

    @Test
    void what_is_wrong_with_a_rule_or_a_wallet_is_said_at_its_field() {
        var owner = person(Role.OWNER);
        var wrong = owner.post(
                POLICY + "/new", Map.of("kind", "TOTAL_AMOUNT", "amount", "1e9", "span", "32", "unit", "days"));
        assertThat(wrong.statusCode()).isEqualTo(400);
        assertThat(wrong.body())
                .contains("id=\"amount-wrong\"", "id=\"span-wrong\"", "id=\"asset-wrong\"", "id=\"effect-wrong\"");
        var wallet =
                owner.post(POLICY + "/wallets", Map.of("network", "polygon", "wallet", "0x12", "label", "Treasury"));
        assertThat(wallet.statusCode()).isEqualTo(400);
        assertThat(wallet.body()).contains("id=\"wallet-wrong\"", "Treasury");
        var listed = Map.of(
                "network", "polygon", "wallet", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "label", "Treasury");
        assertThat(owner.post(POLICY + "/wallets", listed).statusCode()).isEqualTo(303);
        assertThat(owner.post(POLICY + "/wallets", listed).statusCode()).isEqualTo(400);
        var pay = POLICY + "/test?payoutAsset=usdc-polygon&payoutAmount=5&payoutMaker=API&address=";
        assertThat(owner.get(pay + listed.get("wallet")).body()).contains("The payout would be sent immediately");
        rule(Map.of("kind", "WALLET_ALLOWLIST", "effect", "REFUSE"));
        for (var address : List.of(listed.get("wallet"), listed.get("wallet").toLowerCase(Locale.ROOT))) {
            assertThat(owner.get(pay + address).body()).contains("The payout would be sent immediately");
        }
        assertThat(owner.get(pay + "0x2c7536E3605D9C16a7a3D7b1898e529396a65c23").body())
                .contains("The payout would be refused");
        assertThat(owner.get(pay + "0x1").body())
                .contains("id=\"address-wrong\"", "This is not a valid address on Polygon.");
    }
}
