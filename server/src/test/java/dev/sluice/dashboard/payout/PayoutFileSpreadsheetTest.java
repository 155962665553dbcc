package dev.sluice.dashboard.payout;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.ImportFileCase;
import dev.sluice.merchant.Role;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.dhatim.fastexcel.Workbook;
import org.junit.jupiter.api.Test;

/// Tests of payouts from a spreadsheet program that converts digits to numbers.
class PayoutFileSpreadsheetTest extends ImportFileCase {
    private static final String BULK = "/dashboard/payouts/bulk";
    private static final List<String> TITLES =
            List.of("currency", "amount", "account_name", "account_number", "bank_code", "reference");

    private static byte[] spreadsheet() throws IOException {
        return spreadsheet(1_234_567_890L);
    }

    private static byte[] spreadsheet(long account) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var book = new Workbook(bytes, "test", null)) {
            var sheet = book.newWorksheet("Payouts");
            for (int column = 0; column < TITLES.size(); column++) {
                sheet.value(0, column, TITLES.get(column));
            }
            List<Number> amounts = List.of(10_000, new BigDecimal("20000"), new BigDecimal("30000.123"));
            for (int row = 1; row <= amounts.size(); row++) {
                sheet.value(row, 0, "IDR");
                sheet.value(row, 1, amounts.get(row - 1));
                sheet.value(row, 2, "Siti Rahayu");
                sheet.value(row, 3, account);
                sheet.value(row, 4, 14);
                sheet.value(row, 5, "A-" + row);
            }
        }
        return bytes.toByteArray();
    }

    @Test
    void an_account_of_which_the_spreadsheet_has_lost_digits_is_nobodys() throws IOException {
        var maker = person(Role.MAKER);
        var sent = maker.upload(BULK, Map.of(), "payouts.xlsx", spreadsheet(123_456_789_012_345_000L));
        assertThat(maker.get(sent.headers().firstValue("Location").orElseThrow())
                        .body())
                .contains("Rows: 3. Payable: 0. With errors: 3.", "is a number with more than 15 digits");
    }

    /// Returns the amounts, accounts and statuses of the payouts.
    private List<String> payouts() {
        var docs = merchant.client()
                .get("/v1/disbursement/fiat")
                .expect(200)
                .data()
                .path("docs");
        return docs.valueStream()
                .map(payout -> payout.path("amount") + " "
                        + text(payout.path("recipient").path("bank"), "bankCode") + " "
                        + text(payout.path("recipient").path("bank"), "accountNumber") + " "
                        + text(payout, "status"))
                .toList();
    }

    @Test
    void a_row_whose_payout_failed_says_why() {
        var maker = person(Role.MAKER);
        var rows =
                csv("currency,amount,account_name,account_number,bank_code", List.of("IDR,10000,Siti,9999000002,014"));
        var file = uploaded(maker, BULK, rows);
        assertThat(maker.post(file + "/confirm", Map.of()).statusCode()).isEqualTo(303);
        awaitEnd(maker, file);
        assertThat(maker.get(file).body()).contains(">The account is closed</div>");
    }

    @Test
    void a_spreadsheet_is_shown_row_by_row_confirmed_without_its_fault_and_paid() throws IOException {
        var maker = person(Role.MAKER);
        var sent = maker.upload(BULK, Map.of(), "payouts.xlsx", spreadsheet());
        assertThat(sent.statusCode()).isEqualTo(303);
        var file = sent.headers().firstValue("Location").orElseThrow();
        assertThat(maker.get(file + "?show=all").body())
                .contains("payouts.xlsx", "Rows: 3. Payable: 2. With errors: 1.")
                .contains(">10,000\u00a0IDR</td>", ">20,000\u00a0IDR</td>", ">“30000.123”</td>")
                .contains("must have at most 2 decimals in IDR")
                .contains("014 · 1234567890");
        assertThat(maker.post(file + "/confirm", Map.of()).statusCode()).isEqualTo(409);
        assertThat(merchant.payouts()).isZero();
        assertThat(maker.post(file + "/confirm", Map.of("skipFaulty", "true")).statusCode())
                .isEqualTo(303);
        awaitEnd(maker, file);
        assertThat(payouts())
                .containsExactlyInAnyOrder("10000 014 1234567890 completed", "20000 014 1234567890 completed");
        assertThat(maker.get(file + "/result").body()).contains("\n2,made,", "\n3,made,", "\n4,faulty,");
    }
}
