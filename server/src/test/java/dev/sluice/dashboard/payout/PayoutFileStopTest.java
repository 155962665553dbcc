package dev.sluice.dashboard.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.sluice.app.Widths;
import dev.sluice.dashboard.ImportFileCase;
import dev.sluice.dashboard.Person;
import dev.sluice.fileimport.TestFileMacs;
import dev.sluice.merchant.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Tests that a confirmed file is paid no further if its confirmer loses the permission, or if someone stops it.
class PayoutFileStopTest extends ImportFileCase {
    private static final String BULK = "/dashboard/payouts/bulk";
    private static final byte[] ROWS = csv(
            "currency,amount,account_name,account_number,bank_code,reference",
            List.of("IDR,10000,Siti Rahayu,1234567890,014,A-1", "IDR,20000,Budi Santoso,1234567891,014,A-2"));

    private void freeze(String state) {
        var path = "/dashboard/operator/organizations/" + merchant.organizationId() + "/switch";
        var form = Map.of("switch", "frozen", "state", state, "reason", "Keys were stolen");
        assertThat(person(Role.OPERATOR).post(path, form).statusCode()).isEqualTo(303);
    }

    /// Confirms a file that waits because the organization is frozen.
    private String confirmedWhileFrozen(Person person) {
        var file = uploaded(person, BULK, ROWS);
        freeze("on");
        assertThat(person.post(file + "/confirm", Map.of()).statusCode()).isEqualTo(303);
        return file;
    }

    private static UUID id(String file) {
        return UUID.fromString(file.substring(BULK.length() + 1));
    }

    private void assertLeftOut(Person person, String file, String code) {
        loseLeases("fileimport_file");
        awaitEnd(person, file);
        assertThat(person.get(file + "/result").body())
                .contains("2,refused,", "3,refused,", code)
                .doesNotContain(",made,");
        freeze("off");
        loseLeases("fileimport_file");
        assertThat(merchant.payouts()).isZero();
    }

    @Test
    void nothing_more_is_paid_in_the_name_of_somebody_whose_access_was_taken() {
        var maker = person(Role.MAKER);
        var file = confirmedWhileFrozen(maker);
        team(maker, "end", Map.of());
        var other = person(Role.MAKER);
        assertLeftOut(other, file, "CONFIRMER_GONE");
        assertThat(other.get(file).body()).contains("the user who confirmed the file no longer has access");
        assertThat(other.get(file, Map.of("Accept-Language", "id")).body()).contains("tidak disertakan");
    }

    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"CHECKER", "DEVELOPER", "VIEWER"})
    void nothing_more_is_paid_in_the_name_of_somebody_who_makes_no_payouts_any_more(Role role) {
        var maker = person(Role.MAKER);
        var file = confirmedWhileFrozen(maker);
        team(maker, "role", Map.of("role", role.name()));
        assertLeftOut(person(Role.MAKER), file, "CONFIRMER_GONE");
    }

    /// The rules apply to the confirmer's role at the time of payment.
    @Test
    void rules_are_those_for_what_the_confirmer_is_by_now() {
        var rule = Map.of(
                "kind", "PAYOUT_AMOUNT", "asset", "IDR", "amount", "15000", "maker", "MAKER", "effect", "REFUSE");
        assertThat(person(Role.OWNER).post("/dashboard/policy/new", rule).statusCode())
                .isEqualTo(303);
        var admin = person(Role.ADMIN);
        var file = confirmedWhileFrozen(admin);
        team(admin, "role", Map.of("role", "MAKER"));
        freeze("off");
        loseLeases("fileimport_file");
        awaitEnd(admin, file);
        assertThat(admin.get(file + "/result").body()).contains("POLICY_REFUSED");
        assertThat(merchant.payouts()).isZero();
    }

    @Test
    void whoever_makes_payouts_stops_the_rest_while_no_money_may_leave_too() {
        var maker = person(Role.MAKER);
        var file = confirmedWhileFrozen(maker);
        var admin = person(Role.ADMIN);
        var page = admin.get(file).body();
        assertThat(page).contains("Stop the remaining rows", "data-confirm=\"Stop paying this file?");
        assertThat(person(Role.CHECKER).get(file).body()).doesNotContain("Stop the remaining rows");
        assertThat(person(Role.CHECKER).post(file + "/stop", Map.of()).statusCode())
                .isEqualTo(403);
        assertThat(admin.post(file + "/stop", Map.of()).statusCode()).isEqualTo(303);
        assertThat(admin.post(file + "/stop", Map.of()).statusCode()).isEqualTo(303);
        assertThat(admin.get(file).body()).contains("Rani admin stopped the remaining rows of this file.");
        assertLeftOut(maker, file, "FILE_STOPPED");
        assertThat(deeds(merchant.organizationId(), 20))
                .filteredOn(entry -> entry.action().action().equals("payouts/bulk/{id}/stop"))
                .hasSize(3)
                .filteredOn(entry -> entry.isDone())
                .hasSize(2)
                .allSatisfy(entry -> {
                    assertThat(entry.action().subject()).isEqualTo(id(file).toString());
                    assertThat(entry.action().actor().id())
                            .isEqualTo(admin.user().id());
                });
    }

    @Test
    void there_is_nothing_to_stop_of_a_file_that_is_not_confirmed_or_done() {
        var maker = person(Role.MAKER);
        var file = uploaded(maker, BULK, ROWS);
        assertThat(maker.get(file).body()).doesNotContain("Stop the remaining rows");
        var early = maker.post(file + "/stop", Map.of());
        assertThat(early.statusCode()).isEqualTo(409);
        assertThat(early.body()).contains("No rows are left to stop.");
        maker.post(file + "/confirm", Map.of());
        awaitEnd(maker, file);
        assertThat(maker.get(file).body()).doesNotContain("Stop the remaining rows");
        assertThat(maker.post(file + "/stop", Map.of()).statusCode()).isEqualTo(409);
        assertThat(merchant.payouts()).isEqualTo(2);
        enter();
        assertThat(person(Role.OWNER).post(file + "/stop", Map.of()).statusCode())
                .isEqualTo(404);
    }

    /// A node died between creating the payouts and storing their ids.
    @Test
    void what_was_made_of_it_before_is_not_said_to_be_left_out() {
        var maker = person(Role.MAKER);
        var file = uploaded(maker, BULK, ROWS);
        maker.post(file + "/confirm", Map.of());
        awaitEnd(maker, file);
        freeze("on");
        service.connections().run(tx -> {
            tx.handle()
                    .execute(
                            "UPDATE fileimport_row SET state = 'READY', group_id = NULL, created_id = NULL"
                                    + " WHERE file_id = ?",
                            id(file));
            TestFileMacs.renewBulk(tx, service.vault(), id(file));
            tx.handle()
                    .execute(
                            "UPDATE fileimport_file SET state = 'CONFIRMED', done_at = NULL,"
                                    + " stopped_by = confirmed_by,"
                                    + " stopped_by_name = confirmed_by_name, stopped_at = confirmed_at WHERE id = ?",
                            id(file));
        });
        awaitEnd(maker, file);
        assertThat(maker.get(file + "/result").body()).contains("2,made,", "3,made,");
        assertThat(merchant.payouts()).isEqualTo(2);
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void it_is_asked_once_more_before_the_rest_is_stopped(int width) {
        var maker = person(Role.MAKER);
        var file = confirmedWhileFrozen(maker);
        try (var page = window(maker, width)) {
            var asked = new ArrayList<String>();
            page.onDialog(dialog -> {
                asked.add(dialog.message());
                dialog.accept();
            });
            page.navigate(file);
            assertThat(page.locator("body").textContent()).contains("has frozen this organization");
            assertWellMade(page);
            page.click("#stop-part button");
            page.waitForSelector("text=stopped the remaining rows of this file");
            page.waitForSelector("text=Done: 2 of 2 completed");
            page.waitForSelector(".faults");
            assertThat(asked).singleElement(STRING).startsWith("Stop paying this file?");
            assertThat(page.locator("#stop-part button").count()).isZero();
            assertWellMade(page);
        }
        assertThat(merchant.payouts()).isZero();
    }
}
