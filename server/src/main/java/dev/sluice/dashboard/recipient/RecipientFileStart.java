package dev.sluice.dashboard.recipient;

import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.ImportStartPage;
import dev.sluice.fileimport.recipient.RecipientColumn;
import dev.sluice.page.Texts;
import java.util.List;

/// Upload page of recipient files: the columns for a currency, and the files sent before.
///
/// @param columns columns for the shown currency
public record RecipientFileStart(
        Frame frame,
        Texts texts,
        ImportStartPage startPage,
        String currency,
        List<String> currencies,
        List<ColumnChoice> columns) {
    public RecipientFileStart {
        currencies = List.copyOf(currencies);
        columns = List.copyOf(columns);
    }

    /// Column, and a flag that it is required.
    public record ColumnChoice(RecipientColumn column, boolean needed) {}
}
