package dev.sluice.dashboard.payout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.AtOnce;
import dev.sluice.app.Merchant;
import dev.sluice.app.Widths;
import dev.sluice.dashboard.ImportFileCase;
import dev.sluice.dashboard.Person;
import dev.sluice.dashboard.Rules;
import dev.sluice.fileimport.TestFileMacs;
import dev.sluice.merchant.Role;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Tests that a file with repeated rows, or rows that were paid before, can be paid without them.
@Tag("slow")
class PayoutFileSkippedRowsTest extends ImportFileCase {
    private static final String BULK = "/dashboard/payouts/bulk";
    private static final String TITLES = "currency,amount,account_name,account_number,bank_code,reference";
    private static final String SITI = "IDR,10000,Siti Rahayu,1234567890,014,";
    private static final String SITI_AGAIN = "IDR,10000.00,Siti Rahayu,1234567890,14,";
    private static final String BUDI = "IDR,20000,Budi Santoso,1234567891,014,";
    private static final String WAITS = "Need the approval of another member if you pay the file</dt><dd>1</dd>";
    private static final Map<String, String> INDONESIAN = Map.of("Accept-Language", "id");
    private static final Pattern SENT =
            Pattern.compile("name=\"(waiting|waitingOfRest|duplicates)\" value=\"((?:leave-out-[^\"]+|[\\w-]*))\"");

    private static String uploaded(Person person, String... rows) {
        return uploaded(person, BULK, csv(TITLES, List.of(rows)));
    }

    /// Returns the form data that leaves out the repeated rows.
    private static Map<String, String> leaving(Person person, String file) {
        var sent = new HashMap<String, String>();
        SENT.matcher(person.get(file).body()).results().forEach(each -> sent.putIfAbsent(each.group(1), each.group(2)));
        assertThat(sent.get("duplicates")).startsWith("leave-out-");
        return sent;
    }

    private static HttpResponse<String> confirm(Person person, String file, Map<String, String> form) {
        return person.post(file + "/confirm", form);
    }

    private void rule(Map<String, String> form) {
        assertThat(person(Role.OWNER).post("/dashboard/policy/new", form).statusCode())
                .isEqualTo(303);
    }

    @Test
    void of_a_row_that_stands_twice_the_first_alone_is_paid() {
        var maker = person(Role.MAKER);
        var file = uploaded(maker, SITI, BUDI, SITI_AGAIN, "IDR,10001,Siti Rahayu,1234567890,014,");
        assertThat(maker.get(file).body())
                .contains("Skipped: 1. Paid: 3.", "50,001", "40,001", "Skip them (1) and pay the others (3)");
        assertThat(confirm(maker, file, leaving(maker, file)).statusCode()).isEqualTo(303);
        awaitEnd(maker, file);
        assertThat(merchant.payouts()).isEqualTo(3);
        assertThat(maker.get(file + "?show=all").body())
                .contains("Done: 3 of 3 completed", "Skipped because repeated", "was skipped: it repeats")
                .doesNotContain(">Refused<");
        assertThat(maker.get(file + "/result").body().lines())
                .filteredOn(line -> line.startsWith("4,"))
                .singleElement()
                .asString()
                .startsWith("4,left_out,,,,ROW_REPEATED,")
                .contains(",ROW_REPEATED,was skipped: it repeats row 2,");
        assertThat(maker.get(file + "/result", INDONESIAN).body()).contains("dilewati: isinya sama dengan baris 2");
    }

    /// Simulates `kill -9` between the payouts' transaction and the file's.
    @Test
    void it_holds_through_an_approval_a_restart_and_a_second_press() {
        Rules.letWait(person(Role.OWNER), "15000", Map.of());
        var maker = person(Role.MAKER);
        var file = uploaded(maker, SITI, BUDI, BUDI, SITI);
        var form = leaving(maker, file);
        var all = again(maker, file);
        assertThat(confirm(maker, file, form).statusCode()).isEqualTo(303);
        await(() -> merchant.payouts() == 2);
        assertThat(confirm(maker, file, form).statusCode()).isEqualTo(303);
        assertThat(confirm(maker, file, all).statusCode()).isEqualTo(303);
        var waiting = merchant.latest()
                .filter(payout ->
                        "needs_approval".equals(payout.path("statusDetail").asString("")))
                .map(Merchant::id)
                .toList();
        assertThat(waiting).hasSize(1);
        makeAnew(file);
        person(Role.CHECKER).post("/dashboard/approvals/approve", Map.of("payout", waiting.getFirst()));
        awaitEnd(maker, file);
        assertThat(merchant.payouts()).isEqualTo(2);
        assertThat(maker.get(file + "/result").body())
                .contains("2,made,", "3,made,", "4,left_out,", "5,left_out,")
                .doesNotContain("4,made,", "5,made,");
    }

    /// Resets a file to its state before it stored the ids of its payouts.
    private static void makeAnew(String file) {
        var id = UUID.fromString(file.substring(BULK.length() + 1));
        service.connections().run(tx -> {
            tx.handle()
                    .execute(
                            "UPDATE fileimport_row SET state = 'READY', group_id = NULL, created_id = NULL"
                                    + " WHERE file_id = ? AND state = 'CREATED'",
                            id);
            TestFileMacs.renewBulk(tx, service.vault(), id);
            tx.handle()
                    .execute(
                            "UPDATE fileimport_file SET state = 'CONFIRMED', done_at = NULL, leased_until = NULL"
                                    + " WHERE id = ?",
                            id);
        });
    }

    @Test
    void of_two_choices_at_once_one_holds() {
        var maker = person(Role.MAKER);
        var file = uploaded(maker, SITI, BUDI, SITI);
        var forms = List.of(leaving(maker, file), again(maker, file), leaving(maker, file), again(maker, file));
        assertThat(AtOnce.each(forms, form -> confirm(maker, file, form).statusCode()))
                .containsOnly(303);
        awaitEnd(maker, file);
        var created = maker.get(file + "/result").body().lines().filter(line -> line.contains(",made,"));
        assertThat(created).hasSize((int) merchant.payouts()).hasSizeBetween(2, 3);
    }

    @Test
    void what_another_file_had_paid_is_left_out_of_a_mended_one() {
        var maker = person(Role.MAKER);
        var first = uploaded(maker, SITI);
        confirm(maker, first, Map.of());
        var mended = uploaded(maker, SITI, BUDI, BUDI);
        assertThat(maker.get(mended).body()).contains("Skipped: 2. Paid: 1.");
        assertThat(confirm(maker, mended, leaving(maker, mended)).statusCode()).isEqualTo(303);
        awaitEnd(maker, mended);
        assertThat(merchant.payouts()).isEqualTo(2);
        assertThat(maker.get(mended + "/result").body())
                .contains("it repeats a row of ", "it repeats row 3", "3,made,");
        var next = uploaded(maker, SITI, BUDI);
        assertThat(maker.get(next).body()).contains("name=\"duplicates\"").doesNotContain("leave-out-");
    }

    /// Paid rows are remembered for three days, so that the file's other rows no longer count as paid.
    @Test
    void of_a_file_that_was_paid_long_ago_nothing_is_left_out() {
        var maker = person(Role.MAKER);
        var first = uploaded(maker, SITI, BUDI, SITI);
        confirm(maker, first, again(maker, first));
        awaitEnd(maker, first);
        merchant.advance("P4D");
        var once = uploaded(maker, SITI, BUDI, SITI);
        assertThat(maker.get(once).body())
                .contains("A file with the same content was already paid", "name=\"duplicates\"")
                .doesNotContain("leave-out-");
        var leaving = Map.of("duplicates", "leave-out-" + again(maker, once).get("duplicates"));
        assertThat(confirm(maker, once, leaving).statusCode()).isEqualTo(409);
        assertThat(merchant.payouts()).isEqualTo(3);
    }

    @Test
    void whoever_leaves_rows_out_is_asked_again_where_they_are_others() {
        var maker = person(Role.MAKER);
        var mine = uploaded(maker, SITI, SITI, BUDI);
        var seen = leaving(maker, mine);
        var other = uploaded(maker, BUDI);
        confirm(maker, other, Map.of());
        var refused = confirm(maker, mine, seen);
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("The repeated rows have changed", "Skipped: 2. Paid: 1.");
        awaitEnd(maker, other);
        var more = uploaded(maker, BUDI, "IDR,30000,Budi Santoso,1234567891,014,");
        var repeated = leaving(maker, more);
        merchant.advance("P3D");
        assertThat(confirm(maker, more, repeated).statusCode()).isEqualTo(409);
        assertThat(merchant.payouts()).isEqualTo(1);
    }

    @Test
    void what_is_left_out_counts_for_no_total_and_what_is_shown_to_wait_does() {
        rule(Map.of(
                "kind",
                "TOTAL_AMOUNT",
                "asset",
                "IDR",
                "amount",
                "30000",
                "span",
                "1",
                "unit",
                "days",
                "effect",
                "APPROVE"));
        var maker = person(Role.MAKER);
        var file = uploaded(maker, SITI, SITI, BUDI);
        assertThat(maker.get(file).body()).containsOnlyOnce(WAITS);
        var form = leaving(maker, file);
        var strange = new HashMap<>(form);
        strange.put("waitingOfRest", "EA");
        assertThat(confirm(maker, file, strange).body()).contains("fewer payouts of this file need approval");
        assertThat(merchant.payouts()).isZero();
        assertThat(confirm(maker, file, form).statusCode()).isEqualTo(303);
        awaitEnd(maker, file);
        assertThat(maker.get(file).body()).contains("Done: 2 of 2 completed");
    }

    @Test
    void what_the_money_suffices_for_without_the_repeated_rows_is_paid() {
        var maker = person(Role.MAKER);
        var file = uploaded(
                maker,
                "IDR,600000,Siti Rahayu,1234567890,014,",
                "IDR,600000,Siti Rahayu,1234567890,014,",
                "IDR,20000,Budi Santoso,1234567891,014,");
        assertThat(confirm(maker, file, again(maker, file)).body()).contains("The balance is too low");
        assertThat(confirm(maker, file, leaving(maker, file)).statusCode()).isEqualTo(303);
        awaitEnd(maker, file);
        assertThat(merchant.payouts()).isEqualTo(2);
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void the_choice_is_made_at_the_page(int width) {
        try (var page = window(person(Role.MAKER), width)) {
            page.navigate(BULK);
            page.setInputFiles("#file", payload("twice.csv", csv(TITLES, List.of(SITI, BUDI, SITI))));
            page.click("main button[type=submit]");
            page.waitForSelector("#leaveOut");
            assertWellMade(page);
            page.check("#leaveOut");
            page.onDialog(dialog -> dialog.accept());
            page.click("form[action$='/confirm'] button");
            page.waitForSelector("[data-status=completed] >> text=2");
            page.waitForSelector("#rows-part:has-text('Skipped')");
            assertWellMade(page);
            assertThat(merchant.payouts()).isEqualTo(2);
        }
    }
}
