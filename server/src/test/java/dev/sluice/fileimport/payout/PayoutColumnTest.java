package dev.sluice.fileimport.payout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fileimport.ImportRow;
import dev.sluice.sheet.Grid.Row;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Digests of rows. They identify files that were paid before.
class PayoutColumnTest {
    private static final byte[] KEY = "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private static byte[] digest(Map<PayoutColumn, String> cells) {
        return PayoutColumn.digest(KEY, List.of(ImportRow.read(new Row<>(2, cells), List.of())));
    }

    @Test
    void another_branch_or_kind_of_account_is_another_row() {
        assertThat(List.of(
                        Map.<PayoutColumn, String>of(),
                        Map.of(PayoutColumn.BRANCH_CODE, "1"),
                        Map.of(PayoutColumn.BRANCH_CODE, "2"),
                        Map.of(PayoutColumn.ACCOUNT_TYPE, "1")))
                .extracting(cells -> new String(digest(cells), StandardCharsets.ISO_8859_1))
                .doesNotHaveDuplicates();
    }
}
