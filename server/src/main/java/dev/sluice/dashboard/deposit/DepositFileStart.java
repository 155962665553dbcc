package dev.sluice.dashboard.deposit;

import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Sending;
import dev.sluice.deposit.intake.DepositColumn;
import dev.sluice.page.Texts;
import java.util.List;

/// Where files of deposits are sent: what they look like, and those that were sent before.
public record DepositFileStart(Frame frame, Texts texts, Sending sending) {
    public List<DepositColumn> columns() {
        return List.of(DepositColumn.values());
    }
}
