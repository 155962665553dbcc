package dev.sluice.dashboard.recipient;

import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.ImportProgress;
import dev.sluice.dashboard.IntakePart;
import dev.sluice.page.Texts;
import dev.sluice.recipient.MaskedAccount;
import dev.sluice.recipient.intake.IntakeColumn;
import dev.sluice.sheet.file.IntakeFile;
import dev.sluice.sheet.file.IntakeRow;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Page of a recipient file: its rows, their problems and their results.
///
/// @param shortAccounts expected number of digits of account numbers that are too short, by row number
/// @param problem reason why the file was not confirmed
public record ImportView(
        Frame frame,
        Texts texts,
        Formats look,
        IntakeFile file,
        IntakePart<IntakeColumn> part,
        SortedMap<Integer, Integer> shortAccounts,
        @Nullable String problem,
        ImportProgress going) {
    public String path() {
        return going.path();
    }

    /// Returns the account of a row with its number masked.
    public String account(IntakeRow<IntakeColumn> row) {
        var number = row.at(IntakeColumn.ACCOUNT_NUMBER) + row.at(IntakeColumn.IBAN_NUMBER);
        var masked = number.isEmpty() ? "" : MaskedAccount.of(number).text();
        return List.of(row.at(IntakeColumn.CURRENCY), row.at(IntakeColumn.BANK_NAME), masked).stream()
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(" · "));
    }
}
