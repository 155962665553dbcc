package dev.sluice.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.AtOnce;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Payments for unknown destinations, sent back from the house's books.
@Tag("slow")
class NobodysMoneyTest extends MovingTest {
    private static final Map<String, String> BACK = Map.of("reason", "Its payer rang us up");

    /// Returns the house's own balance, in units.
    private static long houses() {
        return one(
                "SELECT coalesce(sum(balance), 0)::bigint FROM ledger_account WHERE role IN ('available', 'held')"
                        + " AND asset = 'IDR' AND organization_id = '" + PLATFORM + "'",
                Long.class);
    }

    private String payout(String name) {
        return one("SELECT refund_id::text FROM deposit_payment WHERE key = '" + key(name) + "'", String.class);
    }

    private static void awaitEnd(String payout, String status) {
        await(() -> one("SELECT status FROM disbursement_progress WHERE id = '" + payout + "'", String.class)
                .equalsIgnoreCase(status));
    }

    @Test
    void it_goes_back_once_to_its_payer() {
        long before = suspense(PLATFORM, "IDR");
        long own = houses();
        tell(nobodys(BANK, "n", idr("50000")));
        awaitRead();
        var path = path(PLATFORM, "n");
        var operators = List.of(person(Role.OPERATOR), person(Role.OPERATOR), person(Role.OPERATOR));
        assertThat(operators.getFirst().get(path).body()).contains("or send it back", path + "/refund");
        assertThat(AtOnce.each(
                        operators,
                        operator -> operator.post(path + "/refund", BACK).statusCode()))
                .containsOnly(303);
        assertThat(suspense(PLATFORM, "IDR")).isEqualTo(before);
        var payout = payout("n");
        awaitEnd(payout, "completed");
        assertThat(houses()).isEqualTo(own);
        var operator = operators.getLast();
        assertThat(operator.get(path).body())
                .contains("Sent back", payout, "Completed")
                .doesNotContain(path + "/refund");
        assertThat(operator.get("/dashboard/operator/payouts/" + PLATFORM + "/" + payout)
                        .body())
                .contains("Platform", "50,000");
        assertThat(move(operator, path, asked("50000"))).isEqualTo(409);
    }

    @Test
    void what_did_not_reach_its_payer_is_the_houses_and_goes_once_more() {
        long own = houses();
        tell(nobodysFrom("9999000010", "n", idr("60000")));
        awaitRead();
        var path = path(PLATFORM, "n");
        var operator = person(Role.OPERATOR);
        assertThat(operator.post(path + "/refund", BACK).statusCode()).isEqualTo(303);
        var first = payout("n");
        awaitEnd(first, "failed");
        assertThat(houses() - own).isEqualTo(6_000_000);
        assertThat(operator.get(path).body()).contains("The platform has it", "Send back again", path + "/refund");
        var others = List.of(operator, person(Role.OPERATOR));
        assertThat(AtOnce.each(others, each -> each.post(path + "/refund", BACK).statusCode()))
                .containsOnly(303);
        var second = payout("n");
        assertThat(second).isNotEqualTo(first);
        awaitEnd(second, "failed");
        assertThat(houses() - own).isEqualTo(6_000_000);
    }

    @Test
    void what_did_not_reach_its_payer_is_moved_to_the_deposit_whose_it_is() {
        long own = houses();
        long before = suspense(PLATFORM, "IDR");
        var deposit = asked("60000");
        var available = merchant.available("IDR");
        var path = failedToGoBack();
        assertThat(houses() - own).isEqualTo(6_000_000);
        var operator = person(Role.OPERATOR);
        assertThat(operator.get(path).body()).contains(path + "/move");
        var look = path + "/move?organization=" + merchant.organizationId() + "&deposit=";
        assertThat(operator.get(look + deposit).body()).contains("reason");
        assertThat(move(operator, path, askedInTokens(merchant, "100"))).isEqualTo(409);
        assertThat(move(operator, path, deposit)).isEqualTo(303);
        assertThat(status(deposit(deposit))).isEqualTo("completed");
        assertThat(merchant.available("IDR")).isGreaterThan(available);
        assertThat(houses()).isEqualTo(own);
        assertThat(suspense(PLATFORM, "IDR")).isEqualTo(before);
        assertThat(operator.get(path).body())
                .contains("Moved to another deposit", deposit)
                .doesNotContain("/refund\"");
        assertThat(move(operator, path, deposit)).isEqualTo(303);
        assertThat(operator.post(path + "/refund", BACK).statusCode()).isEqualTo(409);
        assertThat(move(operator, path, asked("60000"))).isEqualTo(409);
        assertThat(houses()).isEqualTo(own);
        undo(BANK, "n");
        awaitRead();
        assertThat(standings(deposit(deposit))).containsExactly("reversed");
        tell(nobodysFrom("9999000010", "n", idr("60000")));
        awaitRead();
        assertThat(standings(deposit(deposit))).containsExactly("credited");
    }

    @Test
    void what_is_back_either_goes_once_more_or_is_moved() {
        long own = houses();
        var deposit = asked("60000");
        var path = failedToGoBack();
        var statuses = AtOnce.both(
                () -> move(person(Role.OPERATOR), path, deposit),
                () -> person(Role.OPERATOR).post(path + "/refund", BACK).statusCode());
        assertThat(statuses).contains(303).isSubsetOf(303, 409);
        await(() -> one(
                        "SELECT count(*) FROM disbursement_progress WHERE status = 'PENDING' AND organization_id = '"
                                + PLATFORM + "'",
                        Long.class)
                == 0);
        boolean moved = status(deposit(deposit)).equals("completed");
        assertThat(houses() - own).isEqualTo(moved ? 0 : 6_000_000);
        assertThat(status(deposit(deposit))).isIn("completed", "pending");
    }

    /// Returns a payment from an unreachable account to its sender, and returns its path once the failure is
    /// known.
    private String failedToGoBack() {
        tell(nobodysFrom("9999000010", "n", idr("60000")));
        awaitRead();
        var path = path(PLATFORM, "n");
        assertThat(person(Role.OPERATOR).post(path + "/refund", BACK).statusCode())
                .isEqualTo(303);
        awaitEnd(payout("n"), "failed");
        return path;
    }

    /// The bank reports a failure, and then a success.
    @Test
    void what_may_have_reached_its_payer_after_all_does_not_go_once_more() {
        tell(nobodysFrom("9999000010", "n", idr("60000")));
        awaitRead();
        var path = path(PLATFORM, "n");
        var operator = person(Role.OPERATOR);
        assertThat(operator.post(path + "/refund", BACK).statusCode()).isEqualTo(303);
        var first = payout("n");
        awaitEnd(first, "failed");
        execute("INSERT INTO disbursement_discrepancy (organization_id, disbursement_id, reported, found_at)"
                + " VALUES ('" + PLATFORM + "', '" + first + "', 'SETTLED', now())");
        assertThat(operator.get(path).body()).doesNotContain("Send back again");
        operator.post(path + "/refund", BACK);
        assertThat(payout("n")).isEqualTo(first);
        execute("UPDATE disbursement_discrepancy SET closed_at = now(), closed_by = '" + PLATFORM
                + "', closed_by_name = 'Dewi', reason = 'The bank was wrong' WHERE disbursement_id = '" + first + "'");
        assertThat(operator.get(path).body())
                .as("how it was settled does not say where the money is")
                .doesNotContain("Send back again");
        operator.post(path + "/refund", BACK);
        assertThat(payout("n")).isEqualTo(first);
    }

    /// The bank reports that of the first transfer after the second one was sent.
    @Test
    void what_may_have_reached_its_payer_the_first_time_goes_nowhere_after_the_second() {
        var deposit = asked("60000");
        var path = failedToGoBack();
        var operator = person(Role.OPERATOR);
        var first = payout("n");
        assertThat(operator.post(path + "/refund", BACK).statusCode()).isEqualTo(303);
        var second = payout("n");
        awaitEnd(second, "failed");
        assertThat(operator.get(path).body()).contains("Send back again");
        execute("INSERT INTO disbursement_discrepancy (organization_id, disbursement_id, reported, found_at)"
                + " VALUES ('" + PLATFORM + "', '" + first + "', 'SETTLED', now())");
        assertThat(operator.get(path).body()).doesNotContain("Send back again");
        operator.post(path + "/refund", BACK);
        assertThat(payout("n")).isEqualTo(second);
        assertThat(move(operator, path, deposit)).isEqualTo(409);
        assertThat(status(deposit(deposit))).isEqualTo("pending");
    }

    @Test
    void what_is_missing_of_it_and_has_come_back_is_closed() {
        tell(nobodysFrom("9999000010", "n", idr("60000")));
        awaitRead();
        var path = path(PLATFORM, "n");
        var operator = person(Role.OPERATOR);
        operator.post(path + "/refund", BACK);
        awaitEnd(payout("n"), "failed");
        undo(BANK, "n");
        awaitRead();
        assertThat(operator.get(path).body()).doesNotContain("Send back again");
        assertThat(operator.post(path + "/close", BACK).statusCode()).isEqualTo(303);
        assertThat(operator.get("/dashboard/operator/search?q=" + payout("n"))
                        .headers()
                        .firstValue("Location"))
                .hasValue("/dashboard/operator/payouts/" + PLATFORM + "/" + payout("n"));
    }

    @Test
    void what_was_moved_or_undone_is_not_sent_back() {
        var operator = person(Role.OPERATOR);
        tell(nobodys(BANK, "moved", idr("50000")));
        tell(nobodys(BANK, "undone", idr("50000")));
        awaitRead();
        assertThat(move(operator, path(PLATFORM, "moved"), asked("50000"))).isEqualTo(303);
        undo(BANK, "undone");
        awaitRead();
        assertThat(refused(operator, "moved")).contains("Your request was not carried out.");
        assertThat(refused(operator, "undone")).contains("The rail reversed this payment");
    }

    @Test
    void tokens_of_nobodys_go_nowhere() {
        tell(nobodys(CHAIN, "n", usdc("40")));
        awaitRead();
        var operator = person(Role.OPERATOR);
        assertThat(operator.get(path(PLATFORM, "n")).body())
                .contains("ask the sender about the transaction")
                .doesNotContain("/refund");
        refused(operator, "n");
    }

    private String refused(Person operator, String name) {
        var answer = operator.post(path(PLATFORM, name) + "/refund", BACK);
        assertThat(answer.statusCode()).as(name).isEqualTo(409);
        assertThat(one(
                        "SELECT count(*) FROM deposit_payment WHERE refund_id IS NOT NULL AND key = '" + key(name)
                                + "'",
                        Long.class))
                .isZero();
        return answer.body();
    }
}
