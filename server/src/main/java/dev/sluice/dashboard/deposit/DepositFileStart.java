package dev.sluice.dashboard.deposit;

import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.ImportStartPage;
import dev.sluice.fileimport.deposit.DepositColumn;
import dev.sluice.page.Texts;
import java.util.List;

/// Upload page of deposit files: the columns, and the files sent before.
///
/// @param isServed true if a rail accepts any currency or token
public record DepositFileStart(Frame frame, Texts texts, ImportStartPage startPage, boolean isServed) {
    public List<DepositColumn> columns() {
        return List.of(DepositColumn.values());
    }
}
