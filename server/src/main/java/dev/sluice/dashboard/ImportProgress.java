package dev.sluice.dashboard;

import dev.sluice.fileimport.FileImport.Progress;
import dev.sluice.fileimport.ImportFile;
import dev.sluice.fileimport.ImportRow.State;
import dev.sluice.page.Texts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Progress of a file of rows: the part of its page that updates while the rows are stored.
///
/// @param texts texts of this kind of file
/// @param files texts that all kinds of files share
/// @param path path of the file
/// @param kind kind of live event that announces its progress
public record ImportProgress(
        Texts texts, Texts files, Formats formats, String path, String kind, ImportFile file, Progress progress) {
    public long storable() {
        return progress.of(State.READY);
    }

    /// Returns the number of processed rows, successful or not.
    public long ended() {
        return file.rows() - progress.of(State.READY);
    }

    public boolean isUnderWay() {
        return file.state() == ImportFile.State.CONFIRMED;
    }

    /// Returns the live event to subscribe to while the file is being processed, otherwise null.
    public @Nullable String live() {
        return isUnderWay() ? kind + ":" + file.id() : null;
    }

    /// Returns the states of the rows that are not stored.
    public List<State> wrong() {
        return List.of(State.FAULTY, State.DUPLICATE, State.LEFT_OUT, State.REFUSED).stream()
                .filter(state -> progress.of(state) > 0)
                .toList();
    }
}
