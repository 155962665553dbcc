package dev.sluice.dashboard;

import dev.sluice.page.Texts;
import dev.sluice.sheet.file.SentFile;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Where files of rows are sent: the form for the next one, and those that were sent before.
///
/// @param texts of what the rows stand for
/// @param files texts of files, whatever their rows stand for
/// @param path where they are sent, and below which each is shown
/// @param maySend whether there is a form
/// @param mends a file that the next one takes the place of, if there is one
public record Sending(
        Texts texts,
        Texts files,
        Look look,
        String path,
        boolean maySend,
        Problems problems,
        @Nullable SentFile mends,
        Latest latest) {
    /// How large a file may be, so that there is room in its request for the rest of the form.
    public static final int BYTES_MAX = (1 << 20) - (8 << 10);

    /// The files that were sent before, without the form for the next one.
    public Sending withoutForm() {
        return new Sending(texts, files, look, path, false, problems, mends, latest);
    }

    /// Some of those that were sent before, the newest first.
    ///
    /// @param further whether there are newer ones than these
    /// @param next where older ones begin
    public record Latest(
            List<? extends SentFile> files,
            boolean further,
            @Nullable UUID next) {
        public Latest {
            files = List.copyOf(files);
        }
    }
}
