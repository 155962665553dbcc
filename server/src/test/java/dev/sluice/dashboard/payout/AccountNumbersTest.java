package dev.sluice.dashboard.payout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.ImportFileCase;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Tests of recipients' account numbers: only users that create or approve payouts, or manage recipients, see them in
/// full.
class AccountNumbersTest extends ImportFileCase {
    private static final String WHOLE = "1234567890";
    private static final String MASKED = "****7890";
    private static final String PAYOUTS = "/dashboard/payouts";

    private static void reads(Person person, String path, boolean whole) {
        var answer = person.get(path);
        assertThat(answer.statusCode()).isEqualTo(200);
        if (whole) {
            assertThat(answer.body()).contains(WHOLE);
        } else {
            assertThat(answer.body()).contains(MASKED).doesNotContain(WHOLE);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"OWNER", "ADMIN", "MAKER", "CHECKER", "DEVELOPER", "VIEWER"})
    void they_are_whole_on_the_payouts_page_and_in_its_files_for_who_needs_them(Role role) {
        var person = person(role);
        boolean whole = role != Role.VIEWER && role != Role.DEVELOPER;
        var id = merchant.paid(WHOLE, "10000");
        reads(person, PAYOUTS + "/" + id, whole);
        reads(person, PAYOUTS + "/export?unit=IDR", whole);
        reads(person, PAYOUTS, false);
        merchant.await(id, "completed");
        assertThat(person.get(PAYOUTS + "/" + id).body().contains(id + "/proof"))
                .isEqualTo(whole);
        assertThat(person.get(PAYOUTS + "/" + id + "/proof").statusCode()).isEqualTo(whole ? 200 : 403);
    }

    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"MAKER", "CHECKER", "DEVELOPER", "VIEWER"})
    void they_are_whole_on_the_page_of_a_payee_for_who_needs_them(Role role) {
        var recipient = "/dashboard/recipients/" + merchant.storedInIndonesia();
        var page = person(role).get(recipient).body();
        var number =
                person(Role.OWNER).get(recipient).body().replaceAll("(?s).*<span class=\"mono\">([0-9]+)<.*", "$1");
        assertThat(number).matches("[0-9]{8,}");
        assertThat(page).contains("****" + number.substring(number.length() - 4));
        assertThat(page.contains(number)).isEqualTo(role == Role.MAKER || role == Role.CHECKER);
    }

    @Test
    void they_are_whole_in_files_of_payouts_for_who_needs_them() {
        var maker = person(Role.MAKER);
        var row = "IDR,10000,Siti Rahayu," + WHOLE + ",014,A-1";
        var titles = "currency,amount,account_name,account_number,bank_code,reference";
        var file = uploaded(maker, PAYOUTS + "/bulk", csv(titles, List.of(row)));
        var viewer = person(Role.VIEWER);
        reads(maker, file + "?show=all", true);
        reads(viewer, file + "?show=all", false);
        assertThat(maker.post(file + "/confirm", Map.of()).statusCode()).isEqualTo(303);
        awaitEnd(maker, file);
        reads(maker, file + "/result", true);
        reads(viewer, file + "/result", false);
    }
}
