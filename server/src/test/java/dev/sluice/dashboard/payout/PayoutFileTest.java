package dev.sluice.dashboard.payout;

import static dev.sluice.app.Merchant.item;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.AtOnce;
import dev.sluice.app.Widths;
import dev.sluice.dashboard.ImportFileCase;
import dev.sluice.dashboard.Person;
import dev.sluice.fileimport.TestFileMacs;
import dev.sluice.merchant.Role;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of payouts from a file: problems of its rows, confirmation and results.
@Tag("slow")
class PayoutFileTest extends ImportFileCase {
    private static final String BULK = "/dashboard/payouts/bulk";
    private static final String TITLES = "currency,amount,account_name,account_number,bank_code,reference";

    @Test
    void each_row_says_what_is_wrong_with_it() {
        merchant.paidItem(item("1234567890", "10000", "\"reference\":\"USED\""));
        var maker = person(Role.MAKER);
        var file = uploaded(
                maker,
                List.of(
                        "IDR,10000,Siti Rahayu,1234567890,014,A-1",
                        "IDR,10000.123,Siti Rahayu,1234567890,014,A-2",
                        "IDR,many,Siti Rahayu,1234567890,014,A-3",
                        "IDR,10000,Siti Rahayu,1234567890,no-bank,A-4",
                        "IDR,10000,Siti Rahayu,,014,A-5",
                        "IDR,10000,Siti Rahayu,1234567890,014,A-1",
                        "IDR,10000,Siti Rahayu,1234567890,014,USED",
                        "XXX,1000,Siti Rahayu,1234567890,014,A-6"));
        var page = maker.get(file).body();
        assertThat(page)
                .contains("Rows: 8. Payable: 1. With errors: 7.")
                .contains(
                        "must have at most 2 decimals in IDR",
                        "must be a number such as 1250.50",
                        "bank_code</span> must be the bankCode",
                        "account_number</span>",
                        "is also in row 2",
                        "is the reference of another disbursement",
                        "currency</span> is not a supported currency");
        assertThat(merchant.payouts()).isEqualTo(1);
    }

    @Test
    void the_codes_of_banks_can_be_taken_home() {
        var maker = person(Role.MAKER);
        assertThat(maker.get(BULK).body()).contains(BULK + "/banks");
        assertThat(maker.get(BULK + "/banks").body().lines())
                .startsWith("currency,bank_code,bank_name,min_amount,max_amount")
                .anyMatch(line -> line.startsWith("IDR,014,"))
                .anyMatch(line -> line.startsWith("PHP,"));
    }

    @Test
    void an_amount_with_marks_between_thousands_is_refused_with_how_to_write_it() {
        var maker = person(Role.MAKER);
        for (var marked : List.of("\"1,000,000\"", "1.000.000", "1.000.000.50", "\"1,250.50\"", "1 000 000")) {
            var page = maker.get(uploaded(maker, List.of("IDR," + marked + ",Siti Rahayu,1234567890,014,")))
                    .body();
            assertThat(page)
                    .as(marked)
                    .contains("amount</span> must be written without thousands separators")
                    .contains("such as 1000000 or 1000000.50", "<th scope=\"row\" data-label=\"Row\">2</th>");
        }
    }

    @Test
    void an_amount_with_more_decimals_than_there_are_is_refused_whatever_they_are() {
        var maker = person(Role.MAKER);
        var file = uploaded(
                maker,
                List.of(
                        "SGD,50.000,Tan Wei,1234567890,7171,S-1",
                        "IDR,50000.000,Siti Rahayu,1234567890,014,S-2",
                        "IDR,500.000,Siti Rahayu,1234567890,014,S-3",
                        "IDR,50000.00,Siti Rahayu,1234567890,014,S-4"));
        assertThat(maker.get(file + "?show=all").body())
                .contains("Rows: 4. Payable: 1. With errors: 3.")
                .contains("amount</span> must have at most 2 decimals in SGD; omit thousands separators")
                .contains("amount</span> must have at most 2 decimals in IDR; omit thousands separators")
                .contains(">“50.000”</td>", ">“50000.000”</td>", ">“500.000”</td>", ">50,000\u00a0IDR</td>")
                .doesNotContain("500.000\u00a0IDR", "“50.000” SGD");
        assertThat(maker.get(file, Map.of("Accept-Language", "id")).body())
                .contains("paling banyak 2 angka desimal untuk SGD; tulis ribuan tanpa pemisah");
        maker.post(file + "/confirm", Map.of("skipFaulty", "true"));
        awaitEnd(maker, file);
        assertThat(merchant.payouts()).isEqualTo(1);
        assertThat(maker.get(file + "/result").body())
                .contains("amount must have at most 2 decimals in SGD; omit thousands separators");
        assertThat(maker.get(file + "/result", Map.of("Accept-Language", "id")).body())
                .contains("paling banyak 2 angka desimal untuk SGD; tulis ribuan tanpa pemisah")
                .doesNotContain("must have");
    }

    @Test
    void a_code_that_has_lost_its_zeros_is_taken_and_shown_whole() {
        var maker = person(Role.MAKER);
        var whole = uploaded(maker, List.of("IDR,10000,Siti Rahayu,1234567890,014,"));
        maker.post(whole + "/confirm", Map.of());
        awaitEnd(maker, whole);
        var file = uploaded(maker, List.of("IDR,10000,Siti Rahayu,1234567890,14,"));
        assertThat(maker.get(file).body())
                .contains("Rows: 1. Payable: 1.", "014 · 1234567890", "A file with the same content was already paid");
        maker.post(file + "/confirm", again(maker, file));
        awaitEnd(maker, file);
        assertThat(merchant.payouts()).isEqualTo(2);
        var unknown = uploaded(maker, List.of("IDR,10000,Siti Rahayu,1234567890,77,"));
        assertThat(maker.get(unknown).body()).contains("Payable: 0.", "bank_code</span> must be the bankCode");
    }

    private void rule(Map<String, String> form) {
        assertThat(person(Role.OWNER).post("/dashboard/policy/new", form).statusCode())
                .isEqualTo(303);
    }

    /// Adds a rule that refuses payouts beyond a daily total.
    private void total(String amount) {
        var day = Map.of("kind", "TOTAL_AMOUNT", "asset", "IDR", "amount", amount, "span", "1", "unit", "days");
        var form = new HashMap<>(day);
        form.put("effect", "REFUSE");
        rule(form);
    }

    @Test
    void rows_that_somebody_else_has_to_approve_are_told_before_they_are_paid() {
        rule(Map.of("kind", "PAYOUT_AMOUNT", "asset", "IDR", "amount", "50000", "effect", "APPROVE"));
        var file = uploaded(
                person(Role.MAKER),
                List.of("IDR,50000,Siti Rahayu,1234567890,014,A-1", "IDR,60000,Siti Rahayu,1234567890,014,A-2"));
        var page = person(Role.MAKER).get(file).body();
        assertThat(page)
                .contains(
                        "Rows: 2. Payable: 2.",
                        "<dt>Need the approval of another member if you pay the file</dt><dd>1</dd>")
                .containsOnlyOnce("Needs approval");
        assertThat(page.indexOf("Needs approval")).isGreaterThan(page.indexOf(">3</th>"));
    }

    @Test
    void rows_count_together_where_a_rule_has_a_total() {
        total("200000");
        var file = uploaded(
                person(Role.MAKER),
                IntStream.range(0, 30)
                        .mapToObj(at -> "IDR,10000,Siti Rahayu,1234567890,014,T-" + at)
                        .toList());
        assertThat(person(Role.MAKER).get(file).body()).contains("Rows: 30. Payable: 20. With errors: 10.");
    }

    /// A reference that is already used, and one that occurs twice in the file.
    @Test
    void faulty_rows_use_up_nothing_of_a_total() {
        merchant.paidItem(item("1234567890", "10000", "\"reference\":\"USED\""));
        total("100000");
        var file = uploaded(
                person(Role.MAKER),
                List.of(
                        "IDR,60000,Siti Rahayu,1234567890,014,USED",
                        "IDR,50000,Siti Rahayu,1234567890,014,A-1",
                        "IDR,40000,Siti Rahayu,1234567890,014,A-1",
                        "IDR,40000,Siti Rahayu,1234567890,014,A-2"));
        assertThat(person(Role.MAKER).get(file).body())
                .contains("Rows: 4. Payable: 2. With errors: 2.", "is also in row 3");
    }

    @Test
    void faulty_rows_are_left_out_only_where_somebody_says_so() {
        var maker = person(Role.MAKER);
        var file = uploaded(
                maker, List.of("IDR,10000,Siti Rahayu,1234567890,014,A-1", "IDR,0,Siti Rahayu,1234567890,014,A-2"));
        assertThat(maker.post(file + "/confirm", Map.of()).statusCode()).isEqualTo(409);
        assertThat(maker.post(file + "/confirm", Map.of("skipFaulty", "true")).statusCode())
                .isEqualTo(303);
        awaitEnd(maker, file);
        assertThat(merchant.payouts()).isEqualTo(1);
        assertThat(maker.get(file + "/result").body()).contains("2,made,", ",completed,", "3,faulty,");
    }

    @Test
    void confirming_twice_pays_once() {
        var maker = person(Role.MAKER);
        var file = uploaded(maker, rows(30));
        assertThat(maker.post(file + "/confirm", Map.of()).statusCode()).isEqualTo(303);
        assertThat(maker.post(file + "/confirm", Map.of()).statusCode()).isEqualTo(303);
        awaitEnd(maker, file);
        assertThat(maker.post(file + "/confirm", Map.of()).statusCode()).isEqualTo(303);
        assertThat(merchant.payouts()).isEqualTo(30);
        assertThat(maker.get(file + "/result").body().lines()).hasSize(31);
    }

    @Test
    void what_was_paid_before_is_paid_again_only_where_somebody_says_so() {
        var maker = person(Role.MAKER);
        var lines = List.of("IDR,10000,Siti Rahayu,1234567890,014,", "IDR,20000,Budi Santoso,1234567891,014,");
        var first = uploaded(maker, lines);
        var unpaid = uploaded(maker, lines);
        assertThat(maker.get(unpaid).body()).doesNotContain("was already paid");
        assertThat(maker.post(first + "/confirm", Map.of()).statusCode()).isEqualTo(303);
        assertThat(maker.get(unpaid).body()).contains("A file with the same content was already paid", first);
        var refused = maker.post(unpaid + "/confirm", Map.of());
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("Confirm that you want to pay it again");
        awaitEnd(maker, first);
        assertThat(merchant.payouts()).isEqualTo(2);
        assertThat(maker.post(unpaid + "/confirm", again(maker, unpaid)).statusCode())
                .isEqualTo(303);
        awaitEnd(maker, unpaid);
        assertThat(merchant.payouts()).isEqualTo(4);
        var other = uploaded(maker, lines.reversed());
        assertThat(maker.get(other).body()).doesNotContain("was already paid");
    }

    @Test
    void of_two_that_say_the_same_and_are_confirmed_at_once_one_is_paid() {
        var maker = person(Role.MAKER);
        var lines = List.of("IDR,10000,Siti Rahayu,1234567890,014,");
        var files = Stream.generate(() -> uploaded(maker, lines)).limit(4).toList();
        assertThat(AtOnce.each(files, file -> maker.post(file + "/confirm", Map.of())))
                .extracting(HttpResponse::statusCode)
                .containsExactlyInAnyOrder(303, 409, 409, 409);
    }

    /// Simulates `kill -9` between the payouts' transaction and the file's: the payouts exist, but the file lacks
    /// their ids.
    @Test
    void a_request_whose_answer_was_lost_is_answered_again_and_not_made_again() {
        var maker = person(Role.MAKER);
        var file = uploaded(maker, rows(5));
        maker.post(file + "/confirm", Map.of());
        awaitEnd(maker, file);
        var result = maker.get(file + "/result").body();
        var id = UUID.fromString(file.substring(BULK.length() + 1));
        service.connections().run(tx -> {
            tx.handle()
                    .createUpdate("UPDATE fileimport_row SET state = 'READY', created_id = NULL, group_id = NULL"
                            + " WHERE organization_id = :organization AND file_id = :id")
                    .bind("organization", merchant.organizationId())
                    .bind("id", id)
                    .execute();
            TestFileMacs.renewBulk(tx, service.vault(), id);
            tx.handle()
                    .createUpdate("UPDATE fileimport_file SET state = 'CONFIRMED', done_at = NULL"
                            + " WHERE organization_id = :organization AND id = :id")
                    .bind("organization", merchant.organizationId())
                    .bind("id", id)
                    .execute();
        });
        awaitEnd(maker, file);
        assertThat(maker.get(file + "/result").body()).isEqualTo(result);
        assertThat(merchant.payouts()).isEqualTo(5);
    }

    @Test
    void a_file_that_costs_more_than_there_is_cannot_be_confirmed() {
        var maker = person(Role.MAKER);
        var file = uploaded(
                maker,
                List.of("IDR,600000,Siti Rahayu,1234567890,014,A-1", "IDR,600000,Siti Rahayu,1234567890,014,A-2"));
        assertThat(maker.get(file).body()).contains("The balance is too low for this file");
        assertThat(maker.post(file + "/confirm", Map.of()).statusCode()).isEqualTo(409);
        assertThat(merchant.payouts()).isZero();
    }

    @Test
    void what_the_money_did_not_suffice_for_any_more_is_refused_and_says_why() {
        var maker = person(Role.MAKER);
        var first = uploaded(maker, List.of("IDR,600000,Siti Rahayu,1234567890,014,A-1"));
        var second = uploaded(maker, List.of("IDR,600000,Siti Rahayu,1234567890,014,A-2"));
        assertThat(maker.get(second).body()).doesNotContain("The balance is too low");
        maker.post(first + "/confirm", Map.of());
        awaitEnd(maker, first);
        var refused = maker.post(second + "/confirm", Map.of());
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("The balance is too low for this file.");
        assertThat(merchant.payouts()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "currency,amount\n",
                "amount,account_name\n1,Siti\n",
                "currency,amount,colour\nIDR,1,red\n",
                "currency,amount,amount\nIDR,1,1\n",
                "PK\u0003\u0004 this is no spreadsheet"
            })
    void a_file_that_cannot_be_read_is_refused_with_the_reason(String text) {
        var maker = person(Role.MAKER);
        var answer = maker.upload(BULK, Map.of(), "payouts.csv", text.getBytes(StandardCharsets.UTF_8));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("id=\"file-wrong\"");
    }

    @Test
    void a_file_of_another_organization_is_not_there() {
        var file = uploaded(person(Role.MAKER), rows(1));
        enter();
        var stranger = person(Role.OWNER);
        assertThat(stranger.get(file).statusCode()).isEqualTo(404);
        assertThat(stranger.get(file + "/result").statusCode()).isEqualTo(404);
        assertThat(stranger.post(file + "/confirm", Map.of()).statusCode()).isEqualTo(404);
    }

    @Test
    void wallets_are_paid_from_a_file_too() {
        var maker = person(Role.MAKER);
        var text = "token;amount;wallet_address\n"
                + "usdc-polygon;12.5;0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed\nusdc-polygon;1;0x12\n";
        var sent = maker.upload(BULK, Map.of(), "wallets.csv", text.getBytes(StandardCharsets.UTF_8));
        var file = sent.headers().firstValue("Location").orElseThrow();
        assertThat(maker.get(file).body()).contains("Rows: 2. Payable: 1. With errors: 1.", "wallet_address</span>");
        maker.post(file + "/confirm", Map.of("skipFaulty", "true"));
        awaitEnd(maker, file);
        assertThat(maker.get(file + "/result").body()).contains("usdc-polygon,12.5,");
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void a_file_with_faults_is_mended_confirmed_approved_by_somebody_else_and_paid(int width) {
        var rule = Map.of("kind", "PAYOUT_AMOUNT", "asset", "IDR", "amount", "12000", "effect", "APPROVE");
        assertThat(person(Role.OWNER).post("/dashboard/policy/new", rule).statusCode())
                .isEqualTo(303);
        try (var page = window(person(Role.MAKER), width)) {
            page.navigate(BULK);
            assertWellMade(page);
            page.setInputFiles(
                    "#file",
                    payload(
                            "faulty.csv",
                            csv(List.of(
                                    "IDR,10000,Siti Rahayu,1234567890,014,A-1",
                                    "IDR,10000.123,Siti Rahayu,1234567890,014,A-2"))));
            page.click("main button[type=submit]");
            page.waitForSelector(".faults");
            assertThat(page.locator(".faults").first().textContent()).contains("must have at most 2 decimals");
            assertWellMade(page);
            page.setInputFiles(
                    "#file",
                    payload(
                            "corrected.csv",
                            csv(List.of(
                                    "IDR,10000,Siti Rahayu,1234567890,014,A-1",
                                    "IDR,12340,Siti Rahayu,1234567890,014,A-2"))));
            page.click("form[action='/dashboard/payouts/bulk'] button");
            page.waitForSelector("h1 >> text=corrected.csv");
            assertWellMade(page);
            page.onDialog(dialog -> dialog.accept());
            page.click("form[action$='/confirm'] button");
            page.waitForSelector("[data-status=completed] >> text=1");
            page.waitForSelector("#rows-part td:has(.status-green):has-text('Completed')");
            page.waitForSelector("#rows-part td:has-text('Waiting for approval')");
            assertWellMade(page);
            var checker = window(person(Role.CHECKER), width);
            checker.onDialog(dialog -> dialog.accept());
            checker.navigate("/dashboard/approvals");
            checker.check("[data-check-all]");
            checker.click("main form button:has-text('Approve')");
            checker.waitForSelector("text=Payout approved");
            page.waitForSelector("[data-status=completed] >> text=2");
            page.waitForSelector("#rows-part:not(:has-text('Waiting for approval'))");
            assertWellMade(page);
            var download = page.waitForDownload(() -> page.click("a[href$='/result']"));
            assertThat(download.suggestedFilename()).startsWith("result-");
            assertThat(merchant.payouts()).isEqualTo(2);
        }
    }

    private static List<String> rows(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(each -> "IDR,10000,Siti Rahayu,1234567890,014,R-" + each)
                .toList();
    }

    private static byte[] csv(List<String> rows) {
        return csv(TITLES, rows);
    }

    private static String uploaded(Person maker, List<String> rows) {
        return uploaded(maker, BULK, csv(rows));
    }
}
