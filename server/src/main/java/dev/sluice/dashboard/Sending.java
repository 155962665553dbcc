package dev.sluice.dashboard;

import dev.sluice.page.Texts;
import dev.sluice.sheet.file.SentFile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where files of rows are sent: the form for the next one, and those that were sent before.
///
/// @param texts of what the rows stand for
/// @param files texts of files, whatever their rows stand for
/// @param path where they are sent, and below which each is shown
/// @param mends a file that the next one takes the place of, if there is one
/// @param latest of those that were sent before
public record Sending(
        Texts texts,
        Texts files,
        Look look,
        String path,
        Problems problems,
        @Nullable SentFile mends,
        List<? extends SentFile> latest) {
    public Sending {
        latest = List.copyOf(latest);
    }
}
