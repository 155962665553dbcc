package dev.sluice.dashboard.recipient;

import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Problems;
import dev.sluice.page.Texts;
import dev.sluice.recipient.intake.IntakeColumn;
import dev.sluice.sheet.file.IntakeFile;
import java.util.List;

/// Where files of payees are sent: what they look like in a currency, and those that were sent before.
///
/// @param columns of a file in the shown currency
public record ImportStart(
        Frame frame,
        Texts texts,
        Look look,
        Problems problems,
        String currency,
        List<String> currencies,
        List<Asked> columns,
        List<IntakeFile> files) {
    public ImportStart {
        currencies = List.copyOf(currencies);
        columns = List.copyOf(columns);
        files = List.copyOf(files);
    }

    /// A column, and whether the currency has to have it.
    public record Asked(IntakeColumn column, boolean needed) {}
}
