package dev.sluice.dashboard.payout;

import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.ImportStartPage;
import dev.sluice.fileimport.payout.PayoutColumn;
import dev.sluice.money.Asset;
import dev.sluice.page.Texts;
import java.util.List;

/// Upload page of payout files: the supported columns, and the files sent before.
///
/// @param kinds kinds of assets that a rail pays out
/// @param memos true if a rail pays out on a network whose payments may have a memo
public record PayoutFileStart(
        Frame frame, Texts texts, ImportStartPage startPage, List<Asset.Kind> kinds, boolean memos) {
    public PayoutFileStart {
        kinds = List.copyOf(kinds);
    }

    public List<PayoutColumn> columns(Asset.Kind kind) {
        return columns(kind, memos);
    }

    static List<PayoutColumn> columns(Asset.Kind kind, boolean memos) {
        return PayoutColumn.of(kind).stream()
                .filter(column -> memos || column != PayoutColumn.MEMO)
                .toList();
    }
}
