package dev.sluice.operator;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.ledger.Explorer;
import dev.sluice.merchant.Role;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.PayoutStatusReport;
import dev.sluice.rail.PayoutStatusReports;
import java.math.BigDecimal;
import java.net.URLDecoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Operators' decisions about unmatched money. The ledger is verified after each test.
@Tag("slow")
class UnmatchedPaymentsTest extends DashboardTest {
    private static final String EXCEPTIONS = "/dashboard/operator/exceptions";
    private static final String IN_ROW = "((?!</tr>)[^~])*";
    private static final int PAGE_LENGTH = 25;
    private static final Map<String, String> WHY = Map.of("reason", "The payer rang us up");

    private String underReview(String asked, String came) {
        return text(merchant.underReview(asked, came), "depositId");
    }

    private JsonNode payment(String depositId) {
        return merchant.deposit(depositId).path("payments").get(0);
    }

    private String path(String depositId) {
        return "/dashboard/operator/exceptions/" + merchant.organizationId() + "/"
                + text(payment(depositId), "paymentId");
    }

    private BigDecimal available() {
        return merchant.available("IDR");
    }

    @Test
    void a_wrong_amount_is_credited_as_it_came_and_once() {
        var operator = person(Role.OPERATOR);
        var id = underReview("100000", "90000");
        var before = available();
        assertThat(operator.get("/dashboard/operator/exceptions").body()).contains(path(id));
        assertThat(operator.get(path(id)).body())
                .contains("Wrong amount", "Siti Rahayu", "Unmatched payment: 90,000\u00a0IDR", "Needs a decision");
        assertThat(operator.post(path(id) + "/settle", WHY).statusCode()).isEqualTo(303);
        assertThat(operator.post(path(id) + "/settle", WHY).statusCode()).isEqualTo(303);
        var deposit = merchant.deposit(id);
        assertThat(text(deposit, "status")).isEqualTo("completed");
        assertThat(text(payment(id), "status")).isEqualTo("credited");
        assertThat(deposit.path("receivedAmount").decimalValue()).isEqualByComparingTo("90000");
        assertThat(available().subtract(before))
                .isEqualByComparingTo(deposit.path("outputAmount").decimalValue());
        assertThat(merchant.eventTypes(id)).containsExactly("deposit.created", "deposit.updated", "deposit.completed");
        assertThat(operator.get(path(id)).body())
                .contains("Credited to its deposit", "The payer rang us up", "Unmatched payment: 90,000\u00a0IDR")
                .doesNotContain("Send back", "Needs a decision");
        assertThat(operator.get("/dashboard/operator/exceptions").body()).doesNotContain(path(id));
        assertThat(operator.get("/dashboard/operator/exceptions?show=done").body())
                .contains(path(id));
        assertThat(operator.post(path(id) + "/refund", WHY).statusCode()).isEqualTo(409);
    }

    @Test
    void what_came_twice_goes_back_to_its_payer_and_once() {
        var operator = person(Role.OPERATOR);
        var id = underReview("100000", "120000");
        var before = available();
        assertThat(operator.get("/dashboard/operator").body()).contains("Unmatched payments to resolve: ");
        assertThat(operator.get(path(id)).body()).contains("Send 120,000\u00a0IDR back to the payer?");
        assertThat(operator.post(path(id) + "/refund", WHY).statusCode()).isEqualTo(303);
        assertThat(operator.post(path(id) + "/refund", WHY).statusCode()).isEqualTo(303);
        assertThat(text(payment(id), "status")).isEqualTo("refunded");
        assertThat(text(merchant.deposit(id), "status")).isEqualTo("pending");
        assertThat(available()).isEqualByComparingTo(before);
        assertThat(person(Role.VIEWER).get("/dashboard/deposits/" + id).body())
                .contains("Rail sandbox", "120,000\u00a0IDR")
                .doesNotContain("No ledger entries yet");
        assertThat(merchant.payoutIds("/v1/disbursement/fiat")).hasSize(1);
        var payout = merchant.await(payout(), "completed");
        assertThat(text(payout.path("recipient").path("bank"), "accountNumber")).isEqualTo("5271038846");
        assertThat(payout.path("amount").decimalValue()).isEqualByComparingTo("120000");
        assertThat(operator.post(path(id) + "/settle", WHY).statusCode()).isEqualTo(409);
    }

    @Test
    void what_did_not_reach_its_payer_is_marked_where_it_was_sent_back() {
        var operator = person(Role.OPERATOR);
        var id = underReview("100000", "120000");
        assertThat(operator.post(path(id) + "/refund", WHY).statusCode()).isEqualTo(303);
        var payout = payout();
        merchant.await(payout, "completed");
        var link = "href=\"/dashboard/operator/payouts/" + merchant.organizationId() + "/" + payout;
        assertThat(operator.get(path(id)).body()).contains(link, "Completed").doesNotContain("did not reach");
        comesBack(payout);
        assertThat(operator.get(path(id)).body())
                .contains(link, "Reversed", "The money did not reach the payer. It is in the balance of ");
    }

    @Test
    void what_was_credited_and_is_undone_by_its_rail_is_taken_back() {
        var operator = person(Role.OPERATOR);
        var id = underReview("100000", "90000");
        var before = available();
        assertThat(operator.post(path(id) + "/settle", WHY).statusCode()).isEqualTo(303);
        var about = found(id);
        undo(about);
        merchant.awaitDeposit(id, _ -> text(payment(id), "status").equals("reversed"));
        assertThat(available()).isEqualByComparingTo(before);
        assertThat(service.audit().faults()).isEmpty();
    }

    @Test
    void what_went_back_and_is_undone_by_its_rail_is_missing_from_what_was_put_aside() {
        var operator = person(Role.OPERATOR);
        var id = underReview("100000", "90000");
        assertThat(operator.post(path(id) + "/refund", WHY).statusCode()).isEqualTo(303);
        var none = EXCEPTIONS + "?show=missing&organization=" + merchant.organizationId();
        assertThat(operator.get(none).body()).contains("No missing payments").doesNotContain(path(id));
        undo(found(id));
        merchant.awaitDeposit(id, _ -> text(payment(id), "status").equals("reversed"));
        assertThat(service.audit().faults()).isEmpty();
        var own = EXCEPTIONS + "?show=missing&organization=";
        assertThat(operator.get(own + merchant.organizationId()).body()).contains(path(id));
        assertThat(operator.get(own + service.clocks().newId()).body()).doesNotContain(path(id));
        assertThat(operator.get("/dashboard/operator").body())
                .contains("reversed by their rail, so the money is missing: ", EXCEPTIONS + "?show=missing");
        var row = path(id) + "\"" + IN_ROW + "Sent back to the payer" + IN_ROW + "Reversed by its rail";
        for (var list : List.of("?show=missing", "?show=done")) {
            assertThat(operator.get(EXCEPTIONS + list).body()).containsPattern(row);
        }
        assertThat(operator.get(EXCEPTIONS).body()).doesNotContain(path(id));
        assertThat(operator.get(path(id)).body()).contains("The money is missing from the suspense account");
    }

    @Test
    void a_list_of_one_organizations_stays_so_on_the_next_page() {
        var operator = person(Role.OPERATOR);
        var id = merchant.createDeposit("014_TRANSFER", "100000");
        for (int i = 0; i < PAGE_LENGTH + 1; i++) {
            merchant.payIn(id, "{\"amount\":90000}").expect(200);
        }
        merchant.awaitDeposit(id, deposit -> deposit.path("payments").size() == PAGE_LENGTH + 1);
        var own = "organization=" + merchant.organizationId();
        try (var neighbour = Merchant.at(service)) {
            neighbour.underReview("100000", "90000");
            var theirs = EXCEPTIONS + "/" + neighbour.organizationId();
            assertThat(operator.get(EXCEPTIONS).body()).contains(theirs).doesNotContain("Show all");
            var first = operator.get(EXCEPTIONS + "?" + own).body();
            var next = EXCEPTIONS + "?" + own + "&amp;page=2";
            assertThat(first)
                    .contains("rel=\"next\" href=\"" + next + "\"")
                    .contains("href=\"" + EXCEPTIONS + "?show=done&amp;" + own + "\"")
                    .contains("href=\"" + EXCEPTIONS + "?show=missing&amp;" + own + "\"")
                    .contains(". <a href=\"" + EXCEPTIONS + "\">Show all organizations</a>")
                    .doesNotContain(theirs);
            assertThat(operator.get(next.replace("&amp;", "&")).body())
                    .contains("rel=\"prev\" href=\"" + EXCEPTIONS + "?" + own + "&amp;page=1\"")
                    .contains(EXCEPTIONS + "/" + merchant.organizationId())
                    .doesNotContain(theirs);
        }
    }

    /// Returns a deposit payment that its rail reversed after it was sent back to the payer.
    private String missing(String amount) {
        var operator = person(Role.OPERATOR);
        var id = underReview("100000", amount);
        assertThat(operator.post(path(id) + "/refund", WHY).statusCode()).isEqualTo(303);
        merchant.await(payout(), "completed");
        undo(found(id));
        merchant.awaitDeposit(id, _ -> text(payment(id), "status").equals("reversed"));
        return id;
    }

    private String payout() {
        return merchant.payoutIds("/v1/disbursement/fiat").getFirst();
    }

    /// Simulates a return by the rail after payment.
    private void comesBack(String payout) {
        merchant.await(payout, "completed");
        var ref = new PayoutRef(merchant.organizationId(), UUID.fromString(payout));
        var outcome = new Outcome.Returned(
                FailureCode.BANK_REJECTED, "The account is closed", Instant.now(), amount(ref));
        var notice = new PayoutStatusReport("sandbox", "back-" + payout, ref, outcome, Instant.now());
        service.connections().run(tx -> new PayoutStatusReports(service.vault()).add(tx, List.of(notice)));
        merchant.await(payout, "reversed");
    }

    private static Money amount(PayoutRef ref) {
        return service.connections().read(handle -> handle.createQuery(
                        "SELECT asset, exponent, units FROM disbursement WHERE organization_id = ? AND id = ?")
                .bind(0, ref.organizationId())
                .bind(1, ref.payoutId())
                .map((row, _) -> new Money(
                        row.getBigDecimal("units").toBigIntegerExact(),
                        Asset.fiat(row.getString("asset"), row.getInt("exponent"))))
                .one());
    }

    private BigDecimal suspense() {
        return new Explorer(service.connections())
                .account(merchant.organizationId(), "IDR", "suspense")
                .orElseThrow()
                .balance()
                .decimal();
    }

    @Test
    void what_is_missing_is_closed_once_and_the_books_stay_as_they_are() {
        var operator = person(Role.OPERATOR);
        var id = missing("90000");
        assertThat(operator.get(path(id)).body()).contains("The money is missing", path(id) + "/close");
        assertThat(operator.post(path(id) + "/close", Map.of("reason", " ")).statusCode())
                .isEqualTo(400);
        assertThat(operator.get(EXCEPTIONS + "?show=missing").body()).contains(path(id));
        var reasons = Map.of("reason", "The rail keeps it, says its mail of Monday");
        assertThat(notice(operator.post(path(id) + "/close", reasons))).isEqualTo("Payment closed.");
        var entry = deeds(merchant.organizationId(), 1).getFirst();
        assertThat(entry.action().action()).isEqualTo("operator/exceptions/{organization}/{payment}/close");
        assertThat(entry.isDone()).isTrue();
        assertThat(entry.fields()).containsAllEntriesOf(reasons).containsKey("before.amount");
        assertThat(notice(operator.post(path(id) + "/close", WHY))).isEqualTo("~This payment was already closed.");
        assertThat(operator.get(path(id)).body())
                .contains(reasons.get("reason"), "Sent back to the payer", "Reversed by its rail")
                .doesNotContain("/close\"", "the money is missing", "The payer rang us up</p>");
        assertThat(operator.get(EXCEPTIONS + "?show=missing").body()).doesNotContain(path(id));
        assertThat(operator.get(EXCEPTIONS + "?show=done").body()).contains(path(id));
        assertThat(suspense()).isEqualByComparingTo("-90000");
        assertThat(service.audit().faults()).isEmpty();
    }

    @Test
    void the_form_that_closes_is_well_made() {
        var id = missing("90000");
        try (var page = window(person(Role.OPERATOR), 360)) {
            page.navigate(path(id));
            assertWellMade(page);
            page.fill("#reason-close", "The rail keeps it");
            page.click("form[action$='/close'] button");
            page.waitForSelector("text=Payment closed.");
            assertWellMade(page);
        }
    }

    @Test
    void what_the_rail_has_again_is_missing_no_more_and_is_missing_anew_where_it_is_undone_again() {
        var operator = person(Role.OPERATOR);
        var id = missing("90000");
        assertThat(operator.post(path(id) + "/close", WHY).statusCode()).isEqualTo(303);
        tellAgain(found(id));
        merchant.awaitDeposit(id, _ -> text(payment(id), "status").equals("refunded"));
        assertThat(operator.get(EXCEPTIONS + "?show=missing").body()).doesNotContain(path(id));
        assertThat(operator.post(path(id) + "/close", WHY).statusCode()).isEqualTo(409);
        assertThat(suspense()).isZero();
        undo(found(id));
        merchant.awaitDeposit(id, _ -> text(payment(id), "status").equals("reversed"));
        assertThat(operator.get(EXCEPTIONS + "?show=missing").body()).contains(path(id));
        assertThat(service.audit().faults()).isEmpty();
    }

    @Test
    void what_is_not_missing_or_did_not_reach_its_payer_is_not_closed() {
        var operator = person(Role.OPERATOR);
        var open = underReview("100000", "90000");
        var refused = operator.post(path(open) + "/close", WHY);
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("No money of this payment is missing.");
        var id = missing("80000");
        comesBack(payout());
        assertThat(operator.get(path(id)).body())
                .contains("You can close this payment after the payer has")
                .doesNotContain("/close\"");
        assertThat(operator.post(path(id) + "/close", WHY).statusCode()).isEqualTo(409);
        assertThat(operator.get(EXCEPTIONS + "?show=missing").body()).contains(path(id));
        assertThat(service.audit().faults()).isEmpty();
    }

    @Test
    void who_is_late_is_told_who_was_faster_and_what_they_decided() {
        var first = person(Role.OPERATOR);
        var email = "citra-" + service.clocks().newId() + "@example.com";
        var user = users().create(merchant.organizationId(), email, "Citra", Role.OPERATOR)
                .user();
        var second = new Person(service.baseUrl(), user, sessions().open(user, "127.0.0.1", "test", true));
        var id = underReview("100000", "90000");
        var path = path(id);
        assertThat(first.post(path + "/refund", WHY).statusCode()).isEqualTo(303);
        var late = second.post(path + "/settle", WHY);
        assertThat(late.statusCode()).isEqualTo(409);
        assertThat(late.body())
                .containsPattern("Rani operator already decided on this payment \\([^)]+ UTC\\): "
                        + "Sent back to the payer\\. Your request was not carried out\\.\\s*"
                        + "<a class=\"text-decoration-underline\" href=\"/dashboard/operator/exceptions\"")
                .doesNotContain("is not under review", "form method=\"post\" action=\"" + path);
        for (var same : List.of(second.post(path + "/refund", WHY), second.get(path + "/move"))) {
            assertThat(same.statusCode()).isEqualTo(303);
            assertThat(notice(same)).contains("Rani operator already decided").doesNotContain("not carried out");
        }
        assertThat(notice(first.post(path + "/refund", WHY))).isEqualTo("The money is being sent back.");
    }

    private static String notice(HttpResponse<String> answer) {
        return answer.headers().allValues("Set-Cookie").stream()
                .filter(cookie -> cookie.startsWith("sluice_notice="))
                .map(cookie -> cookie.substring("sluice_notice=".length(), cookie.indexOf(';')))
                .map(cookie -> URLDecoder.decode(cookie, StandardCharsets.UTF_8))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_decision_says_why() {
        var operator = person(Role.OPERATOR);
        var id = underReview("100000", "90000");
        var answer = operator.post(path(id) + "/settle", Map.of("reason", " "));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("Enter a reason");
        assertThat(text(payment(id), "status")).isEqualTo("under_review");
    }

    @Test
    void merchants_decide_nothing() {
        var id = underReview("100000", "90000");
        for (var role : List.of(Role.OWNER, Role.ADMIN, Role.MAKER)) {
            Person merchantsOwn = person(role);
            assertThat(merchantsOwn.get(path(id)).statusCode()).isEqualTo(403);
            assertThat(merchantsOwn.post(path(id) + "/settle", WHY).statusCode())
                    .isEqualTo(403);
            assertThat(merchantsOwn.post(path(id) + "/refund", WHY).statusCode())
                    .isEqualTo(403);
        }
        assertThat(text(payment(id), "status")).isEqualTo("under_review");
    }

    private record RailReference(String rail, String key) {}

    /// Returns the rail's reference of a deposit's payment.
    private RailReference found(String depositId) {
        return service.connections()
                .read(handle -> handle.createQuery("""
                        SELECT rail, key FROM deposit_payment
                        WHERE organization_id = :organization AND id = :id::uuid
                        """)
                        .bind("organization", merchant.organizationId())
                        .bind("id", text(payment(depositId), "paymentId"))
                        .map((row, _) -> new RailReference(row.getString("rail"), row.getString("key")))
                        .one());
    }

    /// Reports a reversed payment as received again.
    private static void tellAgain(RailReference reference) {
        var payments = new IncomingPayments(service.vault());
        service.connections().run(tx -> {
            var receipt = payments.find(tx.handle(), reference.rail(), reference.key())
                    .orElseThrow();
            payments.add(tx, List.of(receipt));
        });
    }

    private static void undo(RailReference reference) {
        service.connections()
                .run(tx -> new IncomingPayments(service.vault())
                        .reverse(
                                tx,
                                reference.rail(),
                                List.of(reference.key()),
                                service.clocks().instant()));
    }
}
