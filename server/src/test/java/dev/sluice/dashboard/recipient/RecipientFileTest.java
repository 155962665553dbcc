package dev.sluice.dashboard.recipient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Widths;
import dev.sluice.dashboard.ImportFileCase;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.dhatim.fastexcel.Workbook;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of recipient files: review, confirmation, and storage of each recipient once.
@Tag("slow")
class RecipientFileTest extends ImportFileCase {
    private static final String IMPORT = "/dashboard/recipients/import";
    private static final String TITLES =
            "name,Email,address,city,post code,currency,country,account_name,bank_name,account_number";

    private static String row(int number) {
        return "Siti " + number + ",siti" + number + "@example.com,Jl. Braga 9,Bandung,40111,IDR,ID,Siti Rahayu,"
                + "Bank Central Asia," + (1_000_000_000L + number);
    }

    private static List<String> rows(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(RecipientFileTest::row).toList();
    }

    private static byte[] csv(List<String> rows) {
        return csv(TITLES, rows);
    }

    private static String uploaded(Person person, List<String> rows) {
        return uploaded(person, IMPORT, csv(rows));
    }

    private int stored() {
        return merchant.client()
                .get("/v1/recipient")
                .expect(200)
                .data()
                .path("totalDocs")
                .intValue();
    }

    @Test
    void each_row_says_what_is_wrong_with_it_by_column() {
        var person = person(Role.MAKER);
        var file = uploaded(
                person,
                List.of(
                        row(1),
                        "Budi,budi,Jl. 1,Jakarta,10110,IDR,ID,Budi,Bank Central Asia,12",
                        row(1).replace("Siti 1,", "Another name,"),
                        "Tan,tan@example.com,1 Raffles,Singapore,048616,XXX,SG,Tan,DBS,1234567890"));
        var page = person.get(file).body();
        assertThat(page)
                .contains("Rows: 4. Can be saved: 1. With errors: 2. Already saved or repeated: 1.")
                .contains("<span class=\"mono\">email</span> must be an e-mail address")
                .contains("<span class=\"mono\">account_number</span>")
                .contains("<span class=\"mono\">currency</span> must be a supported currency")
                .contains("<span class=\"mono\">email</span> and account are also in row 2");
        assertThat(stored()).isZero();
        assertThat(person.post(file + "/confirm", Map.of()).statusCode()).isEqualTo(409);
        assertThat(stored()).isZero();
    }

    @Test
    void two_who_differ_by_their_branch_are_two() {
        var person = person(Role.MAKER);
        var branches = List.of("20-00-00", "20-11-22", "200000").stream()
                .map(branch -> "Ada,ada@example.com,1 Strand,London,WC2R 0AB,GBP,GB,Ada Ltd,Barclays Bank UK,12345678,"
                        + branch)
                .toList();
        var file = uploaded(person, IMPORT, csv(TITLES + ",payment_code", branches));
        assertThat(person.get(file).body())
                .contains("Rows: 3. Can be saved: 2. With errors: 0. Already saved or repeated: 1.")
                .contains("<span class=\"mono\">email</span> and account are also in row 2");
        person.post(file + "/confirm", Map.of("skipFaulty", "true"));
        awaitEnd(person, file);
        assertThat(stored()).isEqualTo(2);
        assertThat(person.get(uploaded(person, IMPORT, csv(TITLES + ",payment_code", branches)))
                        .body())
                .contains("Rows: 3. Can be saved: 0. With errors: 0. Already saved or repeated: 3.");
    }

    @Test
    void the_type_of_a_recipient_is_taken_in_any_letter_case() {
        var person = person(Role.MAKER);
        assertThat(person.get(IMPORT).body()).contains("Individual or Business.");
        assertThat(person.get(IMPORT + "/template?currency=IDR").body()).contains(",Individual,");
        var titles = TITLES + ",recipient_type\n";
        var lines = List.of("INDIVIDUAL", "business", "Individual", "somebody");
        var text = IntStream.range(0, lines.size())
                .mapToObj(at -> row(at + 1) + "," + lines.get(at))
                .collect(Collectors.joining("\n", titles, "\n"));
        var sent = person.upload(IMPORT, Map.of(), "payees.csv", text.getBytes(StandardCharsets.UTF_8));
        var file = sent.headers().firstValue("Location").orElseThrow();
        assertThat(person.get(file).body())
                .contains("Rows: 4. Can be saved: 3. With errors: 1.")
                .contains("recipient_type</span> must be one of Individual, Business");
        person.post(file + "/confirm", Map.of("skipFaulty", "true"));
        awaitEnd(person, file);
        var types = merchant.client().get("/v1/recipient").expect(200).data().path("docs");
        assertThat(types.values().stream()
                        .map(each -> each.path("recipientType").stringValue()))
                .containsExactlyInAnyOrder("Individual", "Business", "Individual");
    }

    @Test
    void a_file_confirmed_twice_and_sent_again_stores_everybody_once() {
        var person = person(Role.MAKER);
        var first = uploaded(person, rows(3));
        var second = uploaded(person, rows(3));
        person.post(first + "/confirm", Map.of());
        person.post(first + "/confirm", Map.of());
        person.post(second + "/confirm", Map.of());
        awaitEnd(person, first);
        awaitEnd(person, second);
        assertThat(stored()).isEqualTo(3);
        var third = uploaded(person, rows(4));
        assertThat(person.get(third).body())
                .contains("Rows: 4. Can be saved: 1. With errors: 0. Already saved or repeated: 3.");
        assertThat(person.get(third + "/result").body()).contains("Already saved");
        assertThat(person.get(third + "/result", Map.of("Accept-Language", "id"))
                        .body())
                .contains("Sudah tersimpan")
                .doesNotContain("tored already");
        var result = person.get(first + "/result").body().lines().toList();
        assertThat(result).hasSize(4).first().asString().startsWith("row,result,recipient_id,problem,name,email");
        assertThat(result.get(1)).matches("2,stored,[0-9a-f-]{36},,Siti 1,siti1@example.com,.*");
    }

    @Test
    void nodes_that_lose_their_lease_store_everybody_once() throws InterruptedException {
        var person = person(Role.MAKER);
        var file = uploaded(person, rows(130));
        doneWhileLeasesAreLost(person, file, "fileimport_file");
        assertThat(stored()).isEqualTo(130);
        var ids = person.get(file + "/result").body().lines().skip(1).map(line -> line.split(",", -1)[2]);
        assertThat(ids).hasSize(130).doesNotHaveDuplicates().doesNotContain("");
    }

    @Test
    void a_template_has_what_the_currency_asks_for_and_can_be_sent_back() {
        var person = person(Role.MAKER);
        assertThat(person.get(IMPORT + "/template?currency=EUR").body()).contains("iban_number");
        assertThat(person.get(IMPORT + "/template?currency=INR").body()).contains("ifsc");
        var template = person.bytes(IMPORT + "/template?currency=IDR");
        assertThat(new String(template.body(), StandardCharsets.UTF_8)).doesNotContain("iban_number", "ifsc");
        var sent = person.upload(IMPORT, Map.of(), "template.csv", template.body());
        var file = sent.headers().firstValue("Location").orElseThrow();
        assertThat(person.get(file).body()).contains("Can be saved: 1.");
    }

    @Test
    void a_row_with_a_formula_is_faulty() throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var book = new Workbook(bytes, "test", null)) {
            var sheet = book.newWorksheet("Payees");
            var titles = TITLES.split(",", -1);
            for (int column = 0; column < titles.length; column++) {
                sheet.value(0, column, titles[column]);
            }
            sheet.formula(1, 0, "UPPER(B2)");
        }
        var file = uploaded(person(Role.MAKER), IMPORT, bytes.toByteArray());
        assertThat(person(Role.MAKER).get(file).body())
                .contains("<span class=\"mono\">name</span> is calculated by a formula");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "name,email\n", "name,email,colour\nSiti,s@example.com,red\n", "name,email\nSiti,s@e.com\n"})
    void a_file_that_cannot_be_read_is_refused_with_the_reason(String text) {
        var answer = person(Role.MAKER).upload(IMPORT, Map.of(), "payees.csv", text.getBytes(StandardCharsets.UTF_8));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("id=\"file-wrong\"");
    }

    @Test
    void a_file_is_its_organizations_and_its_makers() {
        var file = uploaded(person(Role.MAKER), rows(1));
        assertThat(person(Role.VIEWER).get(file).statusCode()).isEqualTo(403);
        enter();
        var stranger = person(Role.OWNER);
        assertThat(stranger.get(file).statusCode()).isEqualTo(404);
        assertThat(stranger.get(file + "/result").statusCode()).isEqualTo(404);
        assertThat(stranger.post(file + "/confirm", Map.of()).statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void a_file_with_faults_is_mended_and_stored(int width) {
        try (var page = window(person(Role.MAKER), width)) {
            page.navigate(IMPORT);
            page.selectOption("#currency", "USD");
            page.click("form[method=get] button");
            page.waitForSelector("dt >> text=ach_number");
            assertThat(page.locator("dt >> text=ach_number").count()).isEqualTo(1);
            assertWellMade(page);
            page.setInputFiles("#file", payload("faulty.csv", csv(List.of(row(1), row(2).replace("@", "")))));
            page.click("form[action='/dashboard/recipients/import'][method=post] button");
            page.waitForSelector(".faults");
            assertWellMade(page);
            page.setInputFiles("#file", payload("corrected.csv", csv(rows(2))));
            page.click("form[action='/dashboard/recipients/import'] button");
            page.waitForSelector("h1 >> text=corrected.csv");
            assertWellMade(page);
            page.click("form[action$='/confirm'] button");
            page.waitForSelector("[data-status=stored] >> text=2");
            page.waitForSelector("#rows-part:not(:has-text('Can be saved')):has-text('Saved')");
            assertWellMade(page);
            var download = page.waitForDownload(() -> page.click("a[href$='/result']"));
            assertThat(download.suggestedFilename()).startsWith("recipients-");
            assertThat(stored()).isEqualTo(2);
        }
    }
}
