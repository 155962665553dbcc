package dev.sluice.operator;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.app.Widths;
import dev.sluice.audit.Entry;
import dev.sluice.deposit.DepositMacs;
import dev.sluice.deposit.DepositRef;
import dev.sluice.merchant.Role;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.CsvSource;

/// Assignment of unmatched money to the right deposit. The ledger is verified after each test.
class MoveTest extends MovingTest {
    @Test
    void what_was_paid_for_another_deposit_counts_there_and_once() {
        var operator = person(Role.OPERATOR);
        var source = asked("100000");
        var target = asked("50000", "\"reference\":\"order-7\"");
        var output = number(deposit(target), "outputAmount");
        var before = merchant.available("IDR");
        var path = putAside(source, "a", idr("50000"));
        assertThat(person(Role.OWNER).get("/dashboard").body()).contains("Deposits with a payment under review: 1");
        assertThat(move(operator, path, "order-7")).isEqualTo(303);
        assertThat(move(operator, path, target)).isEqualTo(303);
        assertThat(status(deposit(target))).isEqualTo("completed");
        assertThat(standings(deposit(target))).containsExactly("credited");
        assertThat(labels(deposit(target))).isEmpty();
        assertThat(text(deposit(target).path("payerInfo"), "name")).isEqualTo("Siti Rahayu");
        assertThat(merchant.available("IDR").subtract(before)).isEqualByComparingTo(output);
        assertThat(status(deposit(source))).isEqualTo("pending");
        assertThat(standings(deposit(source))).containsExactly("moved");
        assertThat(suspense()).isZero();
        assertThat(activities(deposit(source))).contains("moved to deposit " + target);
        assertThat(activities(deposit(target))).contains("paid for deposit " + source);
        assertThat(merchant.eventTypes(source))
                .containsExactly("deposit.created", "deposit.updated", "deposit.updated");
        assertThat(merchant.eventTypes(target)).containsExactly("deposit.created", "deposit.completed");
        assertThat(operator.get(path).body()).contains("Moved to another deposit", target, WHY);
        assertThat(operator.get(path + "/move").statusCode()).isEqualTo(303);
        assertThat(operator.get("/dashboard/operator/exceptions").body()).doesNotContain(path);
        assertThat(person(Role.OWNER).get("/dashboard").body()).doesNotContain("Deposits with a payment under review");
        assertThat(person(Role.OWNER).get("/dashboard/deposits/" + source).body())
                .contains("Moved", "Payment moved");
    }

    @Test
    void a_decision_is_made_once_whatever_it_is() {
        var operator = person(Role.OPERATOR);
        var source = asked("100000");
        var target = asked("50000");
        var reasons = Map.of("reason", WHY);
        var moved = putAside(source, "a", idr("50000"));
        assertThat(move(operator, moved, target)).isEqualTo(303);
        var other = operator.post(moved + "/move", target(merchant, asked("50000")));
        assertThat(other.statusCode()).isEqualTo(409);
        assertThat(other.body())
                .contains("Rani operator already decided on this payment (")
                .contains("Moved to another deposit. Your request was not carried out.");
        assertThat(operator.post(moved + "/credit", reasons).statusCode()).isEqualTo(409);
        assertThat(operator.post(moved + "/refund", reasons).statusCode()).isEqualTo(409);
        var settled = putAside(source, "b", idr("60000"));
        assertThat(operator.post(settled + "/credit", reasons).statusCode()).isEqualTo(303);
        assertThat(move(operator, settled, asked("60000"))).isEqualTo(409);
        var refunded = putAside(source, "c", idr("70000"));
        assertThat(operator.post(refunded + "/refund", reasons).statusCode()).isEqualTo(303);
        assertThat(move(operator, refunded, asked("70000"))).isEqualTo(409);
        assertThat(standings(deposit(source))).containsExactlyInAnyOrder("moved", "credited", "refunded");
    }

    @ParameterizedTest
    @CsvSource({"40000, UNDERPAID", "60000, OVERPAID"})
    void the_deposit_has_the_labels_of_its_own_rules(String amount, String label) {
        var source = asked("100000");
        var target = asked("50000");
        var path = putAside(source, "a", idr(amount));
        var page = person(Role.OPERATOR)
                .get(path + "/move?organization=" + merchant.organizationId() + "&deposit=" + target);
        assertThat(page.body())
                .contains(
                        "The deposit will be completed with the amount received",
                        label.substring(1).toLowerCase());
        assertThat(move(person(Role.OPERATOR), path, target)).isEqualTo(303);
        assertThat(labels(deposit(target))).containsExactly(label);
        assertThat(number(deposit(target), "receivedAmount")).isEqualByComparingTo(amount);
    }

    @Test
    void what_was_paid_after_the_end_is_late() {
        var source = asked("100000");
        var target = merchant.createDeposit("QRIS", "50000", "\"reference\":\"late-7\"");
        merchant.advance("PT16M");
        await(() -> status(deposit(target)).equals("expired"));
        var path = putAside(source, "a", idr("50000"));
        assertThat(move(person(Role.OPERATOR), path, "late-7")).isEqualTo(303);
        assertThat(labels(deposit(target))).containsExactly("LATE");
        assertThat(status(deposit(target))).isEqualTo("completed");
        assertThat(merchant.postDeposit("QRIS", "50000", "\"reference\":\"late-7\"")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void a_deposit_that_cannot_have_it_is_refused_by_its_field() {
        var source = asked("100000");
        var path = putAside(source, "a", idr("50000"));
        var completed = asked("50000");
        merchant.payIn(completed, null).expect(200);
        merchant.awaitDeposit(completed, "completed");
        var forced = asked("50000");
        merchant.client()
                .patch("/v1/deposit/" + forced, "{\"status\":\"expired\"}")
                .expect(200);
        var elsewhere = asked("50000");
        execute("UPDATE deposit SET rail = 'another' WHERE id = '" + elsewhere + "'");
        DepositMacs.renew(
                service.connections(),
                service.vault(),
                new DepositRef(merchant.organizationId(), UUID.fromString(elsewhere)));
        refused(path, source, 409, "This payment was made for this deposit");
        refused(path, completed, 409, "already completed");
        refused(path, forced, 409, "was set by hand");
        refused(path, elsewhere, 409, "another rail");
        refused(path, askedInTokens(merchant, "100"), 409, "another currency or token");
        refused(path, "nothing-such", 400, "does not have this deposit");
        refused(path, merchant.organizationId().toString(), 400, "does not have this deposit");
        refused(path, " ", 400, "Enter the ID or the reference of the deposit");
        var operator = person(Role.OPERATOR);
        for (var organization : List.of("", "nobody", PLATFORM)) {
            var answer = operator.post(
                    path + "/move", Map.of("organization", organization, "deposit", source, "reason", WHY));
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body()).contains("organization-wrong");
        }
        var unsaid = Map.of("organization", merchant.organizationId().toString(), "deposit", asked("50000"));
        assertThat(operator.post(path + "/move", unsaid).statusCode()).isEqualTo(400);
        assertThat(standings(deposit(source))).containsExactly("under_review");
        assertThat(suspense()).isEqualTo(5_000_000);
    }

    private void refused(String path, String target, int status, String says) {
        var operator = person(Role.OPERATOR);
        var looked = operator.get(
                path + "/move?organization=" + merchant.organizationId() + "&deposit=" + target.replace(" ", "%20"));
        assertThat(looked.body()).contains(says, "deposit-wrong").doesNotContain("method=\"post\" action=\"" + path);
        var answer = operator.post(path + "/move", target(merchant, target));
        assertThat(answer.statusCode()).as(target).isEqualTo(status);
        assertThat(answer.body()).contains(says, "deposit-wrong");
    }

    @Test
    void money_for_nobodys_destination_goes_from_the_house_to_whom_it_belongs_to() {
        var operator = person(Role.OPERATOR);
        long before = suspense(PLATFORM, "IDR");
        long received = received();
        var target = asked("50000");
        tell(nobodys(BANK, "n", idr("50000")));
        awaitRead();
        assertThat(suspense(PLATFORM, "IDR") - before).isEqualTo(5_000_000);
        var path = path(PLATFORM, "n");
        assertThat(operator.get(path).body()).contains("Siti Rahayu", "Move to another deposit");
        assertThat(move(operator, path, target)).isEqualTo(303);
        assertThat(suspense(PLATFORM, "IDR")).isEqualTo(before);
        assertThat(status(deposit(target))).isEqualTo("completed");
        assertThat(activities(deposit(target))).contains("paid elsewhere");
        assertThat(received())
                .as("what the rail received is told once, now by the organization")
                .isEqualTo(received - 5_000_000);
    }

    /// Returns the rail's received total in the books of both organizations.
    private long received() {
        return one(
                "SELECT coalesce(sum(balance), 0)::bigint FROM ledger_account WHERE role = 'clearing:sandbox'"
                        + " AND asset = 'IDR' AND organization_id IN ('" + PLATFORM + "', '"
                        + merchant.organizationId() + "')",
                Long.class);
    }

    @Test
    void tokens_wait_for_the_rest_as_if_they_had_been_paid_there() {
        var operator = person(Role.OPERATOR);
        var target = askedInTokens(merchant, "100");
        tell(nobodys(CHAIN, "n", usdc("40")));
        awaitRead();
        var path = path(PLATFORM, "n");
        assertThat(operator.get(path + "/move?organization=" + merchant.organizationId() + "&deposit=" + target)
                        .body())
                .contains("waits for the rest");
        assertThat(move(operator, path, target)).isEqualTo(303);
        assertThat(status(deposit(target))).isEqualTo("pending");
        assertThat(standings(deposit(target))).containsExactly("received");
        tell(receipt(target, CHAIN, "rest", usdc("60")));
        await(() -> status(deposit(target)).equals("completed"));
        assertThat(labels(deposit(target))).isEmpty();
        assertThat(number(deposit(target), "receivedAmount")).isEqualByComparingTo("100");
    }

    @Test
    void both_organizations_are_told_but_not_of_each_other() {
        try (var neighbour = Merchant.at(service);
                var third = Merchant.at(service)) {
            var operator = operator(service, third);
            var source = asked("100000");
            var target = neighbour.createDeposit("014_TRANSFER", "50000");
            var before = neighbour.available("IDR");
            var path = putAside(source, "a", idr("50000"));
            assertThat(move(operator, path, neighbour, target)).isEqualTo(303);
            assertThat(neighbour.available("IDR")).isGreaterThan(before);
            assertThat(merchant.available("IDR")).isEqualByComparingTo(Merchant.OPENING);
            assertThat(activities(deposit(source)))
                    .contains("a deposit of another organization")
                    .doesNotContain(target);
            assertThat(activities(deposit(neighbour, target)))
                    .contains("paid elsewhere")
                    .doesNotContain(source);
            assertThat(neighbour.eventTypes(target)).containsExactly("deposit.created", "deposit.completed");
            assertThat(newest(third).fields()).containsEntry("deposit", target).containsEntry("before.deposit", source);
            assertTold(merchant, source, target);
            assertTold(neighbour, target, source);
        }
    }

    private static void assertTold(Merchant whom, String of, String notOf) {
        var entry = newest(whom);
        assertThat(entry.action().action()).isEqualTo("operator/exceptions/{organization}/{payment}/move");
        assertThat(entry.action().subject()).isEqualTo(of);
        assertThat(entry.fields()).containsEntry("reason", WHY).containsEntry("before.amount", "50000.00 IDR");
        assertThat(entry.fields().toString()).doesNotContain(notOf);
        assertThat(entry.action().actor().role()).isEqualTo("OPERATOR");
        assertThat(entry.action().actor().address()).isEqualTo("–");
        assertThat(entry.outcome()).isEqualTo(303);
    }

    private static Entry newest(Merchant merchant) {
        return deeds(merchant.organizationId(), 1).getFirst();
    }

    @Test
    void the_books_say_whose_each_transfer_of_a_moved_payment_is() {
        try (var neighbour = Merchant.named(service, "Toko Lain", "test", List.of(idr("1000000")))) {
            var operator = person(Role.OPERATOR);
            var path = putAside(asked("100000"), "a", idr("50000"));
            var target = neighbour.createDeposit("014_TRANSFER", "50000");
            var books = "/dashboard/operator/ledger/payment?id=" + target;
            assertThat(move(operator, path, neighbour, target)).isEqualTo(303);
            assertThat(operator.get(books).body())
                    .contains("data-label=\"Organization\">Toko Lain</td>", "data-label=\"Organization\">Acme</td>");
            var own = path.substring(path.lastIndexOf('/') + 1);
            assertThat(operator.get(books.replace(target, own)).body())
                    .contains("class=\"card-subtitle\">Acme</p>")
                    .doesNotContain("data-label=\"Organization\"");
        }
    }

    @Test
    void what_was_moved_can_be_refunded_to_whoever_paid_it() {
        var source = asked("100000");
        var target = asked("50000");
        assertThat(move(person(Role.OPERATOR), putAside(source, "a", idr("50000")), target))
                .isEqualTo(303);
        var refund = merchant.client()
                .post("/v1/deposit/" + target + "/refund", "{}")
                .expect(201);
        var payout = text(refund.data(), "disbursementId");
        assertThat(text(merchant.payout(payout).path("recipient").path("bank"), "accountNumber"))
                .isEqualTo("5271038846");
        assertThat(number(merchant.payout(payout), "amount")).isEqualByComparingTo(new BigDecimal("50000"));
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void an_operator_names_looks_and_moves_in_a_browser(int width) {
        var source = asked("100000");
        var target = asked("60000", "\"reference\":\"order 8\"");
        var path = putAside(source, "a", idr("50000"));
        try (var page = window(person(Role.OPERATOR), width)) {
            page.navigate(path);
            assertWellMade(page);
            assertThat(page.inputValue("#organization"))
                    .isEqualTo(merchant.organizationId().toString());
            page.fill("#deposit", "order 9");
            page.click("form[action$='/move'] button");
            page.waitForSelector("#deposit-wrong");
            complaints.clear(); // the browser tells of the status 400 of a form with a mistake
            assertWellMade(page);
            page.fill("#deposit", "order 8");
            page.click("form[method='get'] button");
            page.waitForSelector("text=The deposit will be completed with the amount received");
            assertThat(page.locator("main").textContent()).contains(target, "order 8", "Underpaid", "Pending");
            assertWellMade(page);
            page.fill("#reason", WHY);
            page.click("form[method='post'][action$='/move'] button");
            page.waitForSelector("text=Moved to another deposit");
            assertThat(page.locator("main").textContent()).contains(target, WHY);
            assertWellMade(page);
        }
        assertThat(labels(deposit(target))).containsExactly("UNDERPAID");
    }
}
