package dev.sluice.dashboard.payout;

import dev.sluice.bulk.Column;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Sending;
import dev.sluice.money.Asset;
import dev.sluice.page.Texts;
import java.util.List;

/// Upload page of payout files: the supported columns, and the files sent before.
public record BulkStart(Frame frame, Texts texts, Sending sending) {
    public List<Column> fiatColumns() {
        return Column.of(Asset.Kind.FIAT);
    }

    public List<Column> cryptoColumns() {
        return Column.of(Asset.Kind.CRYPTO);
    }
}
