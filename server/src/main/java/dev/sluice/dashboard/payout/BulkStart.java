package dev.sluice.dashboard.payout;

import dev.sluice.bulk.BulkFile;
import dev.sluice.bulk.Column;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Problems;
import dev.sluice.money.Asset;
import dev.sluice.page.Texts;
import java.util.List;

/// Where files of payouts are sent: what they may look like, and those that were sent before.
public record BulkStart(Frame frame, Texts texts, Look look, Problems problems, List<BulkFile> files) {
    public BulkStart {
        files = List.copyOf(files);
    }

    public List<Column> fiatColumns() {
        return Column.of(Asset.Kind.FIAT);
    }

    public List<Column> cryptoColumns() {
        return Column.of(Asset.Kind.CRYPTO);
    }
}
