package dev.sluice.dashboard.deposit;

import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Sending;
import dev.sluice.deposit.intake.DepositColumn;
import dev.sluice.page.Texts;
import java.util.List;

/// Upload page of deposit files: the columns, and the files sent before.
public record DepositFileStart(Frame frame, Texts texts, Sending sending) {
    public List<DepositColumn> columns() {
        return List.of(DepositColumn.values());
    }
}
