package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.merchant.Role;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Tests of exports: CSV that Excel opens with the correct encoding, and Excel workbooks.
class DownloadFormatsTest extends ImportFileCase {
    private static final String BULK = "/dashboard/payouts/bulk";
    private static final String DEPOSITS = "/dashboard/deposits/import";

    @Test
    void each_file_is_csv_with_a_byte_order_mark_or_a_workbook() {
        var owner = person(Role.OWNER);
        var payouts = uploaded(
                owner,
                BULK,
                csv("currency,amount,account_name,account_number,bank_code", List.of("IDR,1,José,1234567890,014")));
        var deposits =
                uploaded(owner, DEPOSITS, csv("input_currency,amount,payment_method", List.of("IDR,250000,014_VA")));
        for (var path : List.of(
                "/dashboard/payouts/export",
                "/dashboard/deposits.csv",
                "/dashboard/audit/export",
                BULK + "/template",
                BULK + "/banks",
                payouts + "/result",
                DEPOSITS + "/template",
                DEPOSITS + "/methods",
                deposits + "/result",
                "/dashboard/recipients/import/template")) {
            assertThat(owner.bytes(path).body()).as(path).startsWith(0xEF, 0xBB, 0xBF);
            var workbook = owner.bytes(path + "?format=xlsx");
            assertThat(workbook.body()).as(path).startsWith('P', 'K');
            assertThat(workbook.headers().firstValue("Content-Disposition").orElse(""))
                    .endsWith(".xlsx\"");
        }
    }

    /// Names keep their letters through an export and a new upload.
    @Test
    void a_result_can_be_sent_again_in_either_format() {
        var owner = person(Role.OWNER);
        for (var format : List.of("csv", "xlsx")) {
            var template = owner.bytes(BULK + "/template?format=" + format).body();
            var sent = owner.upload(BULK, Map.of(), "rows." + format, template);
            assertThat(owner.get(sent.headers().firstValue("Location").orElseThrow())
                            .body())
                    .contains("Rows: 1.", "Siti Rahayu");
        }
    }
}
