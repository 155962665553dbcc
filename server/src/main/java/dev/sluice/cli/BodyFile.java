package dev.sluice.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Reads a file from the command line.
final class BodyFile {
    private BodyFile() {}

    /// @throws IOException with the file and the reason
    static byte[] read(String file) throws IOException {
        try {
            return Files.readAllBytes(Path.of(file));
        } catch (IOException failed) {
            throw new IOException("cannot read " + file + ": " + reason(failed), failed);
        }
    }

    static String reason(IOException failed) {
        return switch (failed) {
            case NoSuchFileException _ -> "file not found";
            case AccessDeniedException _ -> "permission denied";
            default -> String.valueOf(failed.getMessage());
        };
    }
}
