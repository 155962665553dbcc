package dev.sluice.dashboard;

import dev.sluice.fileimport.ImportFile;
import dev.sluice.page.Texts;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Upload page of files of rows: the form for the next file, and the files sent before.
///
/// @param texts texts of this kind of file
/// @param files texts that all kinds of files share
/// @param path path of the upload, and prefix of each file's page
/// @param maySend true if the form is shown
/// @param mends file that the next one replaces, if any
public record ImportStartPage(
        Texts texts,
        Texts files,
        Formats formats,
        String path,
        boolean maySend,
        Problems problems,
        @Nullable ImportFile mends,
        Latest latest) {
    /// Maximum size of a file, which leaves room in the request for the rest of the form.
    public static final int BYTES_MAX = (1 << 20) - (8 << 10);

    /// Returns the page without the form.
    public ImportStartPage withoutForm() {
        return new ImportStartPage(texts, files, formats, path, false, problems, mends, latest);
    }

    /// Files that were sent before, newest first.
    ///
    /// @param further true if there are newer ones
    /// @param next cursor of the older ones
    public record Latest(
            List<ImportFile> files,
            boolean further,
            @Nullable UUID next) {
        public Latest {
            files = List.copyOf(files);
        }
    }
}
