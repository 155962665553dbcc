package dev.sluice.dashboard.recipient;

import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Sending;
import dev.sluice.page.Texts;
import dev.sluice.recipient.intake.IntakeColumn;
import java.util.List;

/// Where files of payees are sent: what they look like in a currency, and those that were sent before.
///
/// @param columns of a file in the shown currency
public record ImportStart(
        Frame frame, Texts texts, Sending sending, String currency, List<String> currencies, List<Asked> columns) {
    public ImportStart {
        currencies = List.copyOf(currencies);
        columns = List.copyOf(columns);
    }

    /// A column, and whether the currency has to have it.
    public record Asked(IntakeColumn column, boolean needed) {}
}
