package dev.sluice.dashboard.deposit;

import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Problems;
import dev.sluice.deposit.intake.DepositColumn;
import dev.sluice.page.Texts;
import dev.sluice.sheet.file.IntakeFile;
import java.util.List;

/// Where files of deposits are sent: what they look like, and those that were sent before.
public record DepositFileStart(Frame frame, Texts texts, Look look, Problems problems, List<IntakeFile> files) {
    public DepositFileStart {
        files = List.copyOf(files);
    }

    public List<DepositColumn> columns() {
        return List.of(DepositColumn.values());
    }
}
