package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.merchant.Role;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.dhatim.fastexcel.VisibilityState;
import org.dhatim.fastexcel.Workbook;
import org.dhatim.fastexcel.Worksheet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Tests of rows in every kind of file with other values than their author sees, and of rows that the spreadsheet
/// hides.
class MisreadRowsTest extends ImportFileCase {
    /// Kinds of files: upload path, titles, a valid row, and the column that gets a date.
    private enum Kind {
        PAYOUTS(
                "/dashboard/payouts/bulk",
                "currency,account_name,account_number,bank_code,amount",
                "IDR,Budi Santoso,1234567890,014,20000",
                4),
        TOKENS(
                "/dashboard/payouts/bulk",
                "token,wallet_address,amount",
                "usdc-polygon,0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed,12.5",
                2),
        DEPOSITS("/dashboard/deposits/import", "input_currency,payment_method,amount", "IDR,014_VA,250000", 2),
        RECIPIENTS(
                "/dashboard/recipients/import",
                "name,email,address,city,post code,currency,country,account_name,bank_name,account_number",
                "Siti,siti@example.com,Jl. Braga 9,Bandung,40111,IDR,ID,Siti Rahayu,Bank Central Asia,1000000001",
                9);

        private final String folder;
        private final List<String> titles;
        private final List<String> row;
        private final int number;

        Kind(String folder, String titles, String row, int number) {
            this.folder = folder;
            this.titles = List.of(titles.split(","));
            this.row = List.of(row.split(","));
            this.number = number;
        }

        String comma(List<String> cells) {
            return String.join(",", cells);
        }

        /// Returns a spreadsheet with a hidden sheet before the sheet of rows.
        byte[] spreadsheet(Content content) throws IOException {
            var bytes = new ByteArrayOutputStream();
            try (var book = new Workbook(bytes, "test", null)) {
                var lists = book.newWorksheet("Lists");
                lists.value(0, 0, "x");
                lists.setVisibilityState(VisibilityState.VERY_HIDDEN);
                var sheet = book.newWorksheet("July");
                for (int column = 0; column < titles.size(); column++) {
                    sheet.value(0, column, titles.get(column));
                    sheet.value(1, column, row.get(column));
                    sheet.value(2, column, other(column));
                }
                content.of(sheet, this);
            }
            return bytes.toByteArray();
        }

        private String other(int column) {
            return titles.get(column).equals("email")
                    ? "other@example.com"
                    : row.get(column).replace("20000", "30000");
        }
    }

    @FunctionalInterface
    private interface Content {
        void of(Worksheet sheet, Kind kind);
    }

    private String sent(Person maker, Kind kind, byte[] file, String name) {
        var answer = maker.upload(kind.folder, Map.of(), name, file);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(303);
        return answer.headers().firstValue("Location").orElseThrow();
    }

    /// RFC 4180, section 2.4: each line has the same number of cells.
    @ParameterizedTest
    @EnumSource(Kind.class)
    void a_value_beyond_the_last_title_refuses_its_row(Kind kind) {
        var maker = person(Role.MAKER);
        var rows = List.of(kind.comma(kind.row) + ",", kind.comma(kind.row) + ",,250.50");
        var page = maker.get(sent(maker, kind, csv(kind.comma(kind.titles), rows), "rows.csv") + "?show=all")
                .body();
        var address = (char) ('A' + kind.row.size() + 1) + "3";
        assertThat(page).contains("cell " + address + " has a value, and its column has no title");
        assertThat(page).doesNotContain("cell " + (char) ('A' + kind.row.size()) + "2 has");
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void a_date_is_no_number_and_the_sheet_is_named(Kind kind) throws IOException {
        var maker = person(Role.MAKER);
        var file = kind.spreadsheet((sheet, of) -> {
            sheet.value(2, of.number, LocalDate.of(2025, 12, 5));
            sheet.style(2, of.number).format("d-mmm-yy").set();
        });
        var page = maker.get(sent(maker, kind, file, "rows.xlsx") + "?show=all").body();
        assertThat(page)
                .contains(
                        "Sheet: July", "<span class=\"mono\">" + kind.titles.get(kind.number) + "</span> is a date in")
                .contains("1. With errors: 1.");
    }

    private Map<String, String> choosing(Person maker, String file, String hidden) {
        var form = new HashMap<>(Map.of("hiddenRows", hidden));
        var page = maker.get(file).body();
        var again = Pattern.compile(
                        "name=\"duplicates\" value=\"(" + (hidden.equals("out") ? "leave-out-" : "") + "[\\w/-]+)\"")
                .matcher(page);
        if (again.find()) {
            form.put("duplicates", again.group(1));
        }
        return form;
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void hidden_rows_are_told_and_can_be_left_out(Kind kind) throws IOException {
        var maker = person(Role.MAKER);
        var file = sent(maker, kind, kind.spreadsheet((sheet, _) -> sheet.hideRow(2)), "rows.xlsx");
        assertThat(maker.get(file + "?show=all").body())
                .contains("Hidden rows included: 1.", "Hidden in the spreadsheet");
        assertThat(maker.post(file + "/confirm", Map.of()).statusCode()).isEqualTo(409);
        assertThat(maker.post(file + "/confirm", choosing(maker, file, "out")).statusCode())
                .isEqualTo(303);
        awaitEnd(maker, file);
        assertThat(maker.get(file + "/result").body())
                .contains("\n3,left_out,")
                .doesNotContain("\n2,left_out,", "\n2,ready,");
    }

    @ParameterizedTest
    @EnumSource(names = {"PAYOUTS", "RECIPIENTS"})
    void an_account_number_that_lost_its_zeros_is_marked(Kind kind) throws IOException {
        var maker = person(Role.MAKER);
        int column = kind.titles.indexOf("account_number");
        var file = kind.spreadsheet((sheet, _) -> sheet.value(2, column, 123_456_789));
        assertThat(maker.get(sent(maker, kind, file, "rows.xlsx")).body())
                .contains("shorter than usual for the bank: 1.", "marked below; row numbers: 3.")
                .contains("Account numbers of this bank have 10 digits.");
        var whole = kind.spreadsheet((_, _) -> {});
        assertThat(maker.get(sent(maker, kind, whole, "rows.xlsx")).body())
                .doesNotContain("shorter than usual for the bank");
    }

    @Test
    void hidden_rows_can_be_included() throws IOException {
        var maker = person(Role.MAKER);
        var file = sent(maker, Kind.PAYOUTS, Kind.PAYOUTS.spreadsheet((sheet, _) -> sheet.hideRow(2)), "rows.xlsx");
        var form = again(maker, file);
        assertThat(form.get("duplicates")).doesNotStartWith("leave-out-");
        assertThat(maker.post(file + "/confirm", form).statusCode()).isEqualTo(303);
        awaitEnd(maker, file);
        assertThat(merchant.payouts()).isEqualTo(2);
    }
}
