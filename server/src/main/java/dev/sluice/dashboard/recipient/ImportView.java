package dev.sluice.dashboard.recipient;

import dev.sluice.client.model.Page;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.page.Texts;
import dev.sluice.recipient.MaskedAccount;
import dev.sluice.recipient.intake.IntakeColumn;
import dev.sluice.recipient.intake.IntakeFile;
import dev.sluice.recipient.intake.IntakeRow;
import dev.sluice.recipient.intake.IntakeRow.State;
import dev.sluice.recipient.intake.Intakes.Progress;
import dev.sluice.sheet.file.SentFile;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A file of payees: its rows, what is wrong with them, and what became of them.
///
/// @param wrongOnly whether the rows that can be stored are left out
/// @param problem why it was not confirmed
public record ImportView(
        Frame frame,
        Texts texts,
        Look look,
        IntakeFile file,
        Page<IntakeRow> page,
        boolean wrongOnly,
        @Nullable String problem,
        Going going) {
    public String path() {
        return going.path();
    }

    public Map<String, String> parameters() {
        return Map.of("show", wrongOnly ? "wrong" : "all");
    }

    /// The account of a row, its number masked.
    public String account(IntakeRow row) {
        var number = row.at(IntakeColumn.ACCOUNT_NUMBER) + row.at(IntakeColumn.IBAN_NUMBER);
        var masked = number.isEmpty() ? "" : MaskedAccount.of(number).text();
        return List.of(row.at(IntakeColumn.CURRENCY), row.at(IntakeColumn.BANK_NAME), masked).stream()
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(" · "));
    }

    /// The part that changes while payees are stored.
    public record Going(Texts texts, Look look, IntakeFile file, Progress progress) {
        public String path() {
            return ImportPages.PATH + "/" + file.id();
        }

        public long storable() {
            return progress.of(State.READY);
        }

        /// How many of the rows have ended, one way or the other.
        public long ended() {
            return file.rows() - progress.of(State.READY);
        }

        public boolean isUnderWay() {
            return file.state() == SentFile.State.CONFIRMED;
        }

        /// The rows that are not stored, by why.
        public List<State> wrong() {
            return List.of(State.FAULTY, State.DUPLICATE, State.REFUSED).stream()
                    .filter(state -> progress.of(state) > 0)
                    .toList();
        }
    }
}
