package dev.sluice.dashboard.deposit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Widths;
import dev.sluice.merchant.Role;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.dhatim.fastexcel.Workbook;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of deposit files: parsing, refusal, review, correction and confirmation.
@Tag("slow")
class DepositFileTest extends DepositFileCase {
    @Test
    void each_row_says_what_is_wrong_with_it_by_column() {
        merchant.createDeposit("014_VA", "250000", "\"reference\":\"USED\"");
        var person = person(Role.MAKER);
        var file = uploaded(
                person,
                List.of(
                        "IDR,250000,014_VA,,A-1,",
                        "IDR,250000,NO_WAY,,A-2,",
                        "IDR,9999,014_VA,,A-3,",
                        "IDR,1.000.000,014_VA,,A-4,",
                        "IDR,250000.123,014_VA,,A-5,",
                        "IDR,250000,014_VA,,A-1,",
                        "IDR,250000,014_VA,,USED,",
                        "XXX,250000,014_VA,,A-8,",
                        "usdc-nowhere,25,,,A-9,",
                        "usdc-polygon,25,014_VA,,A-10,",
                        "usdc-polygon,0.1,,,A-11,",
                        "IDR,,,dogecoin,A-12," + "n".repeat(501)));
        var page = person.get(file).body();
        assertThat(page)
                .contains("Rows: 12. Deposits that can be created: 1. With errors: 11.")
                .contains(
                        "payment_method</span> is not a deposit payment method in IDR",
                        "amount</span> must be from ",
                        "amount</span> must be written without thousands separators",
                        "amount</span> must have at most 2 decimals in IDR",
                        "reference</span> is also in row 2",
                        "reference</span> is the reference of another deposit",
                        "input_currency</span> is not a supported fiat currency",
                        "input_currency</span> is not a supported token identifier",
                        "payment_method</span> must be empty for a token payout",
                        "payment_method</span> is required",
                        "amount</span> is required</li>",
                        "output_currency</span> is not a supported currency or token identifier",
                        "note</span> must be at most 500 characters");
        assertThat(page.split("output_currency</span>", -1))
                .as("once, where it is said")
                .hasSize(2);
        assertThat(made()).isEqualTo(1);
        assertThat(person.post(file + "/confirm", Map.of()).statusCode()).isEqualTo(409);
        assertThat(made()).isEqualTo(1);
        assertThat(person.post(file + "/confirm", Map.of("skipFaulty", "true")).statusCode())
                .isEqualTo(303);
        awaitEnd(person, file);
        assertThat(made()).isEqualTo(2);
        assertThat(result(person, file).get(1))
                .containsEntry("result", "faulty")
                .containsEntry("deposit_id", "");
        assertThat(person.get(file + "/result", Map.of("Accept-Language", "id")).body())
                .contains("paling banyak 2 angka desimal untuk IDR")
                .doesNotContain("must have", "is also in row");
    }

    @Test
    void an_amount_with_more_decimals_than_there_are_is_refused_whatever_they_are() {
        var person = person(Role.MAKER);
        var file = uploaded(
                person, List.of("IDR,250000.000,014_VA,,A-1,", "IDR,9999,014_VA,,A-2,", "IDR,250000.00,014_VA,,A-3,"));
        assertThat(person.get(file + "?show=all").body())
                .contains("Rows: 3. Deposits that can be created: 1. With errors: 2.")
                .contains("amount</span> must have at most 2 decimals in IDR; omit thousands separators")
                .contains(">“250000.000”</td>", ">“9999”</td>", ">250,000\u00a0IDR</td>")
                .doesNotContain("9,999\u00a0IDR");
        person.post(file + "/confirm", Map.of("skipFaulty", "true"));
        awaitEnd(person, file);
        assertThat(made()).isEqualTo(1);
    }

    @Test
    void a_template_can_be_sent_back_and_the_codes_can_be_taken_home() {
        var person = person(Role.MAKER);
        var sent = person.upload(
                IMPORT,
                Map.of(),
                "template.csv",
                person.bytes(IMPORT + "/template").body());
        var file = sent.headers().firstValue("Location").orElseThrow();
        assertThat(person.get(file).body()).contains("Rows: 2. Deposits that can be created: 2.");
        assertThat(person.get(IMPORT + "/methods").body().lines())
                .startsWith("input_currency,payment_method,name,min_amount,max_amount")
                .anyMatch(line -> line.startsWith("IDR,014_VA,"))
                .anyMatch(line -> line.startsWith("usdc-polygon,,"));
    }

    @Test
    void a_spreadsheet_is_read_and_a_row_with_a_formula_is_faulty() throws IOException {
        var person = person(Role.MAKER);
        var plain = person.upload(IMPORT, Map.of(), "deposits.xlsx", spreadsheet(false));
        assertThat(person.get(plain.headers().firstValue("Location").orElseThrow())
                        .body())
                .contains("Rows: 1. Deposits that can be created: 1.");
        var calculated = person.upload(IMPORT, Map.of(), "deposits.xlsx", spreadsheet(true));
        assertThat(person.get(calculated.headers().firstValue("Location").orElseThrow())
                        .body())
                .contains("<span class=\"mono\">amount</span> is calculated by a formula");
    }

    private static byte[] spreadsheet(boolean calculated) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var book = new Workbook(bytes, "test", null)) {
            var sheet = book.newWorksheet("Deposits");
            var titles = TITLES.split(",", -1);
            for (int column = 0; column < titles.length; column++) {
                sheet.value(0, column, titles[column]);
            }
            sheet.value(1, 0, "IDR");
            if (calculated) {
                sheet.formula(1, 1, "2*125000");
            } else {
                sheet.value(1, 1, 250_000);
            }
            sheet.value(1, 2, "014_VA");
        }
        return bytes.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "input_currency,amount\n",
                "amount,payment_method\n1,014_VA\n",
                "input_currency,amount,colour\nIDR,1,red\n",
                "input_currency,amount,amount\nIDR,1,1\n",
                "PK\u0003\u0004 this is no spreadsheet"
            })
    void a_file_that_cannot_be_read_is_refused_with_the_reason(String text) {
        var answer = person(Role.MAKER).upload(IMPORT, Map.of(), "deposits.csv", text.getBytes(StandardCharsets.UTF_8));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("id=\"file-wrong\"");
    }

    @Test
    void others_of_the_organization_look_and_strangers_see_nothing() {
        var file = uploaded(person(Role.MAKER), rows(1));
        var viewer = person(Role.VIEWER);
        assertThat(viewer.get(file).body())
                .contains("Your role can view files, but cannot create deposits.")
                .doesNotContain("/confirm");
        assertThat(viewer.get(file + "/result").statusCode()).isEqualTo(200);
        assertThat(viewer.post(file + "/confirm", Map.of()).statusCode()).isEqualTo(403);
        enter();
        var stranger = person(Role.OWNER);
        assertThat(stranger.get(file).statusCode()).isEqualTo(404);
        assertThat(stranger.get(file + "/result").statusCode()).isEqualTo(404);
        assertThat(stranger.post(file + "/confirm", Map.of()).statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void a_file_with_faults_is_mended_and_its_deposits_are_made(int width) {
        try (var page = window(person(Role.MAKER), width)) {
            page.navigate("/dashboard/deposits");
            page.click("a[href='/dashboard/deposits/import']");
            page.waitForSelector(".empty");
            assertWellMade(page);
            page.setInputFiles("#file", payload("faulty.csv", csv(List.of(rows(1).getFirst(), "IDR,1,014_VA,,R-2,"))));
            page.click("form[action='/dashboard/deposits/import'] button");
            page.waitForSelector(".faults");
            assertThat(page.locator(".faults").first().textContent()).contains("must be from");
            assertWellMade(page);
            page.setInputFiles("#file", payload("corrected.csv", csv(rows(2))));
            page.click("form[action='/dashboard/deposits/import'] button");
            page.waitForSelector("h1 >> text=corrected.csv");
            assertWellMade(page);
            page.click("form[action$='/confirm'] button");
            page.waitForSelector("[data-status=stored] >> text=2");
            page.waitForSelector("#rows-part td:has-text('Pending')");
            assertWellMade(page);
            var download = page.waitForDownload(() -> page.click("a[href$='/result']"));
            assertThat(download.suggestedFilename()).startsWith("deposits-");
            page.click("#rows-part a[href*='bulk=']");
            page.waitForSelector("#found tbody tr");
            assertThat(page.locator("#found tbody tr").count()).isEqualTo(2);
            assertThat(made()).isEqualTo(2);
        }
    }
}
