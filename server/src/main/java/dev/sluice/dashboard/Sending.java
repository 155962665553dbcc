package dev.sluice.dashboard;

import dev.sluice.page.Texts;
import dev.sluice.sheet.file.SentFile;
import java.util.List;

/// Where files of rows are sent: the form for the next one, and those that were sent before.
///
/// @param texts of what the rows stand for
/// @param files texts of files, whatever their rows stand for
/// @param path where they are sent, and below which each is shown
/// @param latest of those that were sent before
public record Sending(
        Texts texts, Texts files, Look look, String path, Problems problems, List<? extends SentFile> latest) {
    public Sending {
        latest = List.copyOf(latest);
    }
}
