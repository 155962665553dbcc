package dev.sluice.dashboard.recipient;

import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.ImportStartPage;
import dev.sluice.page.Texts;
import dev.sluice.recipient.intake.IntakeColumn;
import java.util.List;

/// Upload page of recipient files: the columns for a currency, and the files sent before.
///
/// @param columns columns for the shown currency
public record ImportStart(
        Frame frame,
        Texts texts,
        ImportStartPage sending,
        String currency,
        List<String> currencies,
        List<ColumnChoice> columns) {
    public ImportStart {
        currencies = List.copyOf(currencies);
        columns = List.copyOf(columns);
    }

    /// Column, and a flag that it is required.
    public record ColumnChoice(IntakeColumn column, boolean needed) {}
}
