package dev.sluice.db.embedded;

import dev.sluice.refusal.CannotStart;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// The data directory or its database cannot be used. The message names the reason and the remedy for the operator.
public final class DataDirFailure extends CannotStart {
    private static final long serialVersionUID = 1L;

    /// The directory cannot be read or written.
    static DataDirFailure unusable(Path dataDir, IOException failed) {
        return new DataDirFailure(
                "cannot use the data directory %s: %s; choose another SLUICE_DATA_DIR"
                        .formatted(dataDir.toAbsolutePath(), reason(failed)),
                failed);
    }

    private static String reason(IOException failed) {
        return switch (failed) {
            case AccessDeniedException _ -> "access is denied";
            case NoSuchFileException _ -> "it cannot be created";
            case FileAlreadyExistsException _ -> "a file has its name";
            case FileSystemException other when other.getReason() != null -> other.getReason();
            default -> String.valueOf(failed.getMessage());
        };
    }

    DataDirFailure(String message) {
        super(message, null);
    }

    DataDirFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
