package dev.sluice.dashboard.recipient;

import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.ImportPart;
import dev.sluice.dashboard.ImportProgress;
import dev.sluice.fileimport.ImportFile;
import dev.sluice.fileimport.ImportRow;
import dev.sluice.fileimport.recipient.RecipientColumn;
import dev.sluice.page.Texts;
import dev.sluice.recipient.MaskedAccount;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Page of a recipient file: its rows, their problems and their results.
///
/// @param shortAccounts expected number of digits of account numbers that are too short, by row number
/// @param problem reason why the file was not confirmed
public record RecipientFileView(
        Frame frame,
        Texts texts,
        Formats formats,
        ImportFile file,
        ImportPart<RecipientColumn> part,
        SortedMap<Integer, Integer> shortAccounts,
        @Nullable String problem,
        ImportProgress progress) {
    public String path() {
        return progress.path();
    }

    /// Returns the account of a row with its number masked.
    public String account(ImportRow<RecipientColumn> row) {
        var number = row.at(RecipientColumn.ACCOUNT_NUMBER) + row.at(RecipientColumn.IBAN_NUMBER);
        var masked = number.isEmpty() ? "" : MaskedAccount.of(number).text();
        return List.of(row.at(RecipientColumn.CURRENCY), row.at(RecipientColumn.BANK_NAME), masked).stream()
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(" · "));
    }
}
