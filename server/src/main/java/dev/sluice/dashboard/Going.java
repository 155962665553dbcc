package dev.sluice.dashboard;

import dev.sluice.page.Texts;
import dev.sluice.sheet.file.Intake.Progress;
import dev.sluice.sheet.file.IntakeFile;
import dev.sluice.sheet.file.IntakeRow.State;
import dev.sluice.sheet.file.SentFile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How far a file of rows has come: the part of its page that changes while they are stored.
///
/// @param texts of what the rows stand for
/// @param files texts of files, whatever their rows stand for
/// @param path of the file
/// @param kind of the hints that windows are told of it
public record Going(Texts texts, Texts files, Look look, String path, String kind, IntakeFile file, Progress progress) {
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

    /// What windows are told of it, as long as there is something to tell.
    public @Nullable String live() {
        return isUnderWay() ? kind + ":" + file.id() : null;
    }

    /// The rows that are not stored, by why.
    public List<State> wrong() {
        return List.of(State.FAULTY, State.DUPLICATE, State.LEFT_OUT, State.REFUSED).stream()
                .filter(state -> progress.of(state) > 0)
                .toList();
    }
}
