package dev.sluice.dashboard.payout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.dashboard.ImportFileCase;
import dev.sluice.dashboard.Person;
import dev.sluice.dashboard.Rules;
import dev.sluice.merchant.Role;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Tests of the preview of approvals: the payouts that need one depend on the confirmer, and the shown ones do need
/// one.
class PayoutFileApprovalTest extends ImportFileCase {
    private static final String BULK = "/dashboard/payouts/bulk";
    private static final String TITLES = "currency,amount,account_name,account_number,bank_code,reference";
    private static final Pattern WAITING = Pattern.compile("name=\"waiting\" value=\"([^\"]*)\"");
    private static final Map<String, String> BY_MAKERS = Map.of("maker", "MAKER");
    private static final String YOURS = "Need the approval of another member if you pay the file";
    private static final String FEWER = "fewer payouts of this file need approval than shown";

    private static String file(Person sender, int rows) {
        return uploaded(
                sender,
                BULK,
                csv(
                        TITLES,
                        IntStream.range(0, rows)
                                .mapToObj(at ->
                                        "IDR," + (at == 0 ? 10_000 : 12_000) + ",Siti Rahayu,1234567890,014,A-" + at)
                                .toList()));
    }

    /// Returns the consent in the form of a page.
    private static Map<String, String> consent(String page) {
        var shown = WAITING.matcher(page);
        assertThat(shown.find()).isTrue();
        return Map.of("waiting", shown.group(1));
    }

    private void operate(String state) {
        var path = "/dashboard/operator/organizations/" + merchant.organizationId() + "/switch";
        var form = Map.of("switch", "frozen", "state", state, "reason", "Contract 12");
        assertThat(person(Role.OPERATOR).post(path, form).statusCode()).isEqualTo(303);
    }

    private List<String> waiting() {
        return merchant.latest()
                .filter(payout ->
                        "needs_approval".equals(payout.path("statusDetail").asString("")))
                .map(Merchant::id)
                .toList();
    }

    /// Waits until all rows are payouts: a file with payouts that need an approval has no end of its own.
    private void awaitMade(int payouts) {
        await(() -> merchant.payouts() == payouts);
    }

    @Test
    void each_is_shown_what_waits_if_they_have_it_paid() {
        Rules.letWait(person(Role.OWNER), "10000", BY_MAKERS);
        var maker = person(Role.MAKER);
        var file = file(maker, 3);
        assertThat(maker.get(file).body())
                .contains("<dt>" + YOURS + "</dt><dd>2</dd>", "Needs approval")
                .contains("Uploaded by " + maker.user().name())
                .doesNotContain("Confirmed by");
        assertThat(person(Role.ADMIN).get(file).body()).doesNotContain("Need the approval", "Needs approval");
        assertThat(person(Role.VIEWER).get(file).body())
                .contains("Need the approval of another member if "
                        + maker.user().name() + " pays the file</dt><dd>2</dd>");
    }

    @Test
    void what_waits_for_one_and_not_for_another_is_paid_as_the_other_was_shown() {
        Rules.letWait(person(Role.OWNER), "10000", BY_MAKERS);
        var maker = person(Role.MAKER);
        var admin = person(Role.ADMIN);
        var file = file(maker, 3);
        var asShownToTheMaker =
                admin.post(file + "/confirm", consent(maker.get(file).body()));
        assertThat(asShownToTheMaker.statusCode()).isEqualTo(409);
        assertThat(asShownToTheMaker.body()).contains(FEWER).doesNotContain("Need the approval");
        assertThat(merchant.payouts()).isZero();
        assertThat(admin.post(file + "/confirm", consent(asShownToTheMaker.body()))
                        .statusCode())
                .isEqualTo(303);
        awaitEnd(admin, file);
        assertThat(waiting()).isEmpty();
        assertThat(merchant.payouts()).isEqualTo(3);
        assertThat(person(Role.VIEWER).get(file).body())
                .contains(
                        "Uploaded by " + maker.user().name(),
                        "Confirmed by " + admin.user().name());
    }

    @Test
    void what_nothing_of_ours_has_shown_is_shown_first() {
        var maker = person(Role.MAKER);
        var file = file(maker, 2);
        for (var strange : List.of("////", "?", "gA")) {
            assertThat(maker.post(file + "/confirm", Map.of("waiting", strange)).statusCode())
                    .as(strange)
                    .isEqualTo(409);
        }
        assertThat(merchant.payouts()).isZero();
    }

    @Test
    void what_more_waits_than_was_shown_is_no_reason_to_look_again() {
        var maker = person(Role.MAKER);
        var file = file(maker, 3);
        var consent = consent(maker.get(file).body());
        Rules.letWait(person(Role.OWNER), "10000", Map.of());
        assertThat(maker.post(file + "/confirm", consent).statusCode()).isEqualTo(303);
        awaitMade(3);
        assertThat(waiting()).hasSize(2);
    }

    @Test
    void a_rule_that_goes_before_it_is_confirmed_is_told() {
        var owner = person(Role.OWNER);
        Rules.letWait(owner, "10000", Map.of());
        var maker = person(Role.MAKER);
        var file = file(maker, 3);
        var consent = consent(maker.get(file).body());
        Rules.removeAll(owner);
        var told = maker.post(file + "/confirm", consent);
        assertThat(told.statusCode()).isEqualTo(409);
        assertThat(told.body()).contains(FEWER);
        assertThat(merchant.payouts()).isZero();
    }

    /// The worker processes the file later, because the organization is frozen until then.
    @Test
    void a_rule_that_goes_once_it_is_confirmed_lets_nothing_go_that_was_shown_to_wait() {
        var owner = person(Role.OWNER);
        Rules.letWait(owner, "10000", Map.of());
        var maker = person(Role.MAKER);
        var file = file(maker, 3);
        operate("on");
        assertThat(maker.post(file + "/confirm", consent(maker.get(file).body()))
                        .statusCode())
                .isEqualTo(303);
        Rules.removeAll(owner);
        operate("off");
        loseLeases("fileimport_file");
        awaitMade(3);
        assertThat(waiting()).hasSize(2);
    }

    /// The total is evaluated row by row, including the earlier rows.
    @Test
    void rows_that_only_together_are_too_much_wait_from_there_on() {
        var total = new HashMap<>(
                Map.of("kind", "TOTAL_AMOUNT", "asset", "IDR", "amount", "34000", "span", "1", "unit", "days"));
        total.put("effect", "APPROVE");
        assertThat(person(Role.OWNER).post("/dashboard/policy/new", total).statusCode())
                .isEqualTo(303);
        var maker = person(Role.MAKER);
        var file = file(maker, 5);
        var page = maker.get(file).body();
        assertThat(page).contains("<dt>" + YOURS + "</dt><dd>2</dd>");
        assertThat(maker.post(file + "/confirm", consent(page)).statusCode()).isEqualTo(303);
        awaitMade(5);
        assertThat(waiting()).hasSize(2);
    }
}
